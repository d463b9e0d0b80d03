import { blameRun } from './blame/blame-run.js'
import { profilerFigures } from './blame/costs/profiler-figures.js'
import { evidenceOf } from './blame/evidence.js'
import { functionCosts } from './blame/function-costs.js'
import { slicesOfImported } from './blame/imported-figures.js'
import { withPackageLines } from './blame/places.js'
import { requestWaits } from './blame/request-waits.js'
import { metricsOf, runSummary } from './blame/run-summary.js'
import { unprofiledCpu } from './blame/unprofiled-cpu.js'
import { flameGraphs } from './flame/flame-graphs.js'
import { withBlameError } from './verdict/checks/calibrate.js'
import { checkLimits, launchWarnings, swingWarnings, waitsWarnings } from './verdict/checks/run-checks.js'
import { attachedOf } from './verdict/decide/attached.js'
import { compareRun, loginOf, serverFacts, warmUpOf } from './verdict/decide/compare-run.js'
import { compareUnderLoad } from './verdict/decide/compare-under-load.js'
import { blamedVariants, comparisonsOf, familyOf, onePair } from './verdict/decide/comparisons.js'
import { loadOf } from './verdict/decide/deciding-change.js'
import { sizeOf } from './verdict/decide/size-of.js'
import { isAttached } from './verdict/slices/limits.js'
import { checkSlices, slicesFor, toDiscarded, unprofiledOf } from './verdict/slices/slice-validity.js'

/** @import { LocatedBlame } from './blame/blame.js' */
/** @import { UnprofiledThreads } from './blame/other-threads.js' */
/** @import { FlameGraph } from './flame/types.js' */
/** @import { SavedRun } from './runs/read-run.js' */
/** @import { ImportedFile, RunManifest, SliceRecord } from './runs/types.js' */
/** @import { Analysis, Imported } from './types.js' */
/** @import { ComparedRun } from './verdict/decide/compare-run.js' */
/** @import { RowName } from './verdict/slices/launch-metrics.js' */
/** @import { CheckedSlices } from './verdict/slices/slice-validity.js' */
/** @import { Verdict } from './verdict/types.js' */

/** @typedef {ReturnType<typeof prepareRun>} Prepared */

/** @typedef {{ analysis: Analysis, graphs: () => FlameGraph[] }} Analysed `graphs` draws the flame graphs, which many do not need */

/** Of the thread pool, and of V8's helper threads. @type {RowName[]} */
const threadMetrics = ['cpuPool', 'cpuHelpers']

/**
 * Returns every figure that any report of a run shows, of a complete run or not, and its flame graphs: a pure function of what was
 * measured.
 * @param {SavedRun} run @returns {Analysed}
 */
export function analyse(run) {
  const { manifest, launches, artifacts, sources } = run
  const login = loginOf(launches)
  const prepared = prepareRun(run)
  const { baseline, candidates, checked, evidence } = prepared
  const unprofiled = unprofiledOf(checked)
  const compared = compareRun(run, unprofiled)
  const waits = requestWaits(evidence, [baseline, ...candidates])
  const { located, ...blamed } = blameRun(run, prepared, unprofiled, compared)
  const profile = candidates.length === 0 ? profileOf(run, prepared, unprofiled, compared) : undefined
  const { imported } = manifest
  const figures = imported && importedOf(imported)
  return {
    analysis: {
      schemaVersion: 8,
      summary: runSummary({ ...compared, ...blamed }),
      ...planOf(run),
      warmUp: warmUpOf(launches),
      ...(login && { login }),
      baseline,
      candidates,
      servers: serverFacts(manifest, launches),
      ...compared,
      ...blamed,
      ...(profile && { profile }),
      ...(waits.length > 0 && { waits }),
      ...(figures && { imported: figures }),
      sources,
      ...profilerFigures(run, prepared),
      // The rows of these are over launches. That of windows stands with the profile.
      ...(isAttached(manifest.experiment) && { profilerOverheads: [], profiledLoads: [] }),
      toolProblems: run.problems.map(({ profiler, variant, id, round, ...problem }) => ({
        profiler,
        variant,
        problem
      })),
      checks: checksOf(run, prepared, unprofiled, compared.verdicts),
      artifacts,
      calibration: calibrationOf(manifest),
      timing: manifest.timing
    },
    graphs: () => flamesOf(manifest, prepared, located, figures)
  }
}

/** Returns what all profiles of imported files count. @param {ImportedFile[]} files @returns {Imported} */
function importedOf(files) {
  const [profile] = files.flatMap(file => file.profile ?? [])
  return { files, isPerRequest: typeof profile?.requests === 'number', counts: profile?.counts ?? null }
}

/** @param {SavedRun} run @returns what was asked, and how the run ended */
function planOf({ manifest: { experiment, design, folder, status, problem, clearAfter }, launches }) {
  const added = design.profilers.find(({ name, ofVariants }) => name === 'heap' && ofVariants !== undefined)
  const sampled = launches.filter(({ profiler }) => profiler === 'heap')
  return {
    experiment: experiment.name,
    question: experiment.question,
    folder,
    status,
    problem,
    asked: {
      rounds: clearAfter ?? design.rounds,
      untilHalfWidth: design.untilHalfWidth,
      maxMs: design.maxMs,
      ...(design.untilCounted && { untilCounted: true }),
      ...(clearAfter !== undefined && { clearAfter }),
      ...(added && {
        allocationRounds: { planned: added.rounds ?? 0, played: new Set(sampled.map(({ round }) => round)).size }
      })
    },
    coldRequests: design.coldRequests,
    quick: design.quick
  }
}

/** @type {(run: SavedRun, prepared: Prepared, unprofiled: CheckedSlices, compared: ComparedRun) => NonNullable<Analysis['profile']>} */
function profileOf({ manifest, packageLines = [] }, prepared, unprofiled, compared) {
  const { baseline: variant, evidence, isIncomplete, checked } = prepared
  const attached = attachedOf(manifest, checked.valid)
  const load = manifest.design.detailLoad
  const { rows } = compareUnderLoad(load, [variant], [], unprofiled, ['cpuPerRequest', 'cpuMainThread'])
  const ofDetailLoad = new Map(rows.map(({ metric, estimates }) => [String(metric), estimates[variant] ?? null]))
  return {
    variant,
    cpu: ofDetailLoad.get('cpuPerRequest') ?? null,
    metrics: manifest.imported
      ? []
      : metricsOf(onePair(variant, variant), compared).map(row => ({
          ...row,
          baseline: ofDetailLoad.get(row.name)?.value ?? row.baseline
        })),
    costs: functionCosts(variant, evidence, isIncomplete).map(table => ({
      ...table,
      rows: table.rows.map(row => withPackageLines(row, packageLines))
    })),
    ...(attached && { attached })
  }
}

/** @type {(run: SavedRun, prepared: Prepared, unprofiled: CheckedSlices, verdicts: Verdict[]) => Analysis['checks']} */
function checksOf(run, { baseline, checked }, unprofiled, verdicts) {
  const { manifest, slices } = run
  const [first] = verdicts
  const deciding = first ? slicesFor(first.metric, loadOf(first, manifest.design), unprofiled) : []
  return {
    slices: slices.length,
    discarded: checked.discarded.map(toDiscarded),
    limits: checkLimits(unprofiled.all),
    warnings: [
      ...manifest.preflight,
      ...launchWarnings(run),
      ...waitsWarnings(slices),
      ...(first ? swingWarnings(first.metric, baseline, deciding) : [])
    ]
  }
}

/** @param {RunManifest} manifest @returns {Analysis['calibration']} */
function calibrationOf({ calibration }) {
  return calibration && { ...calibration, planted: calibration.planted.map(withBlameError) }
}

/**
 * Returns what the analysis and the flame graphs of a run both start from: the variants that blame compares, in `pairs`, and their
 * evidence.
 * @param {SavedRun} run
 */
export function prepareRun({ manifest: { experiment, design, imported }, slices, trees, treeless }) {
  const [baseline = experiment.variants[0].name, ...candidates] = blamedVariants(comparisonsOf(experiment))
  const pairs = candidates.map(candidate => onePair(candidate, baseline))
  const checked = checkSlices(slices, experiment)
  const unprofiled = unprofiledOf(checked)
  // Of a toggle, at one level of the others, as blame compares them.
  const sized = pairs.map(pair => ({ pair, size: sizeOf(pair, design, unprofiled, familyOf(experiment)) }))
  const valid = new Set(checked.valid)
  const load = design.detailLoad
  const measured = imported
    ? { slices: slicesOfImported(imported, load), isValid: () => true, isImported: true }
    : { slices, isValid }
  const cpu = new Map(sized.map(({ pair, size }) => [pair.candidate, unprofiledCpu(pair, size, load, unprofiled)]))
  const evidence = evidenceOf({ trees, load, ...measured }, baseline, candidates, cpu)
  const variants = [baseline, ...candidates]
  const { rows } = compareUnderLoad(design.loads[0], variants, pairs, unprofiled, threadMetrics)
  const threadChanges = new Map(candidates.map(candidate => [candidate, changesOfThreads(candidate)]))
  const isIncomplete = treeless.length > 0
  const pairSizes = sized.map(({ size }) => size)
  return { baseline, candidates, pairs, pairSizes, checked, isValid, evidence, threadChanges, isIncomplete }

  /** @param {string} candidate @returns {UnprofiledThreads} */
  function changesOfThreads(candidate) {
    const [pool = null, helpers = null] = threadMetrics.map(
      metric => rows.find(row => row.metric === metric)?.changes[candidate] ?? null
    )
    return { pool, helpers }
  }

  /** @param {SliceRecord} slice */
  function isValid(slice) {
    return valid.has(slice)
  }
}

/** @type {(manifest: RunManifest, prepared: Prepared, blames: LocatedBlame[], imported?: Imported) => FlameGraph[]} */
function flamesOf({ design, folder }, { baseline, candidates, evidence }, blames, imported) {
  const profilers = design.profilers.map(({ name }) => name)
  const graphs = flameGraphs(evidence, { profilers, variants: [baseline, ...candidates], blames, folder })
  if (!imported) return graphs
  const { counts, isPerRequest } = imported
  return graphs.map(graph => ({ ...graph, imported: { counts, isPerRequest } }))
}
