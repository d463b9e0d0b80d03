import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { reportCommand } from '../../../src/cli/commands/report.js'
import { damage, damagedText } from './damages.js'
import { checkOutside, entriesOutside, OUTSIDE, runFolderIn, writeOutside } from './outside-files.js'
import { printedBy } from './printed-by.js'
import { recordedFolders } from './recorded-folders.js'
import { assertPlain, assertRefused } from './refusal.js'

/** @import { Damage } from './damages.js' */
/** @import { FuzzTarget } from './targets.js' */

const NAMES_FILE = /\.(json|jsonl|html|log|txt|md)\b|profiles.run/

/**
 * Damaged copies of recorded run folders: `report` prints no odd number, or fails with a code and the name of a file; it writes nothing
 * outside of the folder but the index, and prints nothing from there.
 * @type {FuzzTarget<{ recorded: string, damages: Damage[] }>}
 */
export const runFolder = {
  arbitrary: fc.record({
    recorded: fc.constantFrom(...Object.keys(recordedFolders)),
    damages: fc.array(damage, { minLength: 1, maxLength: 3 })
  }),
  async check({ recorded, damages }) {
    const base = mkdtempSync(path.join(tmpdir(), 'fuzz-run-'))
    try {
      const root = runFolderIn(base)
      writeFolder(root, damagedFolder(/** @type {Map<string, string>} */ (recordedFolders[recorded]), damages))
      writeOutside(base)
      const before = entriesOutside(base)
      const { printed, error } = await printedBy(() => reportCommand([root]))
      if (error) assertRefused(error, NAMES_FILE)
      const texts = error ? [error.message] : textsOf(root, ['summary.md', 'report.html'])
      for (const text of [printed, ...texts]) assertPlain(text, OUTSIDE)
      checkOutside(before, entriesOutside(base))
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  }
}

/** @typedef {Map<string, string | null | ((file: string) => void)>} Folder bytes as Latin-1, by path */

/** @param {Map<string, string>} recorded @param {Damage[]} damages @returns {Folder} */
function damagedFolder(recorded, damages) {
  /** @type {Folder} */
  const folder = new Map(recorded)
  const names = [...recorded.keys()]
  for (const each of damages) {
    const name = names[each.file % names.length] ?? ''
    const text = folder.get(name)
    if (typeof text === 'string') folder.set(name, damagedText(text, each))
  }
  return folder
}

/** @type {(root: string, folder: Folder) => void} */
function writeFolder(root, folder) {
  for (const [name, content] of folder) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    if (typeof content === 'string') writeFileSync(file, content, 'latin1')
    else content?.(file)
  }
}

/** @type {(root: string, names: string[]) => string[]} */
function textsOf(root, names) {
  return names.map(name => readFileSync(path.join(root, name), 'utf8'))
}
