export { analyseUploads as analyse } from './analysis.js'
export { measureUploadLab as measure, uploadManifest as manifestOf } from './measure/cells.js'
export { uploadPage as page } from './page.js'
export {
  answerInWords as answer,
  endingInWords as ending,
  shortUploadReport as short,
  uploadChapters as chapters,
  uploadsToCsv as toCsv
} from './report/sections.js'
