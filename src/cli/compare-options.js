import { parseArgs } from 'node:util'
import { isNode } from '../profilers/is-node.js'
import { invalidUse } from './bad-option.js'
import { measureOptions, optionNames, readMeasureOptions } from './measure-options.js'
import { readRequestOptions, requestOptions } from './request-options.js'
import { readVariantOptions, variantOptions } from './variant-options.js'

/** @import { Variant } from '../experiments/types.js' */

/** @typedef {ReturnType<typeof readCompareOptions>} CompareOptions */

const options = { ...measureOptions, ...requestOptions, ...variantOptions }
/** One that saturates the server, for the verdict, and one that does not, for latency. A short run plays the first one. */
const LOADS = 'autocannon,paced'
/** Where a program is not node itself, only what works through the inspector reaches the server. */
const PROFILERS = { node: 'prof,cdp', other: 'cdp' }

/**
 * Returns the options of `workshop compare`: those of every measurement, the variants and the request.
 * @param {string[]} args
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readCompareOptions(args) {
  const { values, positionals } = parse(args)
  const asked = readVariantOptions(values, positionals)
  const hasBlame = !values.only && !values.cold && !values.quick
  const profiler = values.profiler ?? (hasBlame ? profilersFor(asked.variants) : undefined)
  const load = values.load ?? (hasBlame ? LOADS : undefined)
  return { ...readMeasureOptions({ ...values, load, profiler }), ...asked, request: readRequestOptions(values) }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw invalidUse('workshop compare', `${optionNames(options)} --help`, error)
  }
}

/** @param {Variant[]} variants */
function profilersFor(variants) {
  return variants.every(({ command: [program = ''] }) => isNode(program)) ? PROFILERS.node : PROFILERS.other
}
