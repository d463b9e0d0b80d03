import path from 'node:path'
import { analyse } from '../../../src/analyse.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { groupBy } from '../../../src/stats/group-by.js'
import { meanInterval } from '../../../src/stats/intervals.js'
import { mean, median, sum } from '../../../src/stats/means.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { isSeparate } from '../../../src/verdict/slices/slice-validity.js'
import { ZOO_FOLDER } from '../../../test/fixtures/servers/zoo/catalog.js'

/** @import { Blame, BlameRow } from '../../../src/blame/types.js' */
/** @import { SliceRecord } from '../../../src/runs/types.js' */
/** @import { Analysis } from '../../../src/types.js' */
/** @import { Truth, VerdictName } from '../../../src/verdict/types.js' */
/** @import { PlannedRun } from './zoo-plan.js' */

/**
 * The only place of the proof that reads the figures of a run.
 *
 * @typedef {{ value: number, low: number | null, high: number | null }} Figure with its 95% interval
 *
 * @typedef {object} NamedRow of the blame table
 * @property {string} name
 * @property {string} file relative to the zoo or to the root; empty for code that has none
 * @property {string} group
 * @property {string | null} threads
 * @property {Figure} cost microseconds per request
 * @property {string} evidence
 * @property {boolean} isHeadline whether the first section of the report names it
 *
 * @typedef {object} Findings what a run said
 * @property {VerdictName} verdict
 * @property {string} metric that decided it
 * @property {Figure | null} change relative; null where the tool refused a verdict
 * @property {Figure | null} sizeMicros the size of the change that the verdict is about, in the microseconds of the baseline's separate slices
 * @property {number | null} baselineMicros CPU per request of the baseline in the same slices
 * @property {Figure | null} [separateMicros] the difference of main-thread CPU per request in the separate slices, over rounds
 * @property {number | null} [separateBaselineMicros] that CPU of the baseline
 * @property {(Figure & { launches: number }) | null} truthMicros what the candidates measured of themselves less what the
 *   baselines did: median of the unprofiled launches, and the range of the candidates
 * @property {NamedRow[]} blame largest first
 * @property {Figure | null} [unattributedMicros] what the blame rows leave of the difference of the profiled launches; rows of
 *   earlier versions have none
 * @property {Figure | null} [cardUnattributedMicros] what the card's rows leave of the size; null where the card has no rows
 * @property {boolean | null} isLeakFound null where the analysis has no verdict on bytes kept per request
 *
 * @typedef {PlannedRun & { node: string, seed: number, at: string, folder: string | null, wallMs: number,
 *   problem: string | null, findings: Findings | null }} ZooRow one line of rows.jsonl; no findings where the run failed
 */

const zooRoot = path.join(workshopRoot, ZOO_FOLDER)

/**
 * Returns what a run said, and what its servers measured of themselves.
 * @param {string} root the run folder
 * @returns {{ wallMs: number, findings: Findings }}
 */
export function readFindings(root) {
  const run = new RunFolder(root).read()
  const analysis = analyse(run).analysis
  const [verdict] = analysis.verdicts
  if (!verdict) throw new TypeError('a run without a candidate')
  const rows = analysis.blames.filter(({ unit }) => unit === 'micros').flatMap(namedRows)
  return {
    wallMs: analysis.timing.wallMs,
    findings: {
      verdict: verdict.verdict,
      metric: verdict.metric,
      change: verdict.change && figureOf(verdict.change.relative, verdict.change),
      ...sizeOf(analysis),
      ...separateOf(run.slices, analysis),
      truthMicros: truthOf(new RunFolder(root).readTruths(run.launches), analysis),
      blame: rows,
      ...unattributedOf(analysis),
      isLeakFound: isLeakFound(analysis)
    }
  }
}

/** @param {Analysis} analysis */
function sizeOf({ verdicts: [verdict] }) {
  const size = verdict?.size
  if (!size) return { sizeMicros: null, baselineMicros: null }
  return { sizeMicros: figureOf(size.difference.micros, size.difference), baselineMicros: size.baselineMicros }
}

/** @type {(slices: SliceRecord[], analysis: Analysis) => Pick<Findings, 'separateMicros' | 'separateBaselineMicros'>} */
function separateOf(slices, { baseline, candidates: [candidate = ''] }) {
  const own = slices.filter(slice => isSeparate(slice) && slice.profiler === 'none' && slice.load.mode === 'closed')
  const rounds = [...groupBy(own, ({ round }) => round).values()]
  if (rounds.length < 2) return { separateMicros: null, separateBaselineMicros: null }
  const differences = rounds.map(inRound => microsOf(inRound, candidate) - microsOf(inRound, baseline))
  const { mean: difference, ...interval } = meanInterval(differences)
  return {
    separateMicros: figureOf(difference, interval),
    separateBaselineMicros: mean(rounds.map(inRound => microsOf(inRound, baseline)))
  }

  /** @param {SliceRecord[]} inRound @param {string} name */
  function microsOf(inRound, name) {
    const loaded = inRound.filter(({ variant }) => variant === name)
    const micros = sum(loaded.map(({ server }) => server.cpuMainThreadMicros ?? Number.NaN))
    return micros / sum(loaded.map(({ completed }) => completed))
  }
}

/** @param {Analysis} analysis */
function unattributedOf({ blames, cards: [card] }) {
  const blame = blames.find(({ unit }) => unit === 'micros')
  const left = card?.unattributed
  return {
    unattributedMicros: blame ? figureOf(blame.unattributed.difference, blame.unattributed) : null,
    cardUnattributedMicros: left ? figureOf(left.micros, left) : null
  }
}

/** @type {(truths: Truth[], analysis: Analysis) => Findings['truthMicros']} */
function truthOf(truths, { baseline, candidates: [candidate = ''] }) {
  const before = median(microsOf(baseline))
  const after = median(microsOf(candidate))
  if (before === null || after === null) return null
  const all = microsOf(candidate).map(micros => micros - before)
  return { value: after - before, low: Math.min(...all), high: Math.max(...all), launches: all.length }

  /** @param {string} name */
  function microsOf(name) {
    return truths.flatMap(({ variant, profiler, micros }) =>
      variant === name && profiler === 'none' ? (micros ?? []) : []
    )
  }
}

/** @param {Analysis} analysis */
function isLeakFound({ counters: [counters] }) {
  const kept = counters?.kept
  return kept ? kept.verdict === 'keeps' && kept.keeping.includes('candidate') : null
}

/** @param {Blame} blame */
function namedRows({ rows, headline }) {
  return rows.map((row, index) => namedRow(row, headline.includes(index)))
}

/** @type {(row: BlameRow, isHeadline: boolean) => NamedRow} */
function namedRow({ group, threads, owner, packageName, cost, evidence }, isHeadline) {
  return {
    name: owner?.name ?? packageName ?? threads ?? group,
    file: owner ? shortFile(owner.file) : '',
    group,
    threads,
    cost: figureOf(cost.difference, cost),
    evidence,
    isHeadline
  }
}

/** @param {string} file */
function shortFile(file) {
  if (file.startsWith(`${zooRoot}/`)) return path.relative(zooRoot, file)
  return file.startsWith(workshopRoot) ? path.relative(workshopRoot, file) : file
}

/** @type {(value: number, interval: { low: number | null, high: number | null }) => Figure} */
function figureOf(value, { low, high }) {
  return { value, low, high }
}
