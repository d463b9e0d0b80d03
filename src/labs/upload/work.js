export { analyseUploads as analyse } from './analysis.js'
export { measureUploadLab as measure, uploadManifest as manifestOf } from './measure/cells.js'
export { renderUploadPage as renderPage } from './page.js'
export { shortUploadReport as short, uploadChapters as chapters, uploadsToCsv as toCsv } from './report/sections.js'
