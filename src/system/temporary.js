import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { processPlace, processStart } from './process-table.js'
import { isRunning, runProgram } from './processes.js'

const NAME = /^workshop-(\d+)-(\d+)-([0-9a-f]{8})-/
/** The system that has been up since one boot, and what its ids of processes belong to. */
const place = createHash('sha256').update(JSON.stringify(processPlace())).digest('hex').slice(0, 8)

/**
 * Makes a folder for temporary files. Its name has the process that made it, so that a later one can remove what a killed one has left.
 * @param {string} [folder] that of the system for temporary files when absent
 * @returns {string} the real path, which is what V8 reports: the temporary folder of macOS is a link
 */
export function makeTemporary(folder = tmpdir()) {
  const owner = `workshop-${process.pid}-${processStart(process.pid) ?? 0}-${place}`
  return realpathSync(mkdtempSync(path.join(folder, `${owner}-`)))
}

/**
 * Removes the temporary folders of processes that were killed: those of this user, this boot and the same namespace of ids. What cannot
 * be removed stays.
 * @param {string[]} folders that have them
 */
export async function removeLeftFolders(folders = [tmpdir()]) {
  // In a container without /proc, the same name can be that of another one.
  if (process.platform === 'linux' && processStart(process.pid) === null) return
  for (const folder of folders.filter(existsSync))
    for (const name of readdirSync(folder).filter(isOfEnded)) await removeOwn(path.join(folder, name)).catch(() => {})
}

/** @param {string} folder */
async function removeOwn(folder) {
  const stats = lstatSync(folder)
  if (!stats.isDirectory() || stats.uid !== (process.geteuid?.() ?? stats.uid)) return
  // A worktree is known to its repository.
  if (existsSync(path.join(folder, '.git')))
    await runProgram('git', ['worktree', 'remove', '--force', '--force', folder], { cwd: folder })
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Returns whether a folder is a temporary one, and the process that made it has ended. @param {string} folder */
export function isOfEnded(folder) {
  const [, pid, start, madeAt] = NAME.exec(path.basename(folder)) ?? []
  if (madeAt !== place) return false
  return !isRunning(Number(pid)) || (processStart(Number(pid)) ?? 0) !== Number(start)
}
