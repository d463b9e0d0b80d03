import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'workshop-upload-'
const REMOVAL = { recursive: true, force: true }

/**
 * Makes a folder for the temporary files of this process, and removes those that killed servers left. It is removed when the
 * process ends.
 * @returns {() => string} returns the path of a new file in it
 */
export function makeTempFolder() {
  removeLeftovers()
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  let files = 0
  process.once('exit', () => rmSync(folder, REMOVAL))
  return () => path.join(folder, `body-${++files}`)
}

/** Removes the folders of this user whose process has ended. */
function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    const folder = path.join(tmpdir(), name)
    if (pid > 0 && isOwn(folder) && !isRunning(pid)) rmSync(folder, REMOVAL)
  }
}

/** @param {string} folder */
function isOwn(folder) {
  return lstatSync(folder, { throwIfNoEntry: false })?.uid === (process.getuid?.() ?? 0)
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
