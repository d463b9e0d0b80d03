import { analyse } from '../../src/analyse.js'
import { makeManifest, makeMeasured, makeRounds } from './make-run.js'

/** @import { ListedRun } from '../../src/runs/list-runs.js' */
/** @import { RunManifest } from '../../src/runs/types.js' */
/** @import { Analysis } from '../../src/types.js' */

/**
 * Returns a run as the index lists it: the candidate costs `costRatio` times as much, with up to 1% more or less per round.
 * @param {object} [planted]
 * @param {number} [planted.costRatio]
 * @param {string} [planted.folder]
 * @param {number} [planted.rounds]
 * @param {Partial<RunManifest>} [planted.manifest]
 * @param {Partial<Analysis>} [planted.analysis]
 * @returns {ListedRun & { manifest: RunManifest, analysis: Analysis }}
 */
export function makeListedRun({
  costRatio = 1.2,
  folder = 'a run',
  rounds = 8,
  manifest: changes,
  analysis: analysisChanges
} = {}) {
  const manifest = makeManifest(changes)
  const slices = makeRounds({ rounds, costRatio }).map(slice => ({
    ...slice,
    server: {
      ...slice.server,
      cpuMainThreadMicros: Number(slice.server.cpuMainThreadMicros) * unsteady(slice.round, slice.variant)
    }
  }))
  const analysis = { ...analyse(makeMeasured({ manifest, slices })).analysis, ...analysisChanges }
  return { folder, manifest, analysis, problem: null, hasPage: true }
}

/**
 * @param {number} round
 * @param {string} variant
 */
function unsteady(round, variant) {
  return variant === 'log=off' ? 1 : 1 + ((round % 3) - 1) / 100
}
