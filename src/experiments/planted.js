/**
 * @import { Load } from '../load/types.js'
 * @import { Experiment, Variant } from './types.js'
 */

/** Servers with a known cost in a function of its own: what verdicts and blame are checked against. */

const request = { path: '/', headers: { 'accept-encoding': 'gzip' } }

/** @type {Load[]} */
const loads = [{ generator: 'autocannon', mode: 'closed', connections: 100 }]

/** @type {Experiment} */
export const planted = {
  name: 'planted',
  question: 'Is a planted cost found, and nothing else?',
  variants: [
    plantedVariant('none'),
    plantedVariant('none again', 'none'),
    plantedVariant('burn:5'),
    plantedVariant('burn:20'),
    plantedVariant('burn:100'),
    plantedVariant('log'),
    plantedVariant('compress', 'compress', 'gzip')
  ],
  request,
  loads,
  primaryMetric: 'cpuMainThread',
  marginRatio: 0.02
}

/** @type {Experiment} */
export const plantedAllocation = {
  ...planted,
  name: 'planted-allocation',
  question: 'Are planted bytes found, and nothing else?',
  variants: [plantedVariant('none'), plantedVariant('none again', 'none'), plantedVariant('allocate')]
}

/**
 * Small costs: about 2, 5 and 10 % of the CPU that a request takes on the main thread, 177 µs on the machine where the
 * sizes were chosen. What was planted and how much that is, the recorded launches say themselves.
 * @type {Experiment}
 */
export const plantedSlices = {
  ...planted,
  name: 'planted-slices',
  question: 'How small a planted cost is found, and how often one where there is none?',
  variants: [
    plantedVariant('none'),
    plantedVariant('none again', 'none'),
    plantedVariant('burn:3.6'),
    plantedVariant('burn:9'),
    plantedVariant('burn:18')
  ]
}

/** @type {Experiment} */
export const plantedAlone = {
  ...plantedSlices,
  name: 'planted-alone',
  question: 'The same, for those who measure one server after the other.',
  variants: [plantedVariant('none'), plantedVariant('none again', 'none'), plantedVariant('burn:9')]
}

/**
 * @param {string} name
 * @param {string} [plant]
 * @param {string} [contentEncoding]
 * @returns {Variant}
 */
export function plantedVariant(name, plant = name, contentEncoding = 'identity') {
  return {
    name: name.replace(':', '-'),
    command: ['node', 'src/planted/server.js', plant],
    env: { PORT: '0', NODE_ENV: 'production' },
    contentEncoding
  }
}
