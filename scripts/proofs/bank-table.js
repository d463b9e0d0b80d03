import { relativeChange } from '../../src/stats/intervals.js'
import { DRAWS, drawRuns, MARGIN, valuesOf } from './bank/draw-runs.js'
import { savedRounds } from './bank/rounds.js'
import { bankServers, PLANTED_PERCENT } from './bank/servers.js'
import { header, percent, row } from './lib/tables.js'

/** @import { BankRound } from './bank/rounds.js' */

/**
 * How often a run of the bank's rounds is right: `node scripts/proofs/bank-table.js` draws rounds that record-bank.js
 * recorded as runs, and prints false alarms, power, half-widths and what either kind of slices measures.
 */
const RUN_ROUNDS = [6, 9]
const rounds = savedRounds()

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
  const { slower, faster, 'no difference': same, halfWidth, held } = drawRuns(own, planted, length)
  return [percent(slower), percent(faster), percent(same), percent(halfWidth, 1), percent(held)]
}
