import { geometricMean, mean, sum } from '../../stats/means.js'
import { completeRepeats, labAnalysis, labVerdicts } from '../skeleton/analysis.js'
import { sizesOf } from '../skeleton/file-sizes.js'
import { meanOf } from '../skeleton/means.js'
import { claimRows, conclusionRows } from '../skeleton/paper.js'
import { copyCells, copyGrowth, speedUpOf } from './figures.js'
import { claims, conclusions, PAPER_BYTES } from './paper.js'

/** @import { CellRecord, CopyLabAnalysis, OtherRequests, OtherRequestsRecord, SavedCopyLab } from './types.js' */

/**
 * Returns every figure that any report of a copy lab shows, of a complete run or not: a pure function of what was measured.
 * @param {SavedCopyLab} saved @returns {CopyLabAnalysis}
 */
export function analyseCopies({ manifest, cells: records, otherRequests }) {
  const { lab, plan, core, fileSystem } = manifest
  const { variants } = lab
  const kept = records.filter(({ repeat, isVerified }) => repeat >= plan.dropped && isVerified)
  const [fast, slow] = variants
  const names = variants.map(({ name }) => name)
  const cells = copyCells(variants, kept)
  const growths = names.flatMap(name => copyGrowth(name, kept, PAPER_BYTES) ?? [])
  const speedUp = speedUpOf({ slow: slow.name, fast: fast.name }, kept, cells, PAPER_BYTES)
  const measured = { kept, cells, growths, speedUp }
  return labAnalysis(manifest, {
    rounds: completeRepeats(kept, sum(variants.map(({ sizes }) => sizes[plan.length].length))).length,
    verdicts: labVerdicts({
      metric: 'copyTime',
      names,
      marginRatio: lab.marginRatio,
      repeats: [...new Set(kept.map(({ repeat }) => repeat))],
      timeOf: pair => timeOf(kept, pair)
    }),
    lab: {
      name: 'copy',
      length: plan.length,
      repeats: plan.repeats,
      dropped: plan.dropped,
      corrupted: records.filter(({ isVerified }) => !isVerified).length,
      copies: records.length,
      core,
      fileSystem,
      variants: names,
      cells,
      growths,
      speedUp,
      otherRequests: names.flatMap(name => otherRequestsOf(name, otherRequests)),
      claims: claimRows(claims, measured),
      conclusions: conclusionRows(conclusions, measured)
    }
  })
}

/**
 * Returns the time of a copy in a repeat, over the sizes that a strategy and the baseline both have.
 * @type {(kept: CellRecord[], pair: { own: string, other: string, repeat: number }) => number | null} null where a size is missing
 */
function timeOf(kept, { own, other, repeat }) {
  const [ones, others] = [own, other].map(name => kept.filter(({ variant }) => variant === name))
  const shared = sizesOf(ones ?? []).filter(sizeBytes => others?.some(cell => cell.sizeBytes === sizeBytes))
  const times = shared.flatMap(sizeBytes => {
    const cell = ones?.find(each => each.repeat === repeat && each.sizeBytes === sizeBytes)
    return cell ? [cell.durationMs] : []
  })
  return times.length === shared.length && times.length > 0 ? geometricMean(times) : null
}

/**
 * Returns what the copies of a strategy did to other requests.
 * @param {string} variant @param {OtherRequestsRecord[]} records
 * @returns {OtherRequests[]} one, or none where it was not measured
 */
function otherRequestsOf(variant, records) {
  const own = records.filter(record => record.variant === variant)
  const [first] = own
  if (!first) return []
  return [
    {
      variant,
      sizeBytes: first.sizeBytes,
      copies: own.length,
      copyMs: meanOf(own.map(({ copyMs }) => copyMs)),
      idleMs: meanOf(own.map(({ idlePingMs }) => idlePingMs)),
      longestMs: meanOf(own.map(({ longestPingMs }) => longestPingMs)),
      answered: mean(own.map(({ pings }) => pings))
    }
  ]
}
