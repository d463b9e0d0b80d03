import { analyse } from '../../src/analyse.js'
import { makeChange } from './make-change.js'
import { makeMeasured, makeRounds } from './make-run.js'

/** @import { Blame, BlameRow, Card } from '../../src/blame/types.js' */
/** @import { SourceExcerpt } from '../../src/runs/types.js' */
/** @import { Analysis } from '../../src/types.js' */
/** @import { MetricName, Verdict, VerdictName } from '../../src/verdict/types.js' */

const place = { file: '/srv/app/src/route.js', line: 25 }
const blamed = {
  line: 27,
  cost: { baseline: 0, candidate: 24.9, difference: 24.9, low: 17, high: 33 },
  evidence: /** @type {const} */ ('confirmed')
}
const consoleLog = { name: 'log', file: 'node:internal/console/constructor', line: 1 }

/**
 * Returns a row of `answer`, in a call below console.log.
 * @param {number} micros
 * @param {string} called
 * @param {Partial<BlameRow>} [changes]
 * @returns {BlameRow}
 */
export function makeStepRow(micros, called, changes = {}) {
  return {
    group: 'app',
    packageName: null,
    threads: null,
    poolUser: null,
    owner: { name: 'answer', file: place.file, line: place.line },
    path: [consoleLog, { name: called, file: 'node:util', line: 1 }],
    isSpread: false,
    joined: null,
    caller: null,
    cost: {
      baseline: 0,
      candidate: micros,
      difference: micros,
      low: micros - 4,
      high: micros + 4,
      pValue: 0.001,
      share: 0.2
    },
    evidence: 'confirmed',
    ...changes
  }
}

/** Returns a card from 429 µs to 481 µs with a line that has two steps. @param {Partial<Card>} [changes] @returns {Card} */
export function makeCard(changes = {}) {
  return {
    candidate: 'on',
    baseline: 'off',
    verdict: 'slower',
    threads: 'main',
    total: {
      baselineMicros: 429,
      candidateMicros: 481,
      difference: { micros: 52, low: 42, high: 62 },
      relative: makeChange(0.098, 0.144),
      rounds: 13
    },
    noTotal: null,
    places: [
      {
        place,
        line: blamed.line,
        lines: [blamed],
        cost: { micros: 24.9, low: 17, high: 33 },
        steps: [
          { row: 0, micros: 15.2 },
          { row: 1, micros: 9.7 }
        ]
      }
    ],
    pairTotal: null,
    others: null,
    unattributed: { micros: 27.1, low: 14, high: 40 },
    apart: [],
    transfer: null,
    ...changes
  }
}

/**
 * Returns the analysis of a run with {@link makeCard}.
 * @param {object} [changes]
 * @param {Partial<Card>} [changes.card]
 * @param {VerdictName} [changes.verdict]
 * @param {MetricName} [changes.metric]
 * @param {string} [changes.candidate]
 * @param {string} [changes.line] the blamed source line
 * @param {string} [changes.step] what the first row calls
 * @param {BlameRow[]} [changes.more] rows of the blame
 * @param {SourceExcerpt['omitted']} [changes.omitted]
 * @param {SourceExcerpt[] | null} [changes.sources]
 * @returns {Analysis}
 */
export function makeCardAnalysis({
  card,
  verdict = 'slower',
  metric = 'cpuMainThread',
  candidate = 'on',
  line = "    if (toggles.log === 'sync') console.log(info)",
  step = 'inspect',
  more = [],
  omitted = null,
  sources
} = {}) {
  const analysis = analyse(makeMeasured({ slices: makeRounds({ rounds: 6, costRatio: 1.2 }) })).analysis
  const [measured] = analysis.verdicts
  const rows = [makeStepRow(15.2, step), makeStepRow(9.7, 'writeSync'), ...more]
  const change = verdict === 'slower' ? makeChange(0.08, 0.12) : makeChange(-0.01, 0.02)
  const text = { firstLine: 26, lines: ['    const info = collectInfo()', line, '    send(info)'] }
  const excerpt = { ...place, line: blamed.line, text: omitted ? null : text, omitted }
  return {
    ...analysis,
    baseline: 'off',
    candidates: [candidate],
    verdicts: [
      .../** @type {Verdict[]} */ ([
        { ...measured, candidate, baseline: 'off', verdict, metric, change, slices: 'shared-core' }
      ])
    ],
    blames: [
      /** @type {Blame} */ (
        /** @type {unknown} */ ({
          candidate,
          baseline: 'off',
          unit: 'micros',
          rows,
          rounds: 13,
          total: { baseline: 450, candidate: 510 }
        })
      )
    ],
    cards: [makeCard({ candidate, ...card })],
    sources: sources === undefined ? [excerpt] : sources
  }
}
