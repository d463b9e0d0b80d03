import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { listCommand } from '../../../src/cli/commands/list.js'
import { trendCommand } from '../../../src/cli/commands/trend.js'
import { analyseCopies } from '../../../src/labs/copy/analysis.js'
import { labs } from '../../../src/labs/index.js'
import { writeIndex } from '../../../src/page/write-index.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { damages, writeDamaged } from './damaged-file.js'
import { printedBy } from './printed-by.js'
import { recordedFolders } from './recorded-folders.js'
import { assertPlain, assertRefused } from './refusal.js'

/** @import { Damage } from './damages.js' */
/** @import { FuzzTarget } from './targets.js' */

/** @typedef {{ manifest: string, analysis: string }} Run the texts of its files */

const INDEX = path.join('profiles', 'index.html')
const FEW_ROWS = 3
/** Every file of a run that the page of all runs reads; analysis.json more often. */
const damaged = fc.constantFrom('analysis.json', 'analysis.json', 'analysis.json', 'run.json')

/** @type {{ base: string, runs: Record<string, Run> } | undefined} */
let made

/**
 * Folders with runs of an experiment and of a lab, one of them damaged, through `list`, `trend` and the page of all runs: no odd figure,
 * and nothing is written but that page.
 * @type {FuzzTarget<{ name: string, file: string, own: Damage[] }>}
 */
export const savedAnalyses = {
  arbitrary: fc.record({ name: fc.constantFrom('info-2', 'info-2', 'copy-2'), file: damaged, own: damages }),
  async check({ name, file, own }) {
    made ??= makeRuns()
    const { base, runs } = made
    const out = path.join(base, 'profiles')
    rmSync(out, { recursive: true, force: true })
    for (const [run, texts] of Object.entries(runs)) writeRun(path.join(out, run), texts, run === name ? file : '', own)
    const before = entriesIn(base)
    await checkCommands(out, name.slice(0, -2))
    assert.deepEqual(
      entriesIn(base).filter(entry => entry !== INDEX),
      before
    )
  },
  close() {
    if (made) rmSync(made.base, { recursive: true, force: true })
    made = undefined
  }
}

/** @type {(out: string, experiment: string) => Promise<void>} */
async function checkCommands(out, experiment) {
  const ways = [() => listCommand(['--out', out]), () => trendCommand([experiment, '--out', out])]
  const inJson = [() => listCommand(['--json', '--out', out]), () => trendCommand([experiment, '--json', '--out', out])]
  for (const command of [...ways, ...inJson]) {
    const { printed, error } = await printedBy(command)
    if (error) assertRefused(error, /fuzz-/)
    else if (inJson.includes(command)) JSON.parse(printed)
    assertPlain(printed)
  }
  assertPlain(readFileSync(await writeIndex(out), 'utf8'))
}

function makeRuns() {
  const base = mkdtempSync(path.join(tmpdir(), 'fuzz-runs-'))
  const [info, copy] = [sampleRun(), labRun(path.join(base, 'lab'))]
  return { base, runs: { 'info-1': earlier(info), 'info-2': info, 'copy-1': earlier(copy), 'copy-2': copy } }
}

/** @returns {Run} the committed run, with a few rows of its blame */
function sampleRun() {
  const text = readFileSync(path.join(workshopRoot, 'profiles/sample/analysis.json'), 'utf8')
  const { schemaVersion, experiment, question, folder, status, problem, rounds, quick, verdicts, blames } =
    JSON.parse(text)
  const few = blames.map((/** @type {{ rows: unknown[], headline: number[] }} */ blame) => ({
    ...blame,
    rows: blame.rows.slice(0, FEW_ROWS),
    headline: blame.headline.filter(index => index < FEW_ROWS)
  }))
  const analysis = {
    schemaVersion,
    experiment,
    question,
    folder,
    status,
    problem,
    rounds,
    quick,
    verdicts,
    blames: few
  }
  return { manifest: recordedFolders.sample?.get('run.json') ?? '', analysis: JSON.stringify(analysis) }
}

/** @param {string} root @returns {Run} */
function labRun(root) {
  mkdirSync(root)
  for (const [name, text] of recordedFolders.copy ?? []) writeFileSync(path.join(root, name), text)
  const read = /** @type {any} */ (new RunFolder(root).readLab(labs))
  const { lab, ...analysis } = analyseCopies(read)
  return { manifest: recordedFolders.copy?.get('run.json') ?? '', analysis: JSON.stringify(analysis) }
}

/** @param {Run} run @returns {Run} the same of a day before */
function earlier({ manifest, analysis }) {
  const { startedAt, ...others } = JSON.parse(manifest)
  const before = new Date(Date.parse(startedAt) - 86_400_000).toISOString()
  return { manifest: JSON.stringify({ ...others, startedAt: before }), analysis }
}

/** @type {(root: string, texts: Run, damagedFile: string, own: Damage[]) => void} */
function writeRun(root, { manifest, analysis }, damagedFile, own) {
  for (const [file, text] of Object.entries({ 'run.json': manifest, 'analysis.json': analysis }))
    writeDamaged(path.join(root, file), text, file === damagedFile ? own : [])
}

/** @param {string} base */
function entriesIn(base) {
  return readdirSync(base, { recursive: true, encoding: 'utf8' }).sort()
}
