import { uploadChapters } from './report/sections.js'

/** @import { UploadLabAnalysis } from './types.js' */

export { analyseUploads as analyse } from './analysis.js'
export { measureUploadLab as measure, uploadManifest as manifestOf } from './measure/cells.js'
export { renderUploadPage as renderPage } from './page.js'
export { shortUploadReport as short, uploadsToCsv as toCsv } from './report/sections.js'

/** Returns the report, the answer first. @param {UploadLabAnalysis} analysis */
export function sections(analysis) {
  return Object.values(uploadChapters(analysis)).flat()
}
