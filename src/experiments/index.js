import { copyRoute } from './copy-route.js'
import { gatewayOverheads } from './gateway-overheads.js'
import { info } from './info.js'
import { infoGzip } from './info-gzip.js'
import { infoLog } from './info-log.js'
import { storeQueues } from './store-queues.js'

/** @import { Experiment } from './types.js' */

/** @type {Map<string, Experiment>} */
export const experiments = new Map(
  [info, infoLog, infoGzip, copyRoute, gatewayOverheads, storeQueues].map(experiment => [experiment.name, experiment])
)
