import { formatCount, formatFigure, formatPercent } from '../../../report/words/format.js'
import { formatMs, NOTHING } from '../../skeleton/figures.js'
import { msOrNothing } from './tables.js'
import { stageNames } from './words.js'

/**
 * @import { GatewayAnalysis, GatewayLoad, GatewayStageFigures } from '../analysis/types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

const SETTLES =
  'Settles after: from the start of the stage until the requests in flight stay near the number of its last third, in steps of half a second.'
const VARIES = 'CPU varies: the lowest and the highest half second of the stage; the lowest without its first second.'
const HALF_CORE =
  'Half a core: the process is stopped for the rest of each period of 100 ms in which it has used 50 ms of CPU.'

/** Returns the figures of the peak of 50%. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function peakSections(lab) {
  return sectionsOf(lab, 'peak', 'A peak of 50%', [SETTLES, VARIES])
}

/** Returns the figures of half a core. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function halfCoreSections(lab) {
  return sectionsOf(lab, 'half-core', 'Half a core', [SETTLES, HALF_CORE])
}

/** Returns both in few columns, which fit on a terminal. @param {GatewayAnalysis} lab @returns {Section[]} */
export function shortPeakSections(lab) {
  return [...peakSections(lab), ...halfCoreSections(lab)].map(({ heading, table }) => {
    const rows = (table?.rows ?? []).map(([, stage = '', sent = '', , p95 = '', failed = '', , ...others]) => [
      ...[stage, sent, p95, failed],
      ...others
    ])
    const header = ['stage', 'sent per s', 'p95', 'failed', 'settles after', 'CPU of one core', 'CPU varies']
    return { heading, table: { header, rows, textColumns: 1 } }
  })
}

/** @type {(lab: GatewayAnalysis, load: GatewayLoad, heading: string, notes: string[]) => Section[]} */
function sectionsOf({ cells }, load, heading, notes) {
  const own = cells.filter(cell => cell.load === load)
  if (own.length === 0) return []
  const rows = own.flatMap(({ variant, stages }) => stages.map(stage => [variant, ...figuresOf(stage)]))
  const header = [
    ...['configuration', 'stage', 'sent per s', 'answered per s', 'p95', 'failed', 'in flight'],
    ...['settles after', 'CPU of one core', 'CPU varies']
  ]
  return [{ heading, table: { header, rows, textColumns: 2 }, notes }]
}

/** @type {(stage: GatewayStageFigures) => string[]} */
function figuresOf(stage) {
  const { name, ratePerSecond, requestsPerSecond, p95Ms, failedRatio, inFlight, settledAfterMs } = stage
  return [
    stageNames[name],
    formatCount(ratePerSecond),
    formatFigure(requestsPerSecond),
    msOrNothing(p95Ms),
    formatPercent(failedRatio),
    formatFigure(inFlight),
    settledIn(settledAfterMs),
    shareOf(stage.cpuCores),
    `${shareOf(stage.lowestCpuCores)} to ${shareOf(stage.highestCpuCores)}`
  ]
}

/** @param {number | null} cores */
function shareOf(cores) {
  return cores === null ? NOTHING : formatPercent(cores)
}

/** @param {number | null} ms */
function settledIn(ms) {
  if (ms === null) return 'not settled'
  return ms === 0 ? 'at once' : formatMs(ms)
}
