import { makeChange } from './make-change.js'

/** @import { Calibration } from '../../src/verdict/types.js' */

/**
 * @param {Partial<Calibration>} [changes]
 * @returns {Calibration}
 */
export function makeCalibration(changes = {}) {
  return {
    schemaVersion: 1,
    at: '2026-01-02T03:04:05.000Z',
    node: 'v20.0.0',
    machine: {
      cpuModel: 'A CPU (R) @ 2 GHz',
      cores: 2,
      memoryBytes: 2 ** 33,
      platform: 'linux',
      pinnableCores: [0, 1]
    },
    quick: false,
    rounds: 8,
    spreads: { cpuMainThread: 0.01, cpuPerRequest: 0.02 },
    identical: { change: makeChange(-0.01, 0.01, 8), verdict: 'no difference' },
    planted: [
      {
        variant: 'burn-10',
        truth: { micros: 10, relative: 0.05 },
        change: makeChange(0.04, 0.07, 8),
        isCovered: true,
        blamed: { micros: 12, errorRatio: 0.2, isConfirmed: true, isFirst: true }
      },
      { variant: 'log', truth: null, change: makeChange(0.1, 0.2, 8), isCovered: null, blamed: null }
    ],
    ...changes
  }
}
