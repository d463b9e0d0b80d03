import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { analyseFlames } from '../../src/analyse/analyse-flames.js'
import { analyseRun } from '../../src/analyse/analyse-run.js'
import { renderPage } from '../../src/report/page/render-page.js'
import { makeManifest, makeMeasured, makeRounds } from './make-run.js'
import { makeLaunch } from './make-trees.js'
import { temporaryFolder } from './temporary-folder.js'

/** @typedef {import('../../src/types.js').LaunchTrees} LaunchTrees */

const PROFILED_ROUNDS = [0, 1, 2, 3]
const profilers = /** @type {const} */ (['prof', 'cdp'])
const stacks = { 'app:handle': 300, 'app:handle > app:parse': 500, 'app:handle > node:fs:writeSync': 200 }

/**
 * The page of a run with a truth: main-thread CPU per request is `costRatio` times as much as 100 µs, and all of what is more
 * is in a function that `handle` calls and that the baseline never ran.
 * @param {object} [planted]
 * @param {number} [planted.costRatio]
 * @param {string} [planted.name] of that function
 * @param {Partial<import('../../src/types.js').RunManifest>} [planted.manifest]
 * @returns {Promise<string>} path of the file
 */
export async function makePage({ costRatio = 1.3, name = 'burn', manifest: changes } = {}) {
  const design = { ...makeManifest().design, profilers: profilers.map(each => ({ name: each, batches: false })) }
  const launches = profilers.flatMap(profiler => PROFILED_ROUNDS.flatMap(round => ofRound(profiler, round, costRatio)))
  const run = makeMeasured({
    manifest: makeManifest({ design, ...changes }),
    slices: [...scattered(makeRounds({ rounds: 8, costRatio })), ...launches.map(({ slice }) => slice)],
    trees: launches.map(({ tree }) => renamed(tree, name))
  })
  const html = await renderPage({ run, analysis: analyseRun(run), graphs: analyseFlames(run) })
  const file = path.join(temporaryFolder(), 'report.html')
  writeFileSync(file, html)
  return file
}

/**
 * @param {'prof' | 'cdp'} profiler
 * @param {number} round
 * @param {number} costRatio
 */
function ofRound(profiler, round, costRatio) {
  const unit = profiler === 'cdp' ? 'micros' : 'samples'
  const planted = costRatio === 1 ? stacks : { ...stacks, 'app:handle > app:burn': 1000 * (costRatio - 1) }
  const off = makeLaunch({ variant: 'log=off', round, profiler, stacks, mainMicros: 100, unit })
  const sync = makeLaunch({ variant: 'log=sync', round, profiler, stacks: planted, mainMicros: 100 * costRatio, unit })
  return profiler === 'cdp' ? [off, sync].map(withSamples) : [off, sync]
}

/**
 * Each node once on top, for as long as it weighs.
 * @param {ReturnType<typeof makeLaunch>} launch
 */
function withSamples({ tree, slice }) {
  const trees = tree.trees.map(function inOrder(thread) {
    let atMicros = 0
    const atEach = thread.profile.nodes.map(function startOf({ self }) {
      atMicros += self
      return atMicros - self
    })
    const samples = { nodes: thread.profile.nodes.map((_, index) => index), atMicros: atEach }
    return { ...thread, profile: { ...thread.profile, samples } }
  })
  return { tree: { ...tree, trees }, slice }
}

/**
 * Half a per cent to either side, as servers differ.
 * @param {import('../../src/types.js').SliceRecord[]} slices
 */
function scattered(slices) {
  return slices.map(function scatter(slice, index) {
    const cpuMainThreadMicros = Number(slice.server.cpuMainThreadMicros) * (1 + Math.sin(7 * index) / 200)
    return { ...slice, server: { ...slice.server, cpuMainThreadMicros } }
  })
}

/**
 * @param {LaunchTrees} tree
 * @param {string} name of what is planted, whatever characters it has
 * @returns {LaunchTrees}
 */
function renamed(tree, name) {
  const trees = tree.trees.map(function renameIn(thread) {
    const frames = thread.profile.frames.map(frame => (frame.name === 'burn' ? { ...frame, name } : frame))
    return { ...thread, profile: { ...thread.profile, frames } }
  })
  return { ...tree, trees }
}
