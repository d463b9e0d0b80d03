import { copyChapters } from './report.js'

/** @import { CopyLabAnalysis } from './types.js' */

export { analyseCopies as analyse } from './analysis.js'
export { renderCopyPage as renderPage } from './charts.js'
export { copyManifest as manifestOf, measureCopyLab as measure } from './measure.js'
export { copiesToCsv as toCsv, shortCopyReport as short } from './report.js'

/** Returns the report, the answer first. @param {CopyLabAnalysis} analysis */
export function sections(analysis) {
  return Object.values(copyChapters(analysis))
}
