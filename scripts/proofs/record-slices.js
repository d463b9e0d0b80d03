import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { watchForInterrupts } from '../../src/cli/interrupts.js'
import { WorkshopError } from '../../src/errors.js'
import { plantedAlone, plantedSlices } from '../../src/experiments/planted.js'
import { makeDesign } from '../../src/measure/design.js'
import { runExperiment } from '../../src/measure/run-experiment.js'
import { readRun } from '../../src/runs/read-run.js'

/**
 * @import { Experiment } from '../../src/experiments/types.js'
 * @import { Design } from '../../src/measure/types.js'
 */

/**
 * Records slices of servers with a known cost, to be resampled by verdict-tables.js:
 * `node scripts/proofs/record-slices.js [folder] [--only part] [--rounds n]`. It can be interrupted and goes on where it was.
 *
 * - interleaved: a round is five rounds of the workshop's own, as it measures by default: nothing planted beside nothing
 *   again, twice, and beside each planted cost. A bit more than a minute a round.
 * - alone: as everybody else does, one fresh server after the other, always in the same order. A minute a round.
 *
 * The parts take turns, a round of the one and a round of the other, so that a machine that is slower for a while is slower
 * for both.
 *
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {Experiment} experiment
 * @property {number} rounds
 * @property {number} runsOfRound saved runs that are one round together
 * @property {(run: number) => Experiment} experimentOf
 * @property {Partial<Design>} design where it differs from the workshop's own
 * @property {number} done runs
 */

/** Twice again: false alarms are rare, and take the most rounds to count. */
const BESIDE_NOTHING = ['none again', 'burn-3.6', 'burn-9', 'none again', 'burn-18']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, rounds: { type: 'string' } }
})
const folder = path.resolve(positionals[0] ?? 'profiles/slices')
const manifests = readManifests()
const parts = [
  makePart({
    name: 'interleaved',
    experiment: plantedSlices,
    rounds: 22,
    runsOfRound: BESIDE_NOTHING.length,
    experimentOf: run => besideNothing(BESIDE_NOTHING[run % BESIDE_NOTHING.length] ?? ''),
    design: {}
  }),
  makePart({
    name: 'alone',
    experiment: plantedAlone,
    rounds: 14,
    runsOfRound: plantedAlone.variants.length,
    experimentOf: run => onlyVariant(plantedAlone, run % plantedAlone.variants.length),
    // A tenth of a second, to see that the answers are right; then 20 s without a pause.
    design: { warmupMs: 100, sliceMs: 5000, slices: { sharedCore: 0, separate: 4, profiled: 4 } }
  })
].filter(({ name }) => values.only === undefined || values.only === name)

const interrupts = watchForInterrupts()
try {
  for (let part = nextPart(); part; part = nextPart()) await recordRun(part)
} catch (error) {
  if (!(error instanceof WorkshopError)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}
interrupts.stop()

/**
 * @param {Omit<Part, 'done'>} planned
 * @returns {Part}
 */
function makePart(planned) {
  const done = manifests.filter(
    ({ status, experiment }) => status === 'complete' && experiment.name === planned.experiment.name
  )
  return { ...planned, rounds: Number(values.rounds ?? planned.rounds), done: done.length }
}

/** A round that was begun is ended; then it is the turn of the part with the smaller share done. */
function nextPart() {
  const open = parts.filter(part => shareDone(part) < 1)
  const begun = open.find(({ done, runsOfRound }) => done % runsOfRound !== 0)
  return begun ?? open.sort((one, other) => shareDone(one) - shareDone(other))[0]
}

/** @param {Part} part */
function shareDone({ done, rounds, runsOfRound }) {
  return done / (rounds * runsOfRound)
}

/** @param {Part} part */
async function recordRun(part) {
  const { name, done, rounds, runsOfRound } = part
  const experiment = part.experimentOf(done)
  const round = Math.floor(done / runsOfRound)
  console.error(
    `${name}: round ${round + 1} of ${rounds}, ${experiment.variants.map(variant => variant.name).join(', ')}`
  )
  const { root, problem } = await runExperiment({
    experiment,
    design: {
      ...makeDesign({ profilers: [], loads: experiment.loads, seed: done, quick: false, rounds: 1 }),
      ...part.design
    },
    profilesFolder: folder,
    reproduce: `node scripts/proofs/record-slices.js --only ${name}`,
    signal: interrupts.signal,
    notify: event => {
      if (event.type === 'preflight') for (const { code } of event.findings) console.error(`  ${code}`)
    }
  })
  if (problem) throw problem
  part.done++
  console.error(`  ${path.relative('', root)}`)
}

/**
 * @param {string} name
 * @returns {Experiment}
 */
function besideNothing(name) {
  const [nothing, ...others] = plantedSlices.variants
  const other = others.find(variant => variant.name === name)
  if (!other) throw new TypeError(`${name} is no variant of ${plantedSlices.name}`)
  return { ...plantedSlices, variants: [nothing, other] }
}

/**
 * Two variants are what a verdict needs; to measure one is no different.
 * @param {Experiment} experiment
 * @param {number} index
 * @returns {Experiment}
 */
function onlyVariant(experiment, index) {
  const variants = /** @type {unknown} */ (experiment.variants.slice(index, index + 1))
  return { ...experiment, variants: /** @type {Experiment['variants']} */ (variants) }
}

function readManifests() {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.map(name => readRun(path.join(folder, name)).manifest)
}
