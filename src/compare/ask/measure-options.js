import { presetOf, STAGES } from '../../measure/rounds/presets.js'
import { profilers } from '../../profilers/index.js'
import { formatExactPercent } from '../../report/words/format.js'
import { BASELINE_NAMES, isBaselineName } from '../../runs/baselines.js'
import { MOST_ROUNDS } from '../../stats/detectable-effect.js'
import { badOption } from './bad-option.js'
import { readBudgets } from './budgets.js'

/** @import { ProfilerName } from '../../profile/types.js' */

/** Where runs are saved, relative to the working directory. */
export const PROFILES_FOLDER = 'profiles'

/** The load generators that can be named. */
export const GENERATORS = ['autocannon', 'artillery', 'paced']
const MAX_SLICE_S = 600
const MAX_TIME_S = 86_400
const MAX_SEED = 2 ** 31 - 1
const MOST_MARGIN_PERCENT = 100
/** As a person writes a number: no 0x10, 1e3 or Infinity. */
const DECIMAL = /^\d+(\.\d+)?$/
const FAIL_IF_SLOWER = '--fail-if-slower'
/** What is meant as a percentage, right or not: no server is started by a number. */
const NUMBER = /^\s*[-+]?\d+(?:\.\d+)?\s*%?\s*$/
const PERCENT = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/

/** @typedef {ReturnType<typeof readMeasureOptions>} MeasureOptions */

/** The options of every command that measures, for `parseArgs`. */
export const measureOptions = /** @type {const} */ ({
  profiler: { type: 'string' },
  load: { type: 'string' },
  rounds: { type: 'string' },
  duration: { type: 'string' },
  until: { type: 'string' },
  'max-time': { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  only: { type: 'string' },
  'fail-if-slower': { type: 'string' },
  'save-baseline': { type: 'string' },
  against: { type: 'string' },
  force: { type: 'boolean' },
  cold: { type: 'boolean' },
  quick: { type: 'boolean' },
  short: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' }
})

/**
 * @typedef {{ [Name in keyof typeof measureOptions]?: (typeof measureOptions)[Name]['type'] extends 'string' ? string : boolean }} MeasureValues
 *
 * @typedef {MeasureValues & { budgets?: Record<string, string> }} MeasureInput `budgets`: of a configuration
 */

/**
 * Returns arguments in which `--fail-if-slower` has a value, which can be left out: an empty one stands for the margin of the verdict.
 * @param {string[]} args
 */
export function withFailMargin(args) {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  return args.flatMap(function spell(word, index) {
    if (index < end && word === FAIL_IF_SLOWER) return isMargin(index + 1) ? [] : [`${FAIL_IF_SLOWER}=`]
    return index > 0 && args[index - 1] === FAIL_IF_SLOWER && isMargin(index) ? [`${FAIL_IF_SLOWER}=${word}`] : [word]
  })

  /** @param {number} index */
  function isMargin(index) {
    return index < end && NUMBER.test(args[index] ?? '')
  }
}

/**
 * Returns the options of a command that measures: `generators` is null for all that the experiment has, times are in
 * milliseconds, `untilHalfWidth` is a ratio, and what the experiment or the design decides is undefined. `named` are the profilers and
 * generators of the command line, some of which the preset leaves out.
 * `failIfSlower` is undefined where no margin is asked for; `marginRatio` is null for that of the experiment.
 * @param {MeasureInput} values
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readMeasureOptions(values) {
  if (values.until !== undefined && values.rounds !== undefined)
    throw badOption('--until', 'it needs a variable number of rounds', 'either --rounds or --until')
  if (values.only === 'counters' && (values.until !== undefined || values.cold))
    throw badOption('--only', 'counters are decided in a few rounds of warm servers', 'without --until and --cold')
  if (values.quick && values.short)
    throw badOption('--quick', 'it and --short are two kinds of short runs', 'either --quick or --short')
  const named = {
    profilers: readProfilers(values.profiler ?? 'none'),
    generators: values.load === undefined ? null : readGenerators(values.load)
  }
  const preset = presetOf(values)
  const profilers = preset.leavesOut.has('profilers') ? [] : named.profilers
  const generators = preset.leavesOut.has('loads') ? null : named.generators
  if (profilers.length > 0 && generators?.[0] === 'paced') {
    const problem = 'profilers need a load that saturates the server as the first one'
    throw badOption('--load', problem, 'autocannon or artillery first, such as autocannon,paced')
  }
  return {
    profilers,
    generators,
    named,
    preset,
    rounds: readNumber('--rounds', values.rounds, { min: 1, max: MOST_ROUNDS, whole: true }),
    sliceMs: inMs(readNumber('--duration', values.duration, { min: 0.2, max: MAX_SLICE_S, whole: false })),
    untilHalfWidth: readGoal(values.until),
    maxMs: readMaxMs(values['max-time']),
    seed: readSeed(values.seed),
    out: values.out ?? PROFILES_FOLDER,
    only: values.only === undefined ? undefined : readStage(values.only),
    failIfSlower: readFailMargin(values['fail-if-slower']),
    budgets: readBudgets(values.budgets ?? {}),
    baselines: readBaselines(values, generators),
    isCold: values.cold ?? false,
    isQuick: values.quick ?? false,
    isShort: values.short ?? false,
    dryRun: values['dry-run'] ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false
  }
}

/**
 * Returns the loads of a comparison of servers where none are named: one that saturates the servers, for the verdict, and one that
 * does not, for latency. A run of one load plays the first one.
 * @param {MeasureValues} values
 */
export function usualLoads(values) {
  return presetOf(values).leavesOut.has('loads') ? undefined : 'autocannon,paced'
}

/** Returns the names of options, as a person types them. @param {object} options */
export function optionNames(options) {
  return Object.keys(options)
    .map(name => `--${name}`)
    .join(' ')
}

/**
 * Returns the words that give a command the same options again, with the seed that a run had.
 * @param {MeasureOptions} options
 * @param {number} seed
 */
export function measureWords(
  {
    profilers,
    generators,
    rounds,
    sliceMs,
    untilHalfWidth,
    maxMs,
    only,
    failIfSlower,
    baselines,
    isCold,
    isQuick,
    isShort
  },
  seed
) {
  const words = ['--seed', seed]
  if (profilers.length > 0) words.push('--profiler', profilers.join(','))
  if (generators) words.push('--load', generators.join(','))
  if (rounds !== undefined) words.push('--rounds', rounds)
  if (sliceMs !== undefined) words.push('--duration', sliceMs / 1e3)
  if (untilHalfWidth !== undefined) words.push('--until', formatExactPercent(untilHalfWidth))
  if (maxMs !== undefined) words.push('--max-time', maxMs / 1e3)
  if (only !== undefined) words.push('--only', only)
  if (failIfSlower) words.push(failWord(failIfSlower))
  if (baselines.against !== undefined) words.push('--against', baselines.against)
  if (baselines.force) words.push('--force')
  if (isCold) words.push('--cold')
  if (isQuick) words.push('--quick')
  if (isShort) words.push('--short')
  return words.map(String)
}

/**
 * @param {string | undefined} text seconds
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readMaxMs(text) {
  return inMs(readNumber('--max-time', text, { min: 1, max: MAX_TIME_S, whole: false }))
}

/**
 * @param {string | undefined} text
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readSeed(text) {
  return readNumber('--seed', text, { min: 0, max: MAX_SEED, whole: true })
}

/** @param {string} text names with commas, or `none` @returns {ProfilerName[]} */
function readProfilers(text) {
  const names = text.split(',').map(name => readChoice('--profiler', name.trim(), [...profilers.keys()]))
  if (names.length > 1 && names.includes('none'))
    throw badOption('--profiler', '"none" and another profiler contradict each other', 'none, or names without it')
  return /** @type {ProfilerName[]} */ ([...new Set(names)].filter(name => name !== 'none'))
}

/** @param {string} text */
function readGenerators(text) {
  const names = text.split(',').map(name => readChoice('--load', name.trim(), GENERATORS))
  return [...new Set(names)]
}

/** @param {string} text */
function readStage(text) {
  return /** @type {(typeof STAGES)[number]} */ (readChoice('--only', text, [...STAGES]))
}

/** @type {(option: string, value: string, allowed: string[]) => string} */
function readChoice(option, value, allowed) {
  if (allowed.includes(value)) return value
  throw badOption(option, `"${value}" is not one of its values`, allowed.join(', '))
}

/**
 * @param {string} option
 * @param {string | undefined} text
 * @param {{ min: number, max: number, whole: boolean }} range
 * @returns {number | undefined}
 */
function readNumber(option, text, { min, max, whole }) {
  if (text === undefined) return undefined
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value
  const allowed = `a ${whole ? 'whole ' : ''}number from ${min} to ${max}`
  throw badOption(option, `"${text}" is not such a number`, allowed)
}

/**
 * Reads a half-width such as 1%: the percent sign is required, since 1 could mean 100%.
 * @param {string | undefined} text
 */
function readGoal(text) {
  if (text === undefined) return undefined
  const percent = PERCENT.exec(text)?.[1]
  if (percent !== undefined && Number(percent) >= 0.1 && Number(percent) <= 50) return Number(percent) / 100
  throw badOption('--until', `"${text}" is not such a percentage`, 'from 0.1% to 50%, such as --until 1%')
}

/**
 * Reads a margin such as 5%; an empty text is the margin of the experiment.
 * @param {string | undefined} text
 * @returns {{ marginRatio: number | null } | undefined}
 */
function readFailMargin(text) {
  if (text === undefined) return undefined
  if (text === '') return { marginRatio: null }
  const percent = PERCENT.exec(text)?.[1]
  if (percent !== undefined && Number(percent) <= MOST_MARGIN_PERCENT) return { marginRatio: Number(percent) / 100 }
  const allowed = `nothing, or from 0% to ${MOST_MARGIN_PERCENT}%, such as ${FAIL_IF_SLOWER} 5%`
  throw badOption(FAIL_IF_SLOWER, `"${text}" is not such a percentage`, allowed)
}

/** @param {NonNullable<MeasureOptions['failIfSlower']>} margin */
function failWord({ marginRatio }) {
  return marginRatio === null ? FAIL_IF_SLOWER : `${FAIL_IF_SLOWER}=${formatExactPercent(marginRatio)}`
}

/** @param {MeasureValues} values @param {string[] | null} generators */
function readBaselines({ 'save-baseline': save, against, force = false, cold }, generators) {
  if (force && against === undefined) throw badOption('--force', 'it is about --against', '--against <name> --force')
  const option = save !== undefined ? '--save-baseline' : against !== undefined ? '--against' : null
  if (option && cold)
    throw badOption('--cold', 'a baseline is of slices of one server at a time, and it has none', `without ${option}`)
  if (option && generators?.[0] === 'paced') {
    const problem = 'CPU per request depends on the rate of an open loop, which each run finds anew'
    throw badOption('--load', problem, `autocannon or artillery first, or without ${option}`)
  }
  return { save: readName('--save-baseline', save), against: readName('--against', against), force }
}

/** @type {(option: string, name: string | undefined) => string | undefined} */
function readName(option, name) {
  if (name === undefined || isBaselineName(name)) return name
  throw badOption(option, `"${name}" is no name of a baseline`, BASELINE_NAMES)
}

/** @param {number | undefined} seconds */
function inMs(seconds) {
  return seconds === undefined ? undefined : Math.round(seconds * 1e3)
}
