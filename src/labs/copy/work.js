import { copyChapters } from './report/sections.js'

/** @import { CopyLabAnalysis } from './types.js' */

export { analyseCopies as analyse } from './analysis.js'
export { copyManifest as manifestOf, measureCopyLab as measure } from './measure/cells.js'
export { renderCopyPage as renderPage } from './page.js'
export { copiesToCsv as toCsv } from './report/csv.js'
export { shortCopyReport as short } from './report/sections.js'

/** Returns the report, the answer first. @param {CopyLabAnalysis} analysis */
export function sections(analysis) {
  return Object.values(copyChapters(analysis))
}
