import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from '@jest/globals'

/** @type {string[]} */
const made = []

/** Creates a folder that is removed after the test. Call it inside a test. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'workshop-test-'))
  made.push(folder)
  return folder
}

/** Removes the folders of {@link temporaryFolder} after each test. Call it once at the top of a test file. */
export function removeTemporaryFolders() {
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
}
