import { randomInt } from 'node:crypto'
import { presetOf } from '../../measure/rounds/presets.js'
import { badOption } from './bad-option.js'
import { readBudgets } from './budgets.js'
import { measureOptions } from './options.js'

/** @import { Kind, OptionRow, OptionRows } from './option-kinds.js' */

const FAIL_IF_SLOWER = '--fail-if-slower'
/** What is meant as a percentage, right or not: no server is started by a number. */
const NUMBER = /^\s*[-+]?\d+(?:\.\d+)?\s*%?\s*$/

/** @typedef {ReturnType<typeof readMeasureOptions>} MeasureOptions */

/**
 * @template {OptionRows} Rows
 * @typedef {{ [Name in keyof Rows as Rows[Name] extends { as: infer As extends string } ? As : Name]: ReturnType<Rows[Name]['kind']['read']> }} ReadRows
 */

/**
 * @typedef {{ [Name in keyof typeof measureOptions]?: (typeof measureOptions)[Name]['kind'] extends Kind<boolean> ? boolean : string }} MeasureValues
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
 * Returns what options are in code, each by its own name there.
 * @template {OptionRows} Rows
 * @param {Rows} rows
 * @param {Record<string, any>} values by the name that is typed
 * @returns {ReadRows<Rows>}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readRows(rows, values) {
  const read = Object.entries(rows).map(([name, { as = name, kind, default: usual }]) => [
    as,
    kind.read(values[name] ?? usual, `--${name}`)
  ])
  return Object.fromEntries(read)
}

/**
 * Returns the options of a command that measures: `generators` is null for all that the experiment has, times are in
 * milliseconds, `untilHalfWidth` is a ratio, and what the experiment or the design decides is undefined. `named` are the profilers and
 * generators of the command line, some of which the preset leaves out.
 * @param {MeasureInput} values
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readMeasureOptions(values) {
  refuseContradictions(values)
  const { profilers: allProfilers, generators: allGenerators, ...read } = readRows(measureOptions, values)
  const preset = presetOf(values)
  const profilers = preset.leavesOut.has('profilers') ? [] : allProfilers
  const generators = preset.leavesOut.has('loads') ? null : allGenerators
  if (profilers.length > 0 && generators?.[0] === 'paced') {
    const problem = 'profilers need a load that saturates the server as the first one'
    throw badOption('--load', problem, 'autocannon or artillery first, such as autocannon,paced')
  }
  return {
    ...read,
    profilers,
    generators,
    preset,
    named: { profilers: allProfilers, generators: allGenerators },
    budgets: readBudgets(values.budgets ?? {}),
    baselines: readBaselines(read, generators)
  }
}

/** Returns the seed that a command was given, or else a random one; of shards, which have one seed together, the first. @param {Pick<MeasureOptions, 'seed' | 'shard'>} options */
export function seedOf({ seed, shard }) {
  return seed ?? (shard ? 1 : randomInt(1e6))
}

/** @param {MeasureInput} values */
function refuseContradictions({ until, rounds, only, cold, quick, short }) {
  if (until !== undefined && rounds !== undefined)
    throw badOption('--until', 'it needs a variable number of rounds', 'either --rounds or --until')
  if (only === 'counters' && (until !== undefined || cold))
    throw badOption('--only', 'counters are decided in a few rounds of warm servers', 'without --until and --cold')
  if (quick && short)
    throw badOption('--quick', 'it and --short are two kinds of short runs', 'either --quick or --short')
}

/**
 * Returns the loads of a comparison of servers where none are named: one that saturates the servers, for the verdict, and one that
 * does not, for latency. A run of one load plays the first one.
 * @param {MeasureValues} values
 */
export function usualLoads(values) {
  return presetOf(values).leavesOut.has('loads') ? undefined : 'autocannon,paced'
}

/**
 * Returns rows in the order in which the parser, a completion and the command that repeats a run have them. What is not in it comes
 * after the others.
 * @template {OptionRows} Rows
 * @param {Rows} rows @returns {Rows}
 */
export function inTypedOrder(rows) {
  const first = TYPED_ORDER.flatMap(name => (rows[name] ? [[name, rows[name]]] : []))
  return { ...Object.fromEntries(first), ...rows }
}

const TYPED_ORDER =
  'profiler load rounds duration until max-time seed shard out only fail-if-slower allow-undecided save-baseline against force cold quick \
short dry-run json quiet path method header secret body body-file request requests login health name cwd ref node package preload prepare clean port memory \
companion config'.split(' ')

/**
 * Returns the words that give a command the same options again, with the seed that a run had.
 * @param {MeasureOptions} options @param {number} seed
 */
export function measureWords(options, seed) {
  /** @type {Record<string, any>} */
  const values = options
  const words = Object.entries(inTypedOrder(measureOptions)).flatMap(([name, row]) => wordsOf(name, row, values))
  return ['--seed', String(seed), ...words]
}

/** @param {string} name @param {OptionRow} row @param {Record<string, any>} options @returns {string[]} */
function wordsOf(name, { as = name, kind }, options) {
  const value = options[as]
  if (kind.isOnce || value === undefined || value === null || value === false) return []
  if (!kind.write) return [`--${name}`]
  const text = kind.write(value)
  // Only what can be given without a value needs its equals sign.
  if (kind.label?.startsWith('[')) return [text === '' ? `--${name}` : `--${name}=${text}`]
  return text === '' ? [] : [`--${name}`, text]
}

/** @param {{ save?: string, against?: string, force: boolean, isCold: boolean }} read @param {string[] | null} generators */
function readBaselines({ save, against, force, isCold }, generators) {
  if (force && against === undefined) throw badOption('--force', 'it is about --against', '--against <name> --force')
  const option = save !== undefined ? '--save-baseline' : against !== undefined ? '--against' : null
  if (option && isCold)
    throw badOption('--cold', 'a baseline is of slices of one server at a time, and it has none', `without ${option}`)
  if (option && generators?.[0] === 'paced') {
    const problem = 'CPU per request depends on the rate of an open loop, which each run finds anew'
    throw badOption('--load', problem, `autocannon or artillery first, or without ${option}`)
  }
  return { save, against, force }
}

/**
 * Returns what `parseArgs` would have read for the keys of the configuration that are set.
 * @param {OptionRows} rows @param {Record<string, any>} keys
 * @param {'servers' | 'request'} [of] the key that has them
 * @returns {Record<string, any>}
 */
export function valuesOfKeys(rows, keys, of) {
  const found = Object.entries(rows).flatMap(function read([name, { key, kind }]) {
    const value = key && key.of === of ? keys[key.name] : undefined
    return value === undefined ? [] : [[name, kind.typed ? kind.typed(value) : value]]
  })
  return { ...Object.fromEntries(found), ...(of === undefined && keys.budgets && { budgets: keys.budgets }) }
}
