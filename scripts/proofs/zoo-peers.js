import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { evidenceOf } from '../../src/blame/evidence.js'
import { toFolded } from '../../src/profile/export/to-folded.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { sum } from '../../src/stats/means.js'
import { autocannonCompare, nodeCoreCompare, summariseSamples } from './lib/peer-methods.js'
import { header, percent, row } from './lib/tables.js'

/** @import { LaunchCosts } from '../../src/blame/costs/launch-costs.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */
/** @import { ZooRow } from './lib/zoo-row.js' */

/**
 * What other methods say of the launches of the zoo's runs with a cost: `node scripts/proofs/zoo-peers.js [folder]`. The launches
 * without a profiler are compared by requests/s under autocannon: with Welch's test, one figure per launch, as Node core's
 * benchmark/compare.js does, and as autocannon-compare does. The CPU of each profiled launch is written as folded stacks in µs
 * per 1,000 requests below <folder>/folded/<kind>, for tools that compare profiles.
 */
const folder = path.resolve(process.argv[2] ?? 'profiles/zoo')
/** @type {ZooRow[]} */
const rows = readFileSync(path.join(folder, 'rows.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line))

const columns = ['kind', 'truth, µs', 'this tool', 'Welch on requests/s', 'autocannon-compare']
const compared = rows.filter(({ question, folder: run }) => question === 'cost' && run !== null)
console.log([...header(columns), ...compared.map(rowOf)].join('\n'))

/** @param {ZooRow} played */
function rowOf({ kind, folder: name, findings }) {
  const run = new RunFolder(path.join(folder, name ?? '')).read()
  writeStacks(kind, run)
  const own = run.slices.filter(
    ({ profiler, load, beside }) => profiler === 'none' && load.generator === 'autocannon' && beside.length === 0
  )
  const [baseline = [], candidate = []] = run.manifest.experiment.variants.map(({ name: variant }) =>
    own.filter(slice => slice.variant === variant)
  )
  const truth = findings?.truthMicros?.value
  return row(
    kind,
    truth === undefined ? '-' : truth.toFixed(1),
    findings?.verdict ?? '-',
    welchText(nodeCoreCompare(ratesOf(baseline), ratesOf(candidate))),
    winnerText(autocannonCompare(summaryOf(baseline), summaryOf(candidate)))
  )
}

/** @param {SliceRecord[]} slices @returns {number[]} requests/s by launch */
function ratesOf(slices) {
  return [...new Set(slices.map(({ launch }) => launch))].map(launch => {
    const own = slices.filter(slice => slice.launch === launch)
    return (sum(own.map(({ completed }) => completed)) / sum(own.map(({ durationMs }) => durationMs))) * 1e3
  })
}

/** @param {SliceRecord[]} slices */
function summaryOf(slices) {
  return summariseSamples(slices.flatMap(({ toolResult }) => /** @type {any} */ (toolResult).samples))
}

/** @param {ReturnType<typeof nodeCoreCompare>} found */
function welchText({ relative, pValue }) {
  const verdict = pValue > 0.05 ? 'no difference' : relative < 0 ? 'slower' : 'faster'
  return `${verdict} (${percent(relative)}, p = ${pValue.toFixed(3)})`
}

/** @param {ReturnType<typeof autocannonCompare>} found of the baseline and the candidate */
function winnerText({ aWins, bWins }) {
  return aWins ? 'slower' : bWins ? 'faster' : 'no difference'
}

/** @type {(kind: string, run: ReturnType<RunFolder['read']>) => void} */
function writeStacks(kind, { manifest: { experiment, design }, slices, trees }) {
  const [baseline = '', ...candidates] = experiment.variants.map(({ name }) => name)
  const profiled = { trees, slices, isValid: () => true, load: design.detailLoad }
  const launches = evidenceOf(profiled, baseline, candidates).get('prof')?.launches ?? []
  for (const launch of launches) {
    const side = path.join(folder, 'folded', kind, launch.variant)
    mkdirSync(side, { recursive: true })
    writeFileSync(path.join(side, `${launch.launch}.folded`), foldedOf(launch))
  }
}

/** @param {LaunchCosts} launch */
function foldedOf({ threads }) {
  return threads
    .map(({ tree, costPerWeight }) => {
      const self = Array.from(tree.profile.nodes.self, weight => Math.round(weight * costPerWeight * 1e3))
      return toFolded({ ...tree.profile, nodes: { ...tree.profile.nodes, self } })
    })
    .join('')
}
