/**
 * By key of `compare()` and of the configuration file: the option of the command line that it stands for, and how its value is
 * written there.
 *
 * @typedef {Record<string, [option: string, toValue: (value: any) => any]>} OptionsOfKeys
 */

/** The keys that say how to measure. @type {OptionsOfKeys} */
export const measureKeys = {
  profilers: ['profiler', names => names.join() || 'none'],
  loads: ['load', names => names.join()],
  rounds: ['rounds', String],
  maxSeconds: ['max-time', String],
  only: ['only', String],
  budgets: ['budgets', asItIs],
  seed: ['seed', String],
  out: ['out', String]
}

/**
 * Returns what `parseArgs` would have read for the keys that are set.
 * @param {OptionsOfKeys} options
 * @param {Record<string, unknown>} keys
 * @returns {Record<string, any>}
 */
export function valuesOfKeys(options, keys) {
  return Object.fromEntries(
    Object.entries(options).flatMap(([key, [option, toValue]]) =>
      keys[key] === undefined ? [] : [[option, toValue(keys[key])]]
    )
  )
}

/** @template Value @param {Value} value @returns {Value} */
function asItIs(value) {
  return value
}
