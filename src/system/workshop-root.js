import { fileURLToPath } from 'node:url'

/** The folder of package.json: built-in experiments name their servers relative to it. */
export const workshopRoot = fileURLToPath(new URL('../../', import.meta.url))
