import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { workshopVersion } from '../system/files/workshop-root.js'
import { runLayout } from './run-layout.js'

/**
 * Writes the stack of an error that nobody expected into the run folder, or else into a new temporary folder. An older one is kept.
 * @param {unknown} error
 * @param {string} [root] the run folder
 * @returns {string | null} the file; null where none can be written
 */
export function writeDefect(error, root) {
  const { version, platform, arch } = process
  const text = `profiling-workshop ${workshopVersion()}, Node.js ${version}, ${platform} ${arch}\n\n${inspect(error)}\n`
  const inFolder = root === undefined ? null : write(() => runLayout(root).defect, text)
  return inFolder ?? write(temporaryFile, text)
}

function temporaryFile() {
  return path.join(mkdtempSync(path.join(tmpdir(), 'workshop-defect-')), 'defect.txt')
}

/** @param {() => string} placeOf returns the path of a file that is not there yet @param {string} text */
function write(placeOf, text) {
  try {
    const file = placeOf()
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    return file
  } catch {
    return null
  }
}
