import { formatCostDifference } from '../../src/report/words/format.js'
import { makeChange } from './make-change.js'

/** @import { Blamed, RunAnswer } from '../../src/report/types.js' */

/**
 * Returns an answer of a run as the index of runs shows it: about 10% slower, on a machine of two cores.
 * @param {Partial<RunAnswer>} [changes]
 * @returns {RunAnswer}
 */
export function makeAnswer(changes = {}) {
  return {
    candidate: 'log=sync',
    baseline: 'log=off',
    metric: 'cpuMainThread',
    what: 'main-thread CPU per request',
    verdict: 'slower',
    change: makeChange(0.08, 0.12),
    slices: 'shared-core',
    isCold: false,
    beside: '',
    marginRatio: 0.02,
    reason: null,
    folder: 'a run',
    hasPage: true,
    experiment: 'info-log',
    question: 'What does a log cost?',
    startedAt: '2026-01-01T00:00:00.000Z',
    status: 'complete',
    problem: null,
    versions: { node: 'v20.0.0' },
    machine: { cpuModel: 'a CPU', cores: 2, memoryBytes: 2 ** 33, platform: 'linux', release: '6' },
    gitCommit: 'abc1234',
    load: 'autocannon, 100 connections, closed loop',
    requests: 'GET /info',
    rounds: 8,
    isLab: false,
    sliceMs: 500,
    isQuick: false,
    profilers: ['cdp'],
    commands: { baseline: 'node server.js', candidate: 'node server.js --log sync' },
    figure: '+10.0%',
    line: null,
    blamed: [],
    ...changes
  }
}

/**
 * @param {Partial<Blamed>} [changes]
 * @returns {Blamed}
 */
export function makeBlamed(changes = {}) {
  const { difference, low, high } = { difference: 10, low: 8, high: 12, ...changes }
  return {
    unit: 'micros',
    isHeadline: true,
    name: 'burn',
    where: 'src/app.js',
    line: 1,
    difference,
    low,
    high,
    words: formatCostDifference({ difference, low, high }, changes.unit ?? 'micros'),
    evidence: 'confirmed by both profilers',
    ...changes
  }
}
