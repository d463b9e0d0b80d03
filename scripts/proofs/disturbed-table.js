import { drawRuns } from './bank/draw-runs.js'
import { roundsOf } from './bank/rounds.js'
import { metricOf } from './bank/servers.js'
import { BUSY_PERCENT, disturbedServers } from './disturbed/cases.js'
import { completeRuns } from './lib/record.js'
import { header, percent, row } from './lib/tables.js'

/**
 * What processes beside a run do to its verdict: `node scripts/proofs/disturbed-table.js [folder]` draws runs of the rounds that
 * record-disturbed.js recorded. docs/how-it-measures.md has the table.
 */
const RUN_ROUNDS = 6
const folder = process.argv[2] ?? 'profiles/disturbed'
const columns = ['server', 'beside', 'rounds', 'half-width', 'of quiet', 'equal: slower or faster', '+5%: slower']
console.log(header(columns, 2).join('\n'))
for (const { name } of disturbedServers) for (const line of linesOf(name)) console.log(line)

/** @param {string} server */
function linesOf(server) {
  const levels = BUSY_PERCENT.map(busy => levelOf(server, busy))
  const quiet = levels[0]?.equal.halfWidth ?? Number.NaN
  return levels.map(({ busy, rounds, equal, planted }) =>
    row(
      server,
      `${busy}% of a core`,
      String(rounds),
      percent(equal.halfWidth, 1),
      (equal.halfWidth / quiet).toFixed(2),
      percent(equal.slower + equal.faster, 1),
      percent(planted.slower, 1)
    )
  )
}

/** @param {string} server @param {number} busy percent of a core */
function levelOf(server, busy) {
  const metric = metricOf(server)
  const rounds = completeRuns(folder, `bank-${server}-beside-${busy}`).flatMap(roundsOf)
  return {
    busy,
    rounds: rounds.length,
    equal: drawRuns(rounds, { planted: 0, metric }, RUN_ROUNDS),
    planted: drawRuns(rounds, { planted: 5, metric }, RUN_ROUNDS)
  }
}
