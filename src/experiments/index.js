import { info, infoGzip, infoLog } from './info.js'

/** Of this folder: those of the labs stand in theirs. */
export const builtIn = [info, infoLog, infoGzip]
