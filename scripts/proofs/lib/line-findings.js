import path from 'node:path'
import { analyse, prepareRun } from '../../../src/analyse.js'
import { locatedBlames } from '../../../src/blame/blame.js'
import { sameCalls } from '../../../src/blame/counted-calls.js'
import { withPackageLines } from '../../../src/blame/places.js'
import { addPackageLines } from '../../../src/compare/save/save-report.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { mean } from '../../../src/stats/means.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { compareCounters } from '../../../src/verdict/slices/counters.js'
import { LINES_FOLDER } from '../../../test/fixtures/servers/zoo/lines/catalog.js'

/** @import { Blame, BlameRow, PlaceOfRows } from '../../../src/blame/types.js' */
/** @import { SavedRun } from '../../../src/runs/read-run.js' */

/**
 * The only place of the proof with planted lines that reads the figures of a run.
 *
 * @typedef {{ line: number, micros: number, evidence?: string }} NamedLine
 *
 * @typedef {object} NamedFunction on the card, with the lines that the card shows
 * @property {string} name
 * @property {string} file relative to the line zoo, or to the root
 * @property {number} micros per request
 * @property {number | null} line the costliest one, that is named; null where there is none
 * @property {string | null} noLine why there is none
 * @property {NamedLine[]} lines of the function
 * @property {NamedLine[]} annotated all lines of the function with a cost: the difference of each
 * @property {{ file: string, lines: NamedLine[] } | null} calledAt the lines that call it
 * @property {{ file: string, lines: NamedLine[] } | null} [broughtInAt] the lines that bring in its package, each with the whole cost
 *
 * @typedef {object} LineFindings
 * @property {NamedFunction[]} named the largest first
 * @property {string[]} rows the first rows of the blame, for who reads the table
 * @property {number | null} truthMicros CPU of the planted work per request, as the servers measured it in the launches that the costs are
 *   from: the candidates less the baselines
 */

const MOST_LINES = 3
const MOST_ROWS = 4
const linesRoot = path.join(workshopRoot, LINES_FOLDER)

/**
 * Returns what the card of a run names.
 * @param {string} root the run folder
 * @returns {Promise<LineFindings>}
 */
export async function readLineFindings(root) {
  const folder = new RunFolder(root)
  const saved = folder.read()
  const run = saved.packageLines ? saved : await addPackageLines(folder, saved)
  const [baseline, candidate] = run.manifest.experiment.variants.map(({ name }) => name)
  const blames = run.manifest.design.rounds === 0 ? blamesOfSlower(run) : analyse(run).analysis.blames
  const blame = blames.find(({ unit }) => unit === 'micros')
  return {
    named: blame ? blame.headlinePlaces.sampled.map(place => namedFunction(place, blame, run.packageLines)) : [],
    rows: (blame?.rows ?? []).slice(0, MOST_ROWS).map(rowText),
    truthMicros: microsOf(candidate) - microsOf(baseline) || null
  }

  /** @param {string} [name] of a variant */
  function microsOf(name) {
    const own = folder
      .readTruths(run.launches)
      .filter(({ variant, profiler }) => variant === name && profiler === blame?.profiler)
    return mean(own.flatMap(({ micros }) => micros ?? []))
  }
}

/** Returns the blames of a run without rounds for a verdict, as if that were slower. @param {SavedRun} run @returns {Blame[]} */
function blamesOfSlower(run) {
  const { baseline, candidates, checked, evidence, isIncomplete } = prepareRun(run)
  return candidates.flatMap(function blameOf(name) {
    const { rows } = compareCounters(onePair(name, baseline), run.manifest.design.detailLoad, checked, run.launches)
    return locatedBlames(name, baseline, evidence, { verdict: 'slower', same: sameCalls(rows), isIncomplete })
  })
}

/** @type {(place: PlaceOfRows, blame: Blame, packageLines?: SavedRun['packageLines']) => NamedFunction} */
function namedFunction(
  { rows: indexes, cost, line = null, lines = [], noLine = null, calledAt = [] },
  { rows },
  packageLines = []
) {
  const own = indexes.flatMap(index => rows[index] ?? [])
  const [first] = own
  const { caller = null } = first ?? {}
  const { broughtInAt = [] } = own.map(row => withPackageLines(row, packageLines)).find(row => row.broughtInAt) ?? {}
  return {
    name: first?.owner?.name ?? '',
    file: shortFile(first?.owner?.file ?? ''),
    micros: cost.difference,
    line,
    noLine,
    lines: lines
      .slice(0, MOST_LINES)
      .map(each => ({ line: each.line, micros: each.cost.difference, evidence: each.evidence })),
    annotated: (first?.annotated ?? []).map(each => ({ line: each.line, micros: each.candidate - each.baseline })),
    calledAt: caller && {
      file: shortFile(caller.file),
      lines: calledAt.slice(0, MOST_LINES).map(each => ({ line: each.line, micros: each.cost.difference }))
    },
    broughtInAt: broughtInAt[0]
      ? {
          file: shortFile(broughtInAt[0].file),
          lines: broughtInAt.map(({ line }) => ({ line, micros: cost.difference }))
        }
      : null
  }
}

/** @param {BlameRow} row */
function rowText({ owner, group, packageName, threads, path: calls, cost, line, noLine, evidence }) {
  const name = [owner?.name ?? packageName ?? threads ?? group, ...calls.slice(-1).map(call => call.name)].join(' > ')
  return `${name}${line ? `:${line}` : ''} ${cost.difference.toFixed(1)} ${evidence}${noLine ? ` ${noLine}` : ''}`
}

/** @param {string} file */
function shortFile(file) {
  if (file.startsWith(`${linesRoot}/`)) return path.relative(linesRoot, file)
  return file.startsWith(workshopRoot) ? path.relative(workshopRoot, file) : file
}
