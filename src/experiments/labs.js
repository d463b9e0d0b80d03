import { copy } from './copy.js'

/** @import { Lab } from './lab-types.js' */

/** @type {Map<string, Lab>} */
export const labs = new Map([copy].map(lab => [lab.name, lab]))
