import { voidReasons, warningsOf } from './checks.js'
import { compareUnderLoad, verdictOn } from './compare-variants.js'
import { observerEffect } from './observer-effect.js'
import { tickOddities, tickTables } from './tick-tables.js'

/**
 * @typedef {import('../types.js').Analysis} Analysis
 * @typedef {import('../types.js').RunManifest} RunManifest
 * @typedef {import('../types.js').SliceRecord} SliceRecord
 * @typedef {{ manifest: RunManifest, slices: SliceRecord[], launches: import('../types.js').LaunchRecord[], profiles: import('../types.js').ProfileRecord[], artifacts: import('../types.js').Artifact[] }} Measured
 */

/**
 * What a run means, finished or not: a pure function of what was measured.
 * @param {Measured} measured
 * @returns {Analysis}
 */
export function analyseRun({ manifest, slices, launches, profiles, artifacts }) {
  const { experiment, design } = manifest
  const [baseline, ...candidates] = /** @type {[string, ...string[]]} */ (experiment.variants.map(({ name }) => name))
  const judged = slices.map(slice => ({ slice, reasons: voidReasons(slice, experiment) }))
  const valid = judged.filter(({ reasons }) => reasons.length === 0).map(({ slice }) => slice)
  const validOnes = new Set(valid)
  const bare = valid.filter(slice => slice.profiler === 'none')
  const hasNm = !manifest.preflight.some(finding => finding.code === 'no-nm')
  const ticks = tickTables(profiles, slices.filter(isProfiled), isValid, design.loads, [baseline, ...candidates])
  return {
    schemaVersion: 1,
    experiment: experiment.name,
    question: experiment.question,
    status: manifest.status,
    problem: manifest.problem?.message ?? null,
    rounds: new Set(bare.map(slice => slice.round)).size,
    quick: design.quick,
    baseline,
    candidates,
    verdicts: candidates.map(candidate => verdictOn(candidate, baseline, manifest, bare)),
    loads: design.loads.map(load => ({
      load,
      notes: manifest.generatorNotes[load.generator] ?? [],
      ...compareUnderLoad(load, baseline, candidates, bare)
    })),
    ticks,
    tickOddities: tickOddities(ticks, hasNm),
    observerEffect: observerEffect(design, [baseline, ...candidates], valid),
    checks: {
      slices: slices.length,
      voided: judged
        .filter(({ reasons }) => reasons.length > 0)
        .map(({ slice, reasons }) => ({ launch: slice.launch, index: slice.index, reasons })),
      warnings: [...manifest.preflight.map(sentenceOf), ...warningsOf(bare, launches)]
    },
    artifacts,
    timing: manifest.timing
  }

  /** @param {SliceRecord} slice */
  function isValid(slice) {
    return validOnes.has(slice)
  }
}

/** @param {import('../types.js').Finding} finding */
function sentenceOf({ message }) {
  return `Before the run: ${message}.`
}

/** @param {SliceRecord} slice */
function isProfiled(slice) {
  return slice.profiler !== 'none'
}
