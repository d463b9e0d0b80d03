import { infoExperiment, infoLog } from '../../../src/experiments/info.js'
import { kinds } from '../../../test/fixtures/servers/zoo/catalog.js'

/** @import { Experiment, Variant } from '../../../src/experiments/types.js' */
/** @import { ProfilerName } from '../../../src/profile/types.js' */
/** @import { Kind } from '../../../test/fixtures/servers/zoo/catalog.js' */

/** Which runs the proof plays, and in which order. */

/**
 * @typedef {'again' | 'cost'} Question `again`: the baseline compared with itself, or with another variant that does the same;
 *   `cost`: with the candidate
 *
 * @typedef {object} PlannedRun
 * @property {string} kind
 * @property {Question} question
 * @property {number} repetition from 0
 * @property {boolean} isVerdictOnly without profilers
 *
 * @typedef {Pick<PlannedRun, 'kind' | 'question' | 'repetition' | 'isVerdictOnly'> & { node: string }} RunKey
 */

/** The app under study, of which there are runs without change only. */
export const INFO = 'info'
/** The kinds with many packages are played only where they are named. */
export const usualNames = [...kinds.map(({ name }) => name), INFO]
const REPETITIONS = 5
/** In each of the first repetitions one run of every kind; of the app under study more, in all of them. */
const COST_RUNS = 2
const AGAIN_RUNS = 4
const INFO_RUNS_PER_REPETITION = 8
/** @type {ProfilerName[]} */
const PROFILERS = ['cdp', 'prof']
/** Spreads the kinds' numbers, so that no two runs of the plan have the same order of launches. */
const SEEDS_PER_REPETITION = 1000

/**
 * Returns all runs under one version of Node.js: one repetition of every kind after the other, so that a proof that is
 * stopped early has all kinds.
 * @param {string[]} names of the kinds, and `info`
 * @param {'verdict' | 'all'} [only] all runs without profilers, or all with; else those of the baseline with itself have none
 * @returns {PlannedRun[]}
 */
export function planRuns(names, only) {
  return Array.from({ length: REPETITIONS }, (_, repetition) => names.flatMap(name => runsOf(name, repetition))).flat()

  /** @param {string} kind @param {number} repetition @returns {PlannedRun[]} */
  function runsOf(kind, repetition) {
    if (kind === INFO) {
      const first = repetition * INFO_RUNS_PER_REPETITION
      return Array.from({ length: INFO_RUNS_PER_REPETITION }, (_, index) => runOf(kind, 'again', first + index))
    }
    const costs = repetition < COST_RUNS ? [runOf(kind, 'cost', repetition)] : []
    return repetition < AGAIN_RUNS ? [...costs, runOf(kind, 'again', repetition)] : costs
  }

  /** @param {string} kind @param {Question} question @param {number} repetition @returns {PlannedRun} */
  function runOf(kind, question, repetition) {
    const isVerdictOnly = only === 'verdict' || (only !== 'all' && question === 'again')
    return { kind, question, repetition, isVerdictOnly }
  }
}

/**
 * Returns the names of one part, so that several machines can share the kinds; none where there is no such part.
 * @param {string[]} names
 * @param {string} part such as 2/4: the second of four parts
 */
export function partOf(names, part) {
  const [, place, parts] = /^(\d+)\/(\d+)$/.exec(part) ?? []
  return names.filter((_, index) => index % Number(parts) === Number(place) - 1)
}

/**
 * Returns the names of what is played: those that are listed, or all but the kinds with many packages, or one part of either.
 * @param {{ kinds?: string, part?: string }} options `kinds`: names with commas
 */
export function chosenNames({ kinds: listed, part = '1/1' }) {
  return partOf(listed?.split(',') ?? usualNames, part)
}

/**
 * Returns what distinguishes a run from all others: a planned run whose row has the same is not played again.
 * @param {RunKey} run
 */
export function keyOf({ kind, question, repetition, isVerdictOnly, node }) {
  const [major] = node.split('.')
  return [kind, question, repetition, isVerdictOnly ? 'verdict' : 'all', major].join(' ')
}

/**
 * Returns what a planned run asks of `recordRun`.
 * @param {PlannedRun} planned
 * @param {Kind[]} all
 */
export function orderOf({ kind: name, question, repetition, isVerdictOnly }, all) {
  const place = all.findIndex(kind => kind.name === name)
  const kind = all[place]
  const experiment = kind ? zooExperiment(kind, question) : infoAgain()
  const seed = (repetition + 1) * SEEDS_PER_REPETITION + (place + 1) * 2 + Number(question === 'cost')
  return {
    label: `${name}, ${question} ${repetition + 1}${isVerdictOnly ? ', verdict only' : ''}`,
    experiment,
    seed,
    design: isVerdictOnly ? { only: /** @type {const} */ ('verdict') } : { profilers: PROFILERS }
  }
}

/** @returns {Experiment} */
function infoAgain() {
  const [baseline] = infoLog.variants
  const again = { ...baseline, name: 'again' }
  const loads = infoExperiment.loads.slice(0, 1)
  return { ...infoLog, name: 'zoo-info-again', variants: [baseline, again], loads }
}

/** @type {(kind: Kind, question: Question) => Experiment} */
function zooExperiment(kind, question) {
  const { name, baseline, same = baseline, candidate, contentEncoding = 'identity', path = '/' } = kind
  const other = question === 'again' ? variant('again', same) : variant('candidate', candidate)
  return {
    name: `zoo-${name}-${question}`,
    question: question === 'again' ? `Are two servers of ${name} the same?` : `Is the change of ${name} found?`,
    variants: [variant('baseline', baseline), other],
    request: { path, headers: { 'accept-encoding': 'gzip' } },
    loads: kind.expected === 'latency only' ? infoExperiment.loads : infoExperiment.loads.slice(0, 1),
    primaryMetric: kind.primaryMetric ?? 'cpuMainThread',
    marginRatio: infoExperiment.marginRatio
  }

  /** @param {string} named @param {string[]} command @returns {Variant} */
  function variant(named, command) {
    return { name: named, command, env: { PORT: '0', NODE_ENV: 'production' }, contentEncoding }
  }
}
