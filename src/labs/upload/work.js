import { uploadChapters } from './report/sections.js'

/** @import { UploadLabAnalysis } from './types.js' */

export { analyseUploads as analyse } from './analysis.js'
export { measureUploadLab as measure, uploadManifest as manifestOf } from './measure/cells.js'
export { renderUploadPage as renderPage } from './page.js'
export { uploadsToCsv as toCsv } from './report/csv.js'
export { shortUploadReport as short } from './report/sections.js'

/** Returns the report, the answer first. @param {UploadLabAnalysis} analysis */
export function sections(analysis) {
  return Object.values(uploadChapters(analysis)).flat()
}
