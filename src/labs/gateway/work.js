export { analyseGateway as analyse } from './analysis/analyse-gateway.js'
export { gatewayManifest as manifestOf, measureGatewayLab as measure } from './measure/cells.js'
export { gatewayPage as page } from './page.js'
export {
  gatewayAnswer as answer,
  gatewayChapters as chapters,
  gatewayEnding as ending,
  shortGatewayReport as short
} from './report/sections.js'
export { gatewaysToCsv as toCsv } from './report/tables.js'
