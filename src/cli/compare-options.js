import { parseArgs } from 'node:util'
import { checkProfilers, usualProfilers } from '../library/asked-variants.js'
import { invalidUse } from '../library/bad-option.js'
import { measureOptions, optionNames, readMeasureOptions, usualLoads } from '../library/measure-options.js'
import { readRequestOptions, requestOptions } from './request-options.js'
import { readVariantOptions, variantOptions } from './variant-options.js'

/** @typedef {ReturnType<typeof readCompareOptions>} CompareOptions */

const options = { ...measureOptions, ...requestOptions, ...variantOptions }

/**
 * Returns the options of `workshop compare`: those of every measurement, the variants and the requests.
 * @param {string[]} args
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readCompareOptions(args) {
  const { values, positionals } = parse(args)
  const asked = readVariantOptions(values, positionals)
  const isBrief = values.only !== undefined || values.cold || values.quick
  const profiler = values.profiler ?? (isBrief ? undefined : usualProfilers(asked.variants).join())
  const load = values.load ?? usualLoads(values)
  const measured = readMeasureOptions({ ...values, load, profiler })
  checkProfilers(asked.variants, measured.profilers)
  return { ...measured, ...asked, ...readRequestOptions(values) }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw invalidUse('workshop compare', `${optionNames(options)} --help`, error)
  }
}
