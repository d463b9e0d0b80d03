import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { workshopVersion } from '../system/files/workshop-root.js'

/**
 * Writes the stack of an error that nobody expected into a file that is not there yet, or else into one in a new temporary folder.
 * @param {unknown} error
 * @param {string} [file] in a run folder
 * @returns {string | null} the file; null where none can be written
 */
export function writeDefect(error, file) {
  const { version, platform, arch } = process
  const text = `profiling-workshop ${workshopVersion()}, Node.js ${version}, ${platform} ${arch}\n\n${inspect(error)}\n`
  const inFolder = file === undefined ? null : write(() => file, text)
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
