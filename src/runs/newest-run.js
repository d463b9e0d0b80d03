import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../errors.js'
import { runLayout } from './run-layout.js'

/**
 * The run that was started last: the names of run folders begin with the time.
 * @param {string} profilesFolder
 * @returns {string} its folder
 * @throws {WorkshopError} ERR_NO_SUCH_RUN
 */
export function newestRun(profilesFolder) {
  const names = existsSync(profilesFolder) ? readdirSync(profilesFolder) : []
  const roots = names.map(name => path.join(profilesFolder, name)).filter(root => existsSync(runLayout(root).manifest))
  const newest = roots
    .filter(root => /^\d{4}-/.test(path.basename(root)))
    .sort()
    .at(-1)
  if (newest) return newest
  throw new WorkshopError('ERR_NO_SUCH_RUN', { path: profilesFolder, problem: 'there is no run in it yet' })
}
