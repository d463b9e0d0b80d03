import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from '../../src/analyse.js'
import { renderPage } from '../../src/page/render-page.js'
import { makeManifest, makeMeasured, makeRounds } from './make-run.js'
import { makeLaunch } from './make-trees.js'
import { temporaryFolder } from './temporary-folder.js'

/** @import { LaunchTrees } from '../../src/profile/types.js' */
/** @import { Variant } from '../../src/experiments/types.js' */
/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { Analysis } from '../../src/types.js' */
/** @import { Artifact, RunManifest, SliceRecord, SourceExcerpt } from '../../src/runs/types.js' */

const PROFILED_ROUNDS = [0, 1, 2, 3]
const variants = ['log=off', 'log=sync']
const ticks = { javascript: 200, cpp: 500, gc: 50, sharedLibraries: 100, unaccounted: 200, total: 1000 }
const profilers = /** @type {const} */ (['prof', 'cdp'])
const stacks = { 'app:handle': 300, 'app:handle > app:parse': 500, 'app:handle > node:fs:writeSync': 200 }

/**
 * Writes the page of a run of {@link makeProfiledRun}.
 * @param {Parameters<typeof makeProfiledRun>[0]} [planted]
 * @param {(analysis: Analysis) => Analysis} [change] of its analysis
 * @returns {Promise<string>} path of the file
 */
export async function makePage(planted, change = analysis => analysis) {
  const { run, tickTexts } = makeProfiledRun(planted)
  const { analysis: found, graphs } = analyse(run)
  const analysis = change(found)
  const html = await renderPage({ run, analysis, graphs: graphs(), tickTexts })
  const file = path.join(temporaryFolder(), 'report.html')
  writeFileSync(file, html)
  return file
}

/**
 * Returns a run with known figures: the candidate takes `costRatio` times 100 µs of main-thread CPU per request, and the whole
 * difference is in a function that `handle` calls in the candidate only.
 * @param {object} [planted]
 * @param {number} [planted.costRatio]
 * @param {string} [planted.name] of that function
 * @param {string} [planted.alsoPlanted] a stack of the candidate that costs half of that function
 * @param {Partial<RunManifest>} [planted.manifest]
 * @param {SourceExcerpt[] | null} [planted.sources]
 * @param {boolean} [planted.isProfile] of the candidate alone
 */
export function makeProfiledRun({
  costRatio = 1.3,
  name = 'burn',
  alsoPlanted,
  manifest: changes,
  sources = null,
  isProfile = false
} = {}) {
  const design = {
    ...makeManifest().design,
    profilers: profilers.map(each => ({ name: each, playsLoads: false, isAlone: false }))
  }
  const launches = profilers.flatMap(profiler =>
    PROFILED_ROUNDS.flatMap(round => ofRound(profiler, round, costRatio, alsoPlanted))
  )
  const tickTexts = variants.map(variant => tickTextOf(variant, name))
  const measured = makeMeasured({
    artifacts: tickTexts.map(({ artifact }) => artifact),
    profiles: launches.filter(({ slice }) => slice.profiler === 'prof').map(({ slice }) => profileRecord(slice)),
    manifest: makeManifest({ design, ...changes }),
    slices: [...scattered(makeRounds({ rounds: 8, costRatio })), ...launches.map(({ slice }) => slice)],
    trees: launches.map(({ tree }) => renamed(tree, name)),
    sources
  })
  return { run: isProfile ? ofOneVariant(measured) : measured, tickTexts }
}

/** Returns a run with the launches of the last variant only. @param {SavedRun} run @returns {SavedRun} */
export function ofOneVariant({ manifest, slices, trees, profiles, artifacts, ...others }) {
  const only = /** @type {Variant} */ (manifest.experiment.variants.at(-1))
  const isOwn = (/** @type {{ variant: string }} */ { variant }) => variant === only.name
  return {
    ...others,
    manifest: { ...manifest, experiment: { ...manifest.experiment, name: 'profile', variants: [only] } },
    slices: slices.filter(isOwn),
    trees: trees.filter(isOwn),
    profiles: profiles.filter(isOwn),
    artifacts: artifacts.filter(isOwn)
  }
}

/**
 * @param {'prof' | 'cdp'} profiler
 * @param {number} round
 * @param {number} costRatio
 * @param {string} [alsoPlanted]
 */
function ofRound(profiler, round, costRatio, alsoPlanted) {
  const unit = profiler === 'cdp' ? 'micros' : 'samples'
  const plantedWeight = 1000 * (costRatio - 1)
  const planted = {
    ...stacks,
    ...(plantedWeight > 0 && { 'app:handle > app:burn': plantedWeight }),
    ...(alsoPlanted && { [alsoPlanted]: plantedWeight / 2 })
  }
  const cpuRatio = alsoPlanted ? 1 + 1.5 * (costRatio - 1) : costRatio
  const off = makeLaunch({ variant: 'log=off', round, profiler, stacks, mainMicros: 100, unit })
  const sync = makeLaunch({ variant: 'log=sync', round, profiler, stacks: planted, mainMicros: 100 * cpuRatio, unit })
  return profiler === 'cdp' ? [off, sync].map(withSamples) : [off, sync]
}

/**
 * Returns the output of --prof-process with 300 functions of one tick each.
 * @param {string} variant
 * @param {string} name of the first function
 */
function tickTextOf(variant, name) {
  const path = `ticks/${variant}.prof.autocannon.txt`
  const functions = Array.from(
    { length: 300 },
    (_, index) => `      1    0.3%  JS: *${index === 0 ? name : `f${index}`}`
  )
  /** @type {Artifact} */
  const artifact = { kind: 'ticks', variant, profiler: 'prof', generator: 'autocannon', path }
  return { artifact, text: [' [JavaScript]:', ...functions, ' [Summary]:', '  300  100.0%  JavaScript'].join('\n') }
}

/** @param {SliceRecord} slice */
function profileRecord({ launch, variant, profiler }) {
  return { launch, variant, profiler, ticks: { autocannon: ticks }, artifacts: [] }
}

/**
 * Returns the launch with one sample per node, as long as the weight of the node.
 * @param {ReturnType<typeof makeLaunch>} launch
 */
function withSamples({ tree, slice }) {
  const trees = tree.trees.map(function inOrder(thread) {
    let atMicros = 0
    const { self: weights } = thread.profile.nodes
    const atEach = Array.from(weights, function startOf(self) {
      atMicros += self
      return atMicros - self
    })
    const samples = { nodes: [...weights.keys()], atMicros: atEach }
    return { ...thread, profile: { ...thread.profile, samples } }
  })
  return { tree: { ...tree, trees }, slice }
}

/**
 * Returns the slices with up to 0.5% more or less CPU time, as real servers differ.
 * @param {SliceRecord[]} slices
 */
function scattered(slices) {
  return slices.map(function scatter(slice, index) {
    const cpuMainThreadMicros = Number(slice.server.cpuMainThreadMicros) * (1 + Math.sin(7 * index) / 200)
    return { ...slice, server: { ...slice.server, cpuMainThreadMicros } }
  })
}

/**
 * @param {LaunchTrees} tree
 * @param {string} name of the planted function, with any characters
 * @returns {LaunchTrees}
 */
function renamed(tree, name) {
  const trees = tree.trees.map(function renameIn(thread) {
    const frames = thread.profile.frames.map(frame => (frame.name === 'burn' ? { ...frame, name } : frame))
    return { ...thread, profile: { ...thread.profile, frames } }
  })
  return { ...tree, trees }
}
