import { relativeChange } from '../../src/stats/intervals.js'
import { sum } from '../../src/stats/means.js'
import { seededRandom, shuffled } from '../../src/stats/seeded-random.js'
import { classifyChange } from '../../src/verdict/decide/classify-change.js'
import { savedRounds, saveRounds } from './bank/rounds.js'
import { bankServers, PLANTED_PERCENT } from './bank/servers.js'
import { header, percent, row } from './lib/tables.js'

/** @import { BankRound, BankSlice } from './bank/rounds.js' */

/**
 * How often a run of the bank's rounds is right: `node scripts/proofs/bank-table.js [folder]` draws rounds that record-bank.js
 * recorded as runs, and prints false alarms, power, half-widths and what either kind of slices measures. With the folder of a
 * recording it saves its rounds first.
 */
const MARGIN = 0.02
const DRAWS = 1000
const RUN_ROUNDS = [6, 9]
const [folder] = process.argv.slice(2)
const rounds = folder ? saveRounds(folder) : savedRounds()

console.log('### What each kind of slices measures: mean change over all rounds, and by how much a round is off\n')
console.log(header(['server', 'planted', 'rounds', 'together', 'SD', 'separate', 'SD']).join('\n'))
for (const [server, planted, own] of cases()) {
  const cells = /** @type {const} */ (['together', 'separate']).flatMap(function cellsOf(kind) {
    const change = relativeChange(own.map(round => valuesOf(round, planted, kind)))
    return change ? [percent(change.relative, 1), percent(change.spread, 1)] : ['', '']
  })
  console.log(row(server, `${planted}%`, String(own.length), ...cells))
}
console.log(
  `\n### Runs drawn from the rounds, ${DRAWS} of each: verdicts of slices together, margin ${percent(MARGIN, 0)}\n`
)
console.log(
  header(['server', 'planted', 'rounds of a run', 'slower', 'faster', 'no difference', 'half-width', 'coverage']).join(
    '\n'
  )
)
for (const [server, planted, own] of cases())
  for (const length of RUN_ROUNDS)
    if (own.length >= length) console.log(row(server, `${planted}%`, String(length), ...drawn(own, planted, length)))

/** @returns {[server: string, planted: number, rounds: BankRound[]][]} */
function cases() {
  return bankServers.flatMap(({ name }) =>
    PLANTED_PERCENT.map(planted => [name, planted, rounds.filter(({ server }) => server === name)])
  )
}

/** @param {BankRound[]} own @param {number} planted @param {number} length */
function drawn(own, planted, length) {
  const pairs = own.map(round => valuesOf(round, planted, 'together'))
  const truth = relativeChange(pairs)?.relative ?? 0
  const random = seededRandom(length)
  const total = { slower: 0, faster: 0, 'no difference': 0, 'cannot tell': 0, halfWidth: 0, held: 0 }
  for (let draw = 0; draw < DRAWS; draw++) {
    const change = relativeChange(shuffled(pairs, random).slice(0, length))
    if (!change) continue
    total[classifyChange('cpuPerRequest', change, MARGIN).verdict] += 1 / DRAWS
    total.halfWidth += (change.high - change.low) / 2 / DRAWS
    if (change.low <= truth && truth <= change.high) total.held += 1 / DRAWS
  }
  return [
    percent(total.slower),
    percent(total.faster),
    percent(total['no difference']),
    percent(total.halfWidth, 1),
    percent(total.held)
  ]
}

/** @param {BankRound} round @param {number} planted @param {'together' | 'separate'} kind */
function valuesOf({ server, variants }, planted, kind) {
  const thread = server === 'http-gzip' ? 1 : 2
  return { baseline: costOf(variants.baseline?.[kind]), candidate: costOf(variants[`plus-${planted}`]?.[kind]) }

  /** @param {BankSlice[]} [slices] */
  function costOf(slices = []) {
    const requests = sum(slices.map(([count]) => count))
    return requests === 0 ? null : sum(slices.map(slice => slice[thread])) / requests
  }
}
