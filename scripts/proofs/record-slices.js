import path from 'node:path'
import { parseArgs } from 'node:util'
import { untilInterrupted } from '../until-interrupted.js'
import { plantedAlone, plantedSlices } from './lib/planted-experiments.js'
import { completeRuns, recordRun } from './lib/record.js'

/**
 * @import { Experiment } from '../../src/experiments/types.js'
 * @import { Design } from '../../src/measure/types.js'
 */

/**
 * Records slices of servers with a known cost, to be resampled by verdict-tables.js:
 * `node scripts/proofs/record-slices.js [folder] [--only part] [--rounds n]`. An interrupted recording continues where it
 * stopped.
 *
 * - interleaved: a round is five rounds as the workshop measures them by default: nothing planted against nothing again,
 *   twice, and against each planted cost. A bit more than a minute per round.
 * - alone: one fresh server after the other, always in the same order, as most people measure. A minute per round.
 *
 * The parts take turns, so that a machine that is slower for a while is slower for both.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {Experiment} experiment
 * @property {number} rounds
 * @property {Experiment[]} runs that make one round
 * @property {Partial<Design>} changes to the workshop's own design
 * @property {number} done runs
 */

/** Twice again: false alarms are rare, and take the most rounds to count. */
const AGAINST_NOTHING = ['none again', 'burn-3.6', 'burn-9', 'none again', 'burn-18']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, rounds: { type: 'string' } }
})
const folder = path.resolve(positionals[0] ?? 'profiles/slices')
/** @type {Part[]} */
const parts = [
  {
    name: 'interleaved',
    experiment: plantedSlices,
    rounds: 22,
    runs: AGAINST_NOTHING.map(name => withVariants(plantedSlices, ['none', name])),
    changes: {},
    done: 0
  },
  {
    name: 'alone',
    experiment: plantedAlone,
    rounds: 14,
    runs: plantedAlone.variants.map(({ name }) => withVariants(plantedAlone, [name])),
    // A tenth of a second, to check the answers; then 20 s without a pause.
    changes: { warmupMs: 100, sliceMs: 5000, slices: { sharedCore: 0, separate: 4, profiled: 4 } },
    done: 0
  }
]
  .filter(({ name }) => values.only === undefined || values.only === name)
  .map(part => ({
    ...part,
    rounds: Number(values.rounds ?? part.rounds),
    done: completeRuns(folder, part.experiment.name).length
  }))

await untilInterrupted(async function recordParts(signal) {
  for (let part = nextPart(); part; part = nextPart()) {
    const { name, done, rounds, runs, changes } = part
    const experiment = /** @type {Experiment} */ (runs[done % runs.length])
    const compared = experiment.variants.map(variant => variant.name).join(', ')
    await recordRun({
      label: `${name}: round ${Math.floor(done / runs.length) + 1} of ${rounds}, ${compared}`,
      experiment,
      seed: done,
      folder,
      reproduce: `node scripts/proofs/record-slices.js --only ${name}`,
      signal,
      design: { rounds: 1 },
      changes
    })
    part.done++
  }
})

/** A round that was begun is ended; then the part with the smaller share done comes next. */
function nextPart() {
  const open = parts.filter(part => shareDone(part) < 1)
  const begun = open.find(({ done, runs }) => done % runs.length !== 0)
  return begun ?? open.sort((one, other) => shareDone(one) - shareDone(other))[0]
}

/** @param {Part} part */
function shareDone({ done, rounds, runs }) {
  return done / (rounds * runs.length)
}

/**
 * @param {Experiment} experiment
 * @param {string[]} names two are what a verdict needs; measuring one works the same
 * @returns {Experiment}
 */
function withVariants(experiment, names) {
  const variants = /** @type {unknown} */ (experiment.variants.filter(({ name }) => names.includes(name)))
  return { ...experiment, variants: /** @type {Experiment['variants']} */ (variants) }
}
