import { copyLab } from './copy/lab.js'
import { gatewayLab } from './gateway/lab.js'
import { storeLab } from './store/lab.js'
import { uploadLab } from './upload/lab.js'

/** @import { Lab } from './skeleton/types.js' */

/** @type {Lab[]} */
const all = [copyLab, uploadLab, gatewayLab, storeLab]

/** By name. @type {Map<string, Lab>} */
export const labs = new Map(all.map(lab => [lab.question.name, lab]))
