import { CallTree, weightOf } from '../../../src/profile/tree/call-tree.js'
import { createRun } from '../../../src/runs/create-run.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { makeLaunch, makeManifest, makeSlice } from '../../../test/helpers/make-run.js'

/** @import { Frame, Profile } from '../../../src/profile/types.js' */

/** @typedef {() => number} Random from 0 to 1 */

const FUNCTIONS = 1500
const NEW_CALLS = 6
const VARIANTS = /** @type {const} */ (['log=off', 'log=sync'])

/**
 * Writes a run of two variants with profiled launches, whose call trees are made from a seed. The candidate has one function more.
 * @param {string} folder
 * @param {object} size
 * @param {number} size.launches
 * @param {number} size.stacks distinct ones in each launch
 * @param {number} size.ownShare of the functions that have another name in each launch
 * @param {number} size.ownStacks the share of stacks that no other launch has
 * @param {number} size.seed
 * @returns {Promise<string>} the run folder
 */
export async function makeProfiledRun(folder, { launches, stacks, ownShare, ownStacks, seed }) {
  const manifest = makeManifest()
  const design = {
    ...manifest.design,
    profilers: [{ name: 'prof', rounds: launches / 2, playsLoads: false, isAlone: false }]
  }
  const run = await createRun(folder, 'many', makeManifest({ design }))
  const random = seededRandom(seed)
  const ownCount = Math.round(stacks * ownStacks)
  const common = makeStacks(stacks - ownCount, random)
  for (let index = 0; index < launches; index++) {
    const round = index >> 1
    const variant = VARIANTS[index % 2] ?? VARIANTS[0]
    const id = `${round}-${variant}-prof`
    run.appendLaunch(makeLaunch({ id, variant, round, profiler: 'prof' }))
    run.appendSlice(makeSlice({ variant, launch: id, round, profiler: 'prof', cpuMicros: 100_000 + 1000 * random() }))
    await run.makeLaunchFolder(id)
    const shape = [...common, ...makeStacks(ownCount, random)]
    const profile = profileOf(shape, { ownShare, launch: index, isCandidate: index % 2 === 1, random })
    const sampleCount = weightOf(profile)
    await run.writeTrees({
      launch: id,
      variant,
      profiler: 'prof',
      trees: [{ pid: 1, threadId: 0, sampleCount, profile }]
    })
  }
  return run.root
}

/**
 * Returns stacks of functions, the outermost first. Each begins as one of those before it does, and goes on with calls of its own.
 * @param {number} count
 * @param {Random} random
 */
function makeStacks(count, random) {
  /** @type {number[][]} */
  const stacks = count > 0 ? [[0]] : []
  while (stacks.length < count) {
    const before = stacks[Math.floor(random() * stacks.length)] ?? []
    const kept = before.slice(0, 1 + Math.floor(random() * Math.min(before.length, 24)))
    const calls = Array.from({ length: 1 + Math.floor(random() * 2 * NEW_CALLS) }, () =>
      Math.floor(random() * FUNCTIONS)
    )
    stacks.push([...kept, ...calls])
  }
  return stacks
}

/**
 * @param {number[][]} stacks
 * @param {{ ownShare: number, launch: number, isCandidate: boolean, random: Random }} of
 * @returns {Profile}
 */
function profileOf(stacks, { ownShare, launch, isCandidate, random }) {
  const tree = new CallTree()
  for (const stack of stacks) {
    let node = -1
    for (const index of stack) node = tree.child(node, tree.frame(frameOf(index, ownShare, launch)), null)
    tree.add(node, 1 + Math.floor(random() * 5))
    if (!isCandidate || node % 50 !== 0) continue
    tree.add(tree.child(node, tree.frame(frameOf(FUNCTIONS, 0, launch)), null), 3)
  }
  return { unit: 'samples', label: 'process 1', frames: tree.frames, nodes: tree.nodes, idle: 0, samples: null }
}

/** @type {(index: number, ownShare: number, launch: number) => Frame} */
function frameOf(index, ownShare, launch) {
  const isOwn = index / FUNCTIONS < ownShare
  const name = isOwn ? `handle${index}in${launch}` : `handle${index}`
  return { name, file: fileOf(index), line: 1 + (index % 400), column: 1 + (index % 60), kind: 'javascript' }
}

/** @param {number} index @returns {string} of the app, of a package or of Node.js */
function fileOf(index) {
  if (index % 3 === 0) return `/srv/app/routes/part${index % 20}.js`
  if (index % 3 === 1) return `/srv/app/node_modules/package${index % 40}/lib/index.js`
  return `node:internal/part${index % 30}`
}
