import { halfWidth, relativeChange } from '../../../src/stats/intervals.js'
import { median } from '../../../src/stats/means.js'
import { AFTER_PART, compared } from './attach-plan.js'
import { header, percent, row } from './tables.js'

/** @import { AttachRow } from './attach-plan.js' */

/** The Markdown tables of the proof of `attach`, and whether its claims hold. */

const MOST_HALF_WIDTH = 0.03
const MOST_OVERHEAD = 0.15

/** @typedef {{ claim: string, runs: number, measured: string, isHeld: boolean }} Claim */

/** @param {AttachRow[]} rows @returns {Claim[]} */
export function claimsOf(rows) {
  const after = rows.filter(({ part }) => part === AFTER_PART)
  const ofPart = (/** @type {string} */ name) => rows.filter(({ part }) => part === name)
  const [same = '', larger = '', several = ''] = Object.keys(compared)
  return [
    ratioClaim('CPU per request after an attach over before', after, ({ afterRatio }) => afterRatio),
    ratioClaim('the same after a pause (control)', after, ({ controlRatio }) => controlRatio),
    overheadClaim(rows),
    sameClaim(ofPart(same)),
    everyClaim(
      'planted 50%: larger than launches differ',
      ofPart(larger),
      ({ against }) => against?.over === 'windows' && against.isLarger === true && against.relative > 0
    ),
    everyClaim(
      'four and four processes, planted 20%: slower',
      ofPart(several),
      ({ against }) => against?.over === 'processes' && against.verdict === 'slower'
    )
  ]
}

/** @param {Claim[]} claims @returns {string[]} lines */
export function claimsTable(claims) {
  return [
    ...header(['claim', 'measured', 'runs', 'holds'], 2),
    ...claims.map(({ claim, measured, runs, isHeld }) =>
      row(claim, measured, String(runs), runs === 0 ? '-' : isHeld ? 'yes' : 'no')
    )
  ]
}

/** Returns one line per run. @param {AttachRow[]} rows @returns {string[]} lines */
export function runsTable(rows) {
  return [
    ...header(['part', 'run', 'true ratio', 'ratio by attach', '95% interval', 'answer', 'profiler overhead']),
    ...rows.map(function runRow({ part, index, trueRatio, afterRatio, controlRatio, against, overheads = [] }) {
      const [found, interval, answer] = against
        ? [ratio(1 + against.relative), `${ratio(1 + against.low)} to ${ratio(1 + against.high)}`, answerOf(against)]
        : ['-', '-', afterRatio ? `after ${ratio(afterRatio)}, control ${ratio(controlRatio)}` : 'no change found']
      const costs = overheads.map(each => percent(each ?? Number.NaN)).join(', ')
      return row(part, String(index + 1), ratio(trueRatio), found, interval, answer, costs)
    })
  ]
}

/** @param {string} claim @param {AttachRow[]} rows @param {(row: AttachRow) => number | undefined} ratioOf @returns {Claim} */
function ratioClaim(claim, rows, ratioOf) {
  const change = relativeChange(rows.map(each => ({ baseline: 1, candidate: ratioOf(each) ?? null })))
  if (!change) return { claim, runs: rows.length, measured: '-', isHeld: false }
  const { relative, low, high } = change
  const isHeld = low <= 0 && high >= 0 && halfWidth(change) <= MOST_HALF_WIDTH
  const measured = `${ratio(1 + relative)} (${ratio(1 + low)} to ${ratio(1 + high)}), half-width ${percent(halfWidth(change))}`
  return { claim, runs: rows.length, measured, isHeld }
}

/** @param {AttachRow[]} rows @returns {Claim} */
function overheadClaim(rows) {
  const overheads = rows.flatMap(row => (row.overheads ?? []).flatMap(each => each ?? []))
  const [middle, most] = [median(overheads) ?? Number.NaN, Math.max(...overheads)]
  const measured = `median ${percent(middle)}, largest ${percent(most)}`
  return {
    claim: 'CPU per request while it is profiled',
    runs: overheads.length,
    measured,
    isHeld: middle <= MOST_OVERHEAD
  }
}

/** @param {AttachRow[]} rows @returns {Claim} */
function sameClaim(rows) {
  const answers = rows.map(({ against }) => (against?.over === 'windows' ? against.isLarger : undefined))
  const [larger = 0, within = 0, open = 0] = [true, false, null].map(
    answer => answers.filter(each => each === answer).length
  )
  return {
    claim: 'two processes of one server: in none called larger than launches differ',
    runs: rows.length,
    measured: `${larger} larger, ${within} within, ${open} open`,
    isHeld: within + open === rows.length
  }
}

/** @param {string} claim @param {AttachRow[]} rows @param {(row: AttachRow) => boolean} isHit @returns {Claim} */
function everyClaim(claim, rows, isHit) {
  const hits = rows.filter(isHit).length
  return { claim, runs: rows.length, measured: `${hits} of ${rows.length}`, isHeld: hits === rows.length }
}

/** @param {NonNullable<AttachRow['against']>} against */
function answerOf(against) {
  if (against.over === 'processes') return against.verdict
  const larger = against.isLarger === null ? 'not shown larger' : against.isLarger ? 'larger' : 'not larger'
  return `${larger} than ${percent(against.launchesDifferRatio)}`
}

/** @param {number} [value] */
function ratio(value) {
  return value === undefined ? '-' : value.toFixed(3)
}
