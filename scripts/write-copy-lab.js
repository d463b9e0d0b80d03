import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { labRecords } from '../src/runs/lab-records.js'
import { readLab } from '../src/runs/read-run.js'
import { runLayout } from '../src/runs/run-layout.js'
import { writeAtomic, writeJson } from '../src/system/files.js'
import { copyLabText } from './lab/copy-text.js'

/** @import { SavedLabs } from '../src/runs/read-run.js' */

/**
 * Writes the figures of a copy lab into docs/labs/copy.md, and what was measured beside it: `node scripts/write-copy-lab.js [run folder]`.
 * Without a run folder, the text is written again from what is there.
 */
const root = path.join(import.meta.dirname, '..')
const kept = path.join(root, 'docs/labs/copy-run')
const [given = kept] = process.argv.slice(2)
const saved = /** @type {SavedLabs['copy'] | null} */ (readLab(given))
if (saved?.manifest.lab.name !== 'copy') throw new Error(`${given} is not the run of a copy lab`)
const { manifest, cells, otherRequests } = saved
const own = { ...manifest, folder: '/srv/profiling-workshop/' }
const layout = runLayout(kept)
await mkdir(kept, { recursive: true })
await writeJson(layout.manifest, own)
await writeAtomic(layout.records(labRecords.copy.cells), linesOf(cells))
await writeAtomic(layout.records(labRecords.copy.otherRequests), linesOf(otherRequests))
const file = path.join(root, 'docs/labs/copy.md')
await writeAtomic(file, copyLabText({ manifest: own, cells, otherRequests }))
console.log(path.relative('', file))

/** @param {object[]} records */
function linesOf(records) {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}
