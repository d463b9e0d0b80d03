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
 * @import { Evidence } from './blame/evidence.js'
 * @import { FlameGraph } from './flame/types.js'
 * @import { LaunchTrees, ProfilerName } from './profile/types.js'
 * @import { Artifact, Finding, LaunchProblem, LaunchRecord, ProfileRecord, RunManifest } from './runs/types.js'
 * @import { SliceRecord } from './runs/types.js'
 * @import { Analysis } from './types.js'
 */

/**
 * @typedef {{ manifest: RunManifest, slices: SliceRecord[], launches: LaunchRecord[], problems: LaunchProblem[], profiles: ProfileRecord[], trees: LaunchTrees[], artifacts: Artifact[] }} Measured
 */

/**
 * What a run means, finished or not: a pure function of what was measured.
 * @param {Measured} measured
 * @param {Evidence} [evidence] of the same run
 * @returns {Analysis}
 */
export function analyseRun(measured, evidence = evidenceOfRun(measured)) {
  const { manifest, slices, launches, problems, profiles, trees, artifacts } = measured
  const { experiment, design } = manifest
  const [baseline, ...candidates] = /** @type {[string, ...string[]]} */ (experiment.variants.map(({ name }) => name))
  const { flawed, valid } = usableSlices(slices, experiment)
  const validOnes = new Set(valid)
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
    blames: candidates.flatMap(candidate => blameOn(candidate, baseline, evidence, loads[0]?.costSeparate)),
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

  /** @param {SliceRecord} slice */
  function isValid(slice) {
    return validOnes.has(slice)
  }
}

/**
 * Returns what each profiler of a run measured: the input of its blame and of its flame graphs.
 * @param {Pick<Measured, 'manifest' | 'slices' | 'trees'>} measured
 * @returns {Evidence}
 */
export function evidenceOfRun({ manifest: { experiment, design }, slices, trees }) {
  const [baseline = '', ...candidates] = experiment.variants.map(({ name }) => name)
  const valid = new Set(usableSlices(slices, experiment).valid)
  const profiled = {
    trees,
    slices,
    isValid: (/** @type {SliceRecord} */ slice) => valid.has(slice),
    load: design.loads[0]
  }
  return evidenceOf(profiled, baseline, candidates)
}

/**
 * Returns the flame graphs of a run.
 * @param {Pick<RunManifest, 'experiment' | 'design' | 'folder'>} manifest
 * @param {Evidence} evidence
 * @returns {FlameGraph[]}
 */
export function flamesOfRun({ experiment, design, folder }, evidence) {
  const profilers = design.profilers.map(({ name }) => name)
  return flameGraphs(evidence, { profilers, variants: experiment.variants.map(({ name }) => name), folder })
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
