import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. The commands of built-in experiments are relative to it. */
export const workshopRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** Whether this is an installed package, and not a clone. */
export const isInstalled = workshopRoot.split(path.sep).includes('node_modules')

/** As the registry has it, and as the versions of a run name it. */
export const PACKAGE_NAME = 'profiling-workshop'

/** How a person starts a command, from the folder where this one was started. */
export const typedCommand = isInstalled
  ? 'npx profiling-workshop'
  : `node ${path.relative('', path.join(workshopRoot, 'scripts/workshop.js'))}`

/** Returns the version in package.json. @returns {string} */
export function workshopVersion() {
  return JSON.parse(readFileSync(path.join(workshopRoot, 'package.json'), 'utf8')).version
}
