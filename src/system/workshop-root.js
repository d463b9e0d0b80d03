import { fileURLToPath } from 'node:url'

/** The folder of package.json. The commands of built-in experiments are relative to it. */
export const workshopRoot = fileURLToPath(new URL('../../', import.meta.url))
