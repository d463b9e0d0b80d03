import { copy } from './copy.js'
import { gateway } from './gateway.js'
import { store } from './store.js'
import { upload } from './upload.js'

/** @import { Lab } from './lab-types.js' */

const all = /** @type {Lab[]} */ ([copy, upload, gateway, store])

/** By name. @type {Map<string, Lab>} */
export const labs = new Map(all.map(lab => [lab.name, lab]))
