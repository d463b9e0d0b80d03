import { storeChapters } from './report/sections.js'

/** @import { StoreLabAnalysis } from './types.js' */

export { analyseStore as analyse } from './analysis/analyse-store.js'
export { measureStoreLab as measure, storeManifest as manifestOf } from './measure/cells.js'
export { renderStorePage as renderPage } from './page.js'
export { shortStoreReport as short } from './report/sections.js'
export { storeToCsv as toCsv } from './report/tables.js'

/** Returns the report, the answer first. @param {StoreLabAnalysis} analysis */
export function sections(analysis) {
  return Object.values(storeChapters(analysis)).flat()
}
