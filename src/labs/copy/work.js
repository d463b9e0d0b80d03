export { analyseCopies as analyse } from './analysis.js'
export { copyPage as page } from './charts.js'
export { copyManifest as manifestOf, measureCopyLab as measure } from './measure.js'
export {
  answerInWords as answer,
  copiesToCsv as toCsv,
  copyChapters as chapters,
  endingInWords as ending,
  shortCopyReport as short
} from './report.js'
