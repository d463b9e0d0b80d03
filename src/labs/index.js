import { copy } from './copy/lab.js'
import { gateway } from './gateway/lab.js'
import { store } from './store/lab.js'
import { upload } from './upload/lab.js'

/** @import { Lab } from './skeleton/types.js' */

const all = /** @type {Lab[]} */ ([copy, upload, gateway, store])

/** By name. @type {Map<string, Lab>} */
export const labs = new Map(all.map(lab => [lab.name, lab]))
