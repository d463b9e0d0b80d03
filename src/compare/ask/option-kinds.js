import { didYouMean } from '../../errors/words.js'
import { PROFILER_NAMES } from '../../profilers/names.js'
import { formatExactPercent } from '../../report/words/format.js'
import { BASELINE_NAMES, isBaselineName } from '../../runs/run-layout.js'
import { FEWEST_MACHINES } from '../../verdict/decide/classify-change.js'
import { badOption } from './bad-option.js'

/** @import { ProfilerName } from '../../profile/types.js' */

/**
 * @template Value
 * @typedef {object} Kind how the value of an option is typed, read and repeated
 * @property {string} [label] of its value in the help; a flag has none
 * @property {boolean} [multiple] whether it can be given several times
 * @property {string[]} [values] that a shell completes
 * @property {boolean} [isOnce] whether the command that repeats a run leaves it out
 * @property {object} [schema] of its key in the configuration
 * @property {(value: any) => any} [typed] returns the value of the key as a person types it
 * @property {(text: any, option: string) => Value} read
 * @property {(value: any) => string} [write] returns the value as a person types it; nothing where it is left out
 */

/**
 * @typedef {object} OptionKey the key of the configuration that stands for an option
 * @property {string} name
 * @property {string} [about] its description in the schema
 * @property {readonly unknown[]} [examples]
 * @property {'servers' | 'request'} [of] the key that has it
 *
 * @typedef {object} OptionRow
 * @property {string} [as] its name in code; the same without it
 * @property {Kind<any>} kind
 * @property {string} [default] as a person types it
 * @property {string} [help]
 * @property {readonly string[]} [also] the commands that have it besides those of its part of the table
 * @property {OptionKey} [key]
 * @property {string} [shortFor] the option that has the name of this one as a value
 *
 * @typedef {Record<string, OptionRow>} OptionRows by the name that is typed
 */

/** As a person writes a number: no 0x10, 1e3 or Infinity. */
const DECIMAL = /^\d+(\.\d+)?$/
const PERCENT = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/
const MOST_MARGIN_PERCENT = 100

/** @type {Kind<boolean>} */
export const flag = { read: value => value ?? false }

/** @param {string} label @returns {Kind<any>} */
export function text(label) {
  return { label, read: asItIs }
}

/** @param {string} label @returns {Kind<any>} */
export function texts(label) {
  return { ...text(label), multiple: true }
}

/**
 * Returns a kind that the command that repeats a run leaves out.
 * @template Value
 * @param {Kind<Value>} kind @returns {Kind<Value>}
 */
export function once(kind) {
  return { ...kind, isOnce: true }
}

/** A folder. @type {Kind<string>} */
export const folder = { ...text('<folder>'), schema: { type: 'string', minLength: 1 } }

/** @type {(label: string, range: { min: number, max: number, whole?: boolean }) => Kind<number | undefined>} */
export function number(label, { min, max, whole = true }) {
  return {
    label,
    schema: { type: whole ? 'integer' : 'number', minimum: min, maximum: max },
    typed: String,
    write: String,
    read(typed, option) {
      if (typed === undefined) return undefined
      const value = DECIMAL.test(typed) ? Number(typed) : Number.NaN
      if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value
      throw badOption(
        option,
        `"${typed}" is not such a number`,
        `a ${whole ? 'whole ' : ''}number from ${min} to ${max}`
      )
    }
  }
}

/** Returns a kind that is typed in seconds and read in milliseconds. @param {{ min: number, max: number }} range @returns {Kind<number | undefined>} */
export function seconds(range) {
  const kind = number('<s>', { ...range, whole: false })
  return { ...kind, read: (typed, option) => inMs(kind.read(typed, option)), write: ms => String(ms / 1e3) }
}

/** @param {number} [value] of seconds */
function inMs(value) {
  return value === undefined ? undefined : Math.round(value * 1e3)
}

/**
 * @template {string} Name
 * @param {string} label @param {readonly Name[]} values @returns {Kind<Name | undefined>}
 */
export function choice(label, values) {
  return {
    label,
    values: [...values],
    schema: { enum: values },
    write: asItIs,
    read: (typed, option) => (typed === undefined ? undefined : readChoice(option, typed, values))
  }
}

/**
 * Returns a kind of names with commas.
 * @template {string} Name
 * @param {readonly Name[]} values
 * @returns {Kind<Name[] | null>} null where none are named
 */
export function list(values) {
  return {
    label: '<names>',
    values: [...values],
    schema: { type: 'array', items: { enum: values }, minItems: 1 },
    typed: names => names.join(),
    write: names => names?.join() ?? '',
    read(typed, option) {
      if (typed === undefined) return null
      const names = /** @type {string} */ (typed)
        .split(',')
        .map(name => readChoice(option, name.trim(), values))
      return [...new Set(names)]
    }
  }
}

const names = list(PROFILER_NAMES)

/** Names with commas, or `none`. @type {Kind<ProfilerName[]>} */
export const profilerNames = {
  ...names,
  schema: { type: 'array', items: { enum: PROFILER_NAMES.filter(name => name !== 'none') } },
  typed: chosen => chosen.join() || 'none',
  read(typed, option) {
    const chosen = names.read(typed, option) ?? []
    if (chosen.length > 1 && chosen.includes('none'))
      throw badOption(option, '"none" and another profiler contradict each other', 'none, or names without it')
    return /** @type {ProfilerName[]} */ (chosen.filter(name => name !== 'none'))
  }
}

/** A half-width such as 1%: the percent sign is required, since 1 could mean 100%. @type {Kind<number | undefined>} */
export const goal = {
  label: '<n%>',
  write: formatExactPercent,
  read(typed, option) {
    if (typed === undefined) return undefined
    const percent = PERCENT.exec(typed)?.[1]
    if (percent !== undefined && Number(percent) >= 0.1 && Number(percent) <= 50) return Number(percent) / 100
    throw badOption(option, `"${typed}" is not such a percentage`, 'from 0.1% to 50%, such as --until 1%')
  }
}

/** A margin such as 5%; an empty text, or `marginRatio: null`, is the margin of the experiment. @type {Kind<{ marginRatio: number | null } | undefined>} */
export const margin = {
  label: '[margin]',
  values: ['2%', '5%', '10%'],
  write: ({ marginRatio }) => (marginRatio === null ? '' : formatExactPercent(marginRatio)),
  read(typed, option) {
    if (typed === undefined) return undefined
    if (typed === '') return { marginRatio: null }
    const percent = PERCENT.exec(typed)?.[1]
    if (percent !== undefined && Number(percent) <= MOST_MARGIN_PERCENT) return { marginRatio: Number(percent) / 100 }
    const allowed = `nothing, or from 0% to ${MOST_MARGIN_PERCENT}%, such as ${option} 5%`
    throw badOption(option, `"${typed}" is not such a percentage`, allowed)
  }
}

/** Which one of several runs, such as 2/4. @type {Kind<{ index: number, count: number } | undefined>} */
export const shardNumber = {
  label: '<n/m>',
  write: ({ index, count }) => `${index}/${count}`,
  read(typed, option) {
    if (typed === undefined) return undefined
    const [, index = 0, count = 0] = /^(\d{1,3})\/(\d{1,3})$/.exec(typed)?.map(Number) ?? []
    if (index >= 1 && index <= count && count >= FEWEST_MACHINES) return { index, count }
    throw badOption(
      option,
      `"${typed}" is no such number`,
      `from 1/${FEWEST_MACHINES} to 999/999, such as ${option} 2/4`
    )
  }
}

/** The name of a saved baseline. @type {Kind<string | undefined>} */
export const baselineName = {
  label: '<name>',
  write: asItIs,
  read(typed, option) {
    if (typed === undefined || isBaselineName(typed)) return typed
    throw badOption(option, `"${typed}" is no name of a baseline`, BASELINE_NAMES)
  }
}

/**
 * @template {string} Name
 * @param {string} option @param {string} value @param {readonly Name[]} allowed
 */
function readChoice(option, value, allowed) {
  const found = allowed.find(each => each === value)
  if (found !== undefined) return found
  throw badOption(option, `"${value}" is not one of its values${didYouMean(value, [...allowed])}`, allowed.join(', '))
}

/** @template Value @param {Value} value @returns {Value} */
function asItIs(value) {
  return value
}
