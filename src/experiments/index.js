import { infoGzip } from './info-gzip.js'
import { infoLog } from './info-log.js'

/** @type {Map<string, import('../types.js').Experiment>} */
export const experiments = new Map([infoLog, infoGzip].map(experiment => [experiment.name, experiment]))
