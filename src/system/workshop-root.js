import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. The commands of built-in experiments are relative to it. */
export const workshopRoot = fileURLToPath(new URL('../../', import.meta.url))

/** How a person starts a command: of an installed package, or of a clone. */
export const typedCommand = workshopRoot.split(path.sep).includes('node_modules')
  ? 'npx profiling-workshop'
  : 'node scripts/workshop.js'

/** Returns the version in package.json. @returns {string} */
export function workshopVersion() {
  return JSON.parse(readFileSync(path.join(workshopRoot, 'package.json'), 'utf8')).version
}
