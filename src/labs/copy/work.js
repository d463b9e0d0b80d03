export { analyseCopies as analyse } from './analysis.js'
export { renderCopyPage as renderPage } from './charts.js'
export { copyManifest as manifestOf, measureCopyLab as measure } from './measure.js'
export { copiesToCsv as toCsv, copyChapters as chapters, shortCopyReport as short } from './report.js'
