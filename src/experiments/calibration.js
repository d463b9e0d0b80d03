/** @import { Experiment, Variant } from './types.js' */

/**
 * A server compared with itself, and with itself plus a known cost in a function of its own: measures how far a
 * machine's verdicts and blame can be trusted.
 * @type {Experiment}
 */
export const calibration = {
  name: 'calibration',
  question: 'Are identical servers distinguished, and planted costs found?',
  variants: [
    plantedVariant('none'),
    plantedVariant('none again', 'none'),
    plantedVariant('burn:10'),
    plantedVariant('log'),
    plantedVariant('allocate')
  ],
  request: { path: '/', headers: { 'accept-encoding': 'gzip' } },
  loads: [{ generator: 'autocannon', mode: 'closed', connections: 100 }],
  primaryMetric: 'cpuMainThread',
  marginRatio: 0.02
}

/**
 * The variant that is identical to the baseline, and the function that has each planted cost. With fewer rounds than
 * `fewestRounds` neither spreads nor false alarms mean much.
 */
export const calibrationTruths = {
  fewestRounds: 6,
  identical: 'none again',
  plantedFunctions: new Map([
    ['burn-10', 'burn'],
    ['log', 'log'],
    ['allocate', 'allocate']
  ])
}

/**
 * Returns a variant that is src/planted/server.js with one plant.
 * @param {string} name @param {string} [plant] @param {string} [contentEncoding] @returns {Variant}
 */
export function plantedVariant(name, plant = name, contentEncoding = 'identity') {
  return {
    name: name.replace(':', '-'),
    command: ['node', 'src/planted/server.js', plant],
    env: { PORT: '0', NODE_ENV: 'production' },
    contentEncoding
  }
}
