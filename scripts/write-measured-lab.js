import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { labs as known } from '../src/labs/index.js'
import { recordFiles } from '../src/labs/skeleton/measure-lab.js'
import { RunFolder } from '../src/runs/run-folder.js'
import { writeAtomic, writeJson } from '../src/system/files/files.js'
import { measuredLabPages, runName } from './lab/measured-lab-pages.js'
import { thinMemory } from './lab/thin-memory.js'
import { sealRun } from './seal-run.js'

/** @import { Lab } from '../src/labs/skeleton/types.js' */
/** @import { SavedLab } from './lab/measured-lab-pages.js' */

/**
 * Writes the figures of a lab into docs/labs/<name>.md and the pages beside it, and what was measured:
 * `node scripts/write-measured-lab.js <run folder> <run folder> <run folder>`: the figures are the middle ones of three runs, with their
 * ranges. Given docs/labs/<name>-run and those beside it, it writes the text again from what is there. More folders are runs of other
 * parts: of the limits of the upload lab, or of the first requests, the step, the overheads, the virtual users and the peak of the gateway
 * lab.
 */
const MOST_MEMORY_POINTS = 300

const [given = '', ...more] = process.argv.slice(2)
const saved = readSaved(given)
const { name } = saved.manifest.lab
const labs = path.join(import.meta.dirname, '../docs/labs')
const others = more.map(readSaved)
const again = others.filter(({ manifest }) => ['table', saved.manifest.plan.part].includes(manifest.plan.part))
const parts = others.filter(other => !again.includes(other))
const kept = withoutPlace(parts.reduce(withPart, saved))
const ranges = again.map(withoutPlace)
if (again.some(({ manifest }) => manifest.plan.length !== saved.manifest.plan.length))
  throw new Error('runs of one length can be compared')
for (let index = 1 + ranges.length; existsSync(path.join(labs, runName(name, index))); index++)
  rmSync(path.join(labs, runName(name, index)), { recursive: true })
for (const [index, run] of [kept, ...ranges].entries()) await keep(run, path.join(labs, runName(name, index)))
for (const [page, text] of Object.entries(measuredLabPages(kept, ranges))) {
  const file = path.join(labs, page)
  await writeAtomic(file, text)
  console.log(path.relative('', file))
}

/** @param {string} folder @returns {SavedLab} */
function readSaved(folder) {
  if (folder === '') throw new Error('name the run folder of a lab')
  const run = new RunFolder(folder).readLab(known)
  if (!run) throw new Error(`${folder} is not the run of a lab`)
  return /** @type {any} */ (run)
}

/** Returns a run with the records of another part, and the variants that only this one has. @param {SavedLab} run @param {SavedLab} other @returns {SavedLab} */
function withPart(run, other) {
  if ('probes' in run && 'probes' in other) return { ...run, probes: other.probes }
  if (!('firsts' in run && 'firsts' in other)) throw new Error('only the upload lab and the gateway lab have parts')
  const { lab } = run.manifest
  const added = other.manifest.lab.variants.filter(({ name }) => !lab.variants.some(own => own.name === name))
  return {
    ...run,
    manifest: { ...run.manifest, lab: { ...lab, variants: [...lab.variants, ...added] } },
    cells: [...run.cells, ...other.cells],
    firsts: [...run.firsts, ...other.firsts],
    checks: [...run.checks, ...other.checks]
  }
}

/**
 * Returns a run without the folder that it ran in, and with fewer points of memory.
 * @param {SavedLab} run
 * @returns {SavedLab}
 */
function withoutPlace(run) {
  const manifest = /** @type {any} */ ({ ...run.manifest, folder: '/srv/profiling-workshop/' })
  if (!('launches' in run)) return { ...run, manifest }
  const launches = run.launches.map(launch => ({
    ...launch,
    memory: thinMemory(launch.memory, launch.marks, MOST_MEMORY_POINTS)
  }))
  return { ...run, manifest, launches }
}

/** Writes what the text is made of. @param {SavedLab} run @param {string} folder */
async function keep({ manifest, ...records }, folder) {
  const files = Object.entries(recordFiles(/** @type {Lab} */ (known.get(manifest.lab.name))))
  await writeJson(path.join(folder, 'run.json'), manifest)
  for (const [kind, file] of files) {
    const own = /** @type {Record<string, object[]>} */ (records)[kind] ?? []
    await writeAtomic(path.join(folder, file), own.map(record => `${JSON.stringify(record)}\n`).join(''))
  }
  sealRun(folder)
}
