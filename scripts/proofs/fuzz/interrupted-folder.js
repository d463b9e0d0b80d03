import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { analyse } from '../../../src/analyse.js'
import { readRunWithProfiles } from '../../../src/compare/save/read-left-profiles.js'
import { toMarkdown } from '../../../src/report/print/markdown.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { damages, inNewFolder, writeDamaged } from './damaged-file.js'
import { recordedFolders } from './recorded-folders.js'
import { assertPlain, assertRefused } from './refusal.js'

/** @import { Damage } from './damages.js' */
/** @import { FuzzTarget } from './targets.js' */

const { interrupted = new Map() } = recordedFolders
const session = { signal: new AbortController().signal, notify() {}, warn() {} }

/**
 * Damaged copies of a run that ended before it read its profiles: what the profilers left is read, or refused, and nothing is written
 * outside of the folder. Pages of such runs are drawn by the target run-folder.
 * @type {FuzzTarget<Damage[]>}
 */
export const interruptedFolder = {
  arbitrary: damages,
  check: own =>
    inNewFolder(async function check(base) {
      const root = path.join(base, 'run')
      const names = [...interrupted.keys()]
      const damagedNames = own.map(({ file }) => names[file % names.length])
      for (const [name, text] of interrupted)
        writeDamaged(
          path.join(root, name),
          text,
          own.filter((_, index) => damagedNames[index] === name)
        )
      try {
        const run = await readRunWithProfiles(new RunFolder(root), session)
        assertPlain(toMarkdown(analyse(run).analysis, run.manifest))
      } catch (error) {
        assertRefused(error, /fuzz-/)
      }
      assert.deepEqual(readdirSync(base), ['run'])
    })
}
