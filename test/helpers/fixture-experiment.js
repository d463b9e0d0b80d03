import { analyse } from '../../src/analyse.js'
import { makeDesign } from '../../src/measure/rounds/design.js'
import { presetOf } from '../../src/measure/rounds/presets.js'
import { runExperiment } from '../../src/measure/rounds/run-experiment.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { temporaryFolder } from './temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */
/** @import { Load } from '../../src/load/types.js' */
/** @import { Design } from '../../src/measure/types.js' */

/** @type {Load} */
export const fewConnections = { generator: 'autocannon', mode: 'closed', connections: 10 }

/** @type {Load} */
export const smallBatch = { generator: 'artillery', mode: 'batch', users: 5, requestsPerUser: 10 }

/**
 * Returns an experiment with two servers of test/fixtures/servers.
 * @param {{ server: string, env?: Record<string, string> }} baseline
 * @param {{ server: string, env?: Record<string, string> }} candidate
 * @returns {Experiment}
 */
export function fixtureExperiment(baseline, candidate) {
  return {
    name: 'fixture',
    question: 'Is the truth found?',
    variants: [variantOf('baseline', baseline), variantOf('candidate', candidate)],
    request: { path: '/', headers: { 'accept-encoding': 'gzip' } },
    loads: [fewConnections],
    primaryMetric: 'cpuPerRequest',
    marginRatio: 0.02
  }
}

const slices = { sharedCore: 0, separate: 2, detail: 2, others: 2 }
const warmUp = { mostMs: 3000, mostRequests: 600, chunkMs: 100 }
const loadRounds = { unprofiled: 2, profiled: 2 }
const short = { rounds: 2, detailRounds: 2, loadRounds, warmUp, sliceMs: 200, slices }

/**
 * Runs an experiment in a temporary folder, with very short slices and without shared-core slices.
 * @param {Experiment} experiment
 * @param {Partial<Design> & { signal?: AbortSignal, notify?: (event: any) => void, profilesFolder?: string }} [changes]
 */
export function runFixture(
  experiment,
  { signal, notify = () => {}, profilesFolder = temporaryFolder(), ...changes } = {}
) {
  const design = makeDesign({ profilers: [], loads: experiment.loads, seed: 1, preset: presetOf({ short: true }) })
  return runExperiment({
    experiment,
    design: { ...design, ...short, ...changes },
    profilesFolder,
    reproduce: 'a test',
    signal: signal ?? new AbortController().signal,
    notify
  })
}

/**
 * Returns the analysis of a run folder.
 * @param {string} root
 */
export function analysisOf(root) {
  return analyse(new RunFolder(root).read()).analysis
}

/**
 * @param {string} name
 * @param {{ server: string, env?: Record<string, string> }} source
 */
function variantOf(name, { server, env = {} }) {
  return { name, command: ['node', `test/fixtures/servers/${server}`], env, contentEncoding: 'identity' }
}
