import { blameOn } from './blame/blame.js'
import { evidenceOf } from './blame/evidence.js'
import { heavyTables } from './blame/heavy-tables.js'
import { tickOddities, tickTables } from './blame/tick-tables.js'
import { flameGraphs } from './flame/flame-graphs.js'
import { compareUnderLoad } from './verdict/compare-under-load.js'
import { verdictOn } from './verdict/decide.js'
import { latencyTable } from './verdict/latency-table.js'
import { warningsOf } from './verdict/launch-warnings.js'
import { profilerOverhead } from './verdict/profiler-overhead.js'
import { checkSlices } from './verdict/slice-checks.js'
import { usableSlices, usableUnprofiledSlices } from './verdict/usable-slices.js'

/**
 * @import { FlameGraph } from './flame/types.js'
 * @import { LaunchTrees, ProfilerName } from './profile/types.js'
 * @import { Artifact, Finding, LaunchProblem, LaunchRecord, ProfileRecord, RunManifest } from './runs/types.js'
 * @import { SliceRecord } from './runs/types.js'
 * @import { Analysis } from './types.js'
 */

/**
 * @typedef {{ manifest: RunManifest, slices: SliceRecord[], launches: LaunchRecord[], problems: LaunchProblem[], profiles: ProfileRecord[], trees: LaunchTrees[], artifacts: Artifact[] }} Measured
 * @typedef {ReturnType<typeof prepareRun>} Prepared
 */

/**
 * What a run means, finished or not: a pure function of what was measured.
 * @param {Measured} measured
 * @param {Prepared} [prepared] of the same run
 * @returns {Analysis}
 */
export function analyseRun(measured, prepared = prepareRun(measured)) {
  const { manifest, slices, launches, problems, profiles, trees, artifacts } = measured
  const { usable, isValid, evidence } = prepared
  const { experiment, design } = manifest
  const [baseline, ...candidates] = /** @type {[string, ...string[]]} */ (experiment.variants.map(({ name }) => name))
  const { flawed, valid } = usable
  const bare = usableUnprofiledSlices(slices, experiment)
  const hasNm = !manifest.preflight.some(finding => finding.code === 'no-nm')
  const variants = [baseline, ...candidates]
  const [decidingLoad] = design.loads
  const ticks = design.profilers.flatMap(({ name }) =>
    tickTables(profiles.filter(isOf(name)), slices.filter(isOf(name)), isValid, design.loads, variants)
  )
  const loads = design.loads.map(load => ({
    load,
    notes: manifest.generatorNotes[load.generator] ?? [],
    ...compareUnderLoad(load, baseline, candidates, bare)
  }))
  return {
    schemaVersion: 5,
    experiment: experiment.name,
    question: experiment.question,
    folder: manifest.folder,
    status: manifest.status,
    problem: manifest.problem?.message ?? null,
    rounds: new Set(bare.valid.map(slice => slice.round)).size,
    asked: { rounds: design.rounds, untilHalfWidth: design.untilHalfWidth, maxMs: design.maxMs },
    quick: design.quick,
    baseline,
    candidates,
    verdicts: candidates.map(candidate => verdictOn(candidate, baseline, manifest, bare)),
    loads,
    latencies: design.loads.flatMap(load => latencyTable(load, variants, bare) ?? []),
    ticks,
    tickOddities: tickOddities(ticks, hasNm),
    profilerOverheads: design.profilers.map(({ name }) => profilerOverhead(name, decidingLoad, variants, valid)),
    blames: candidates.flatMap(candidate =>
      blameOn(candidate, baseline, evidence, unprofiledTotal(candidate, baseline, loads[0]))
    ),
    checks: {
      slices: slices.length,
      flawed: flawed.map(({ slice: { launch, index, load }, flaws }) => ({
        launch,
        index,
        generator: load.generator,
        flaws
      })),
      panel: checkSlices(bare.all),
      warnings: [
        ...manifest.preflight.map(sentenceOf),
        ...warningsOf(launches),
        ...unreadOf(launches, profiles, problems)
      ]
    },
    heavyTables: heavyTables(
      trees,
      variants,
      design.profilers.map(({ name }) => name)
    ),
    toolProblems: problems.map(({ profiler, variant, message }) => ({ profiler, variant, message })),
    artifacts,
    calibration: manifest.calibration,
    timing: manifest.timing
  }
}

/**
 * Returns what the analysis and the flame graphs of a run both start from.
 * @param {Pick<Measured, 'manifest' | 'slices' | 'trees'>} measured
 */
export function prepareRun({ manifest: { experiment, design }, slices, trees }) {
  const [baseline = '', ...candidates] = experiment.variants.map(({ name }) => name)
  const usable = usableSlices(slices, experiment)
  const valid = new Set(usable.valid)
  return {
    usable,
    isValid,
    evidence: evidenceOf({ trees, slices, isValid, load: design.loads[0] }, baseline, candidates)
  }

  /** @param {SliceRecord} slice */
  function isValid(slice) {
    return valid.has(slice)
  }
}

/**
 * Returns the flame graphs of a run.
 * @param {Pick<RunManifest, 'experiment' | 'design' | 'folder'>} manifest
 * @param {Pick<Prepared, 'evidence'>} prepared
 * @returns {FlameGraph[]}
 */
export function flamesOfRun({ experiment, design, folder }, { evidence }) {
  const profilers = design.profilers.map(({ name }) => name)
  return flameGraphs(evidence, { profilers, variants: experiment.variants.map(({ name }) => name), folder })
}

/**
 * Returns the difference of unprofiled launches in separate slices, in which profiled launches are loaded too.
 * @param {string} candidate
 * @param {string} baseline
 * @param {Analysis['loads'][0] | undefined} load
 */
function unprofiledTotal(candidate, baseline, load) {
  const { estimates = {}, changes = {} } = load?.costSeparate ?? {}
  const [one, other, change] = [estimates[baseline], estimates[candidate], changes[candidate]]
  if (!one || !other || !change) return null
  return {
    baseline: one.value,
    candidate: other.value,
    difference: one.value * change.relative,
    low: one.value * change.low,
    high: one.value * change.high
  }
}

/**
 * What a run that was interrupted, or failed, did not come to.
 * @param {Measured['launches']} launches
 * @param {Measured['profiles']} profiles
 * @param {Measured['problems']} problems
 */
function unreadOf(launches, profiles, problems) {
  const told = new Set([...profiles.map(profile => profile.launch), ...problems.map(problem => problem.id)])
  const unread = launches.filter(({ id, profiler }) => profiler !== 'none' && !told.has(id))
  if (unread.length === 0) return []
  return [
    `What the profilers saw of ${unread.length} launches was not read, as the run ended before: it is in launches/ as the tools left it.`
  ]
}

/** @param {Finding} finding */
function sentenceOf({ message }) {
  return `Before the run: ${message}.`
}

/** @param {ProfilerName} name */
function isOf(name) {
  return (/** @type {{ profiler: ProfilerName }} */ { profiler }) => profiler === name
}
