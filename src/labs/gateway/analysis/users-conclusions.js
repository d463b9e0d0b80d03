/**
 * @import { GatewayLab } from '../types.js'
 * @import { GatewayCell, GatewayConclusion, GatewayStageFigures, UsersOutcome } from './types.js'
 */

/** A load that leaves out at most this share of the requests that are due is still an open loop. */
const OPEN_RATIO = 0.01

/**
 * Returns what the paper concludes about virtual users, checked with a limit at Little's number.
 * @param {GatewayLab} lab
 * @param {{ cells: GatewayCell[], isTrusted: boolean }} measured of an upstream that is not trusted, slow responses hold users back
 * @returns {GatewayConclusion[]}
 */
export function usersConclusions({ claims }, { cells, isTrusted }) {
  const played = cells.filter(({ load }) => load === 'users')
  const isSmall = (/** @type {GatewayCell} */ { poolSize }) => poolSize === claims.smallPool
  const found = [
    ...limitLetsThrough(widest(played.filter(cell => !isSmall(cell)))),
    ...usersHideTheQueue({
      users: widest(played.filter(isSmall)),
      open: played.find(cell => !cell.users && isSmall(cell))
    })
  ]
  return isTrusted ? found : found.map(conclusion => ({ ...conclusion, outcome: 'cannot tell' }))
}

/** Checks whether a load with a limit still sends what is due. @param {GatewayCell | undefined} limited @returns {GatewayConclusion[]} */
function limitLetsThrough(limited) {
  const [atGoal, atPeak] = [outcomeIn(limited, 'goal'), outcomeIn(limited, 'peak')]
  if (!limited || !atGoal || !atPeak) return []
  const outcome = [atGoal, atPeak].every(({ notSentRatio }) => notSentRatio <= OPEN_RATIO) ? 'holds' : 'does not hold'
  return [{ code: 'most-users', outcome, variant: limited.variant, most: limited.users?.most ?? 0, atGoal, atPeak }]
}

/**
 * Checks whether virtual users report the queue of a pool that is too small as requests at the same rate do.
 * @param {{ users: GatewayCell | undefined, open: GatewayCell | undefined }} cells
 * @returns {GatewayConclusion[]}
 */
function usersHideTheQueue({ users: limited, open }) {
  const [users, requests] = [outcomeIn(limited, 'goal'), outcomeIn(open, 'goal')]
  if (!limited || !users || !requests) return []
  const isOpenLoop = users.notSentRatio <= OPEN_RATIO
  const isBetter = users.failedRatio < requests.failedRatio || (users.p95Ms ?? 0) < (requests.p95Ms ?? 0)
  const outcome = isOpenLoop ? 'holds' : isBetter ? 'does not hold' : 'cannot tell'
  const { variant } = limited
  return [{ code: 'users-not-rates', outcome, variant, ratePerSecond: users.ratePerSecond, users, requests }]
}

/** Returns the cell with the most virtual users, of those with a limit. @param {GatewayCell[]} cells */
function widest(cells) {
  return cells
    .filter(({ users }) => users !== null && users.most !== null)
    .sort((one, other) => Number(other.users?.most) - Number(one.users?.most))[0]
}

/** @param {GatewayCell | undefined} cell @param {GatewayStageFigures['name']} name @returns {UsersOutcome | null} */
function outcomeIn(cell, name) {
  const stage = cell?.stages.find(each => each.name === name)
  return stage ? outcomeOf(stage) : null
}

/** Returns what a load reports of a stage. @param {GatewayStageFigures} stage @returns {UsersOutcome} */
export function outcomeOf({ ratePerSecond, notSentRatio, failedRatio, p95Ms }) {
  return { ratePerSecond, notSentRatio, failedRatio, p95Ms }
}
