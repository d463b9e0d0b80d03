import { info } from './info.js'
import { infoGzip } from './info-gzip.js'
import { infoLog } from './info-log.js'

/** Of this folder: those of the labs stand in theirs. */
export const builtIn = [info, infoLog, infoGzip]
