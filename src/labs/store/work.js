export { analyseStore as analyse } from './analysis/analyse-store.js'
export { measureStoreLab as measure, storeManifest as manifestOf } from './measure/cells.js'
export { storePage as page } from './page.js'
export {
  shortStoreReport as short,
  storeAnswerInWords as answer,
  storeChapters as chapters,
  storeEndingInWords as ending
} from './report/sections.js'
export { storeToCsv as toCsv } from './report/tables.js'
