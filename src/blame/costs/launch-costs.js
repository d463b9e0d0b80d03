import { weightOf } from '../../profile/tree/call-tree.js'
import { sum } from '../../stats/means.js'

/** @import { HookCosts, LaunchTrees, ThreadTree } from '../../profile/types.js' */
/** @import { SliceRecord, ThreadWindow } from '../../runs/types.js' */

/**
 * @typedef {object} LaunchCosts one profiled launch, costs per request
 * @property {string} launch
 * @property {string} variant
 * @property {number} round
 * @property {number} [machine] of several
 * @property {{ tree: ThreadTree, costPerWeight: number }[]} threads
 * @property {number} profiled the sum of the trees: CPU of the threads that run JavaScript, bytes, or latency
 * @property {number | null} main CPU of the main threads; null where the platform does not distinguish threads
 * @property {number | null} pool CPU of the thread pool
 * @property {number | null} helpers CPU of V8's helper threads
 * @property {number | null} workers CPU of worker threads that have no tree
 * @property {number | null} whole CPU of all threads; null where the trees have no CPU
 * @property {number} sampledPerCpu time of the samples per CPU time they are scaled to
 * @property {number} [scaledBy] factor of the costs of the trees, {@link scaleToUnprofiled}; absent where they are not scaled
 * @property {boolean} [isTied] whether each launch has a factor of its own
 */

const TICK_MICROS = 1000

/**
 * Returns the cost per request of a unit of each call tree's weight. Samples are taken in wall time and scaled to CPU time:
 * the cost of a function is its share of a thread's samples that are not idle, times the thread's CPU in the same slices,
 * divided by the requests completed in them. Allocated bytes are only divided by the requests, and latency by those that were followed.
 * @param {LaunchTrees} launchTrees
 * @param {SliceRecord[]} slices the valid ones of this launch under the load of size and blame
 * @returns {LaunchCosts | null} null without requests or without samples
 */
export function launchCosts({ launch, variant, trees }, slices) {
  const { unit } = trees[0]?.profile ?? {}
  const requests = requestsIn(trees, slices)
  const [first] = slices
  if (requests === 0 || !first) return null
  const isCpu = unit === 'micros' || unit === 'samples'
  const threads = trees.flatMap(function costOf(tree) {
    const weight = treeWeight(tree)
    if (weight === 0) return []
    const cost = isCpu ? cpuOf(tree, trees, slices) : weight
    return [{ tree, costPerWeight: cost / requests / weight }]
  })
  const profiled = sum(threads.map(({ tree, costPerWeight }) => costPerWeight * treeWeight(tree)))
  const weight = sum(threads.map(({ tree }) => treeWeight(tree)))
  if (profiled === 0) return null
  return {
    launch,
    variant,
    round: first.round,
    ...(first.machine !== undefined && { machine: first.machine }),
    threads,
    profiled,
    main: isCpu ? perRequest('cpuMainThreadMicros') : null,
    pool: isCpu ? perRequest('cpuPoolMicros') : null,
    helpers: isCpu ? perRequest('cpuHelpersMicros') : null,
    workers: isCpu ? unprofiledWorkers() / requests : null,
    whole: isCpu ? perRequest('cpuMicros') : null,
    sampledPerCpu: (weight * (unit === 'samples' ? TICK_MICROS : 1)) / (profiled * requests)
  }

  function unprofiledWorkers() {
    const windows = slices.flatMap(slice => slice.server.threads).filter(({ threadId }) => threadId !== 0)
    const unprofiled = windows.filter(
      window => !trees.some(tree => tree.pid === window.pid && tree.threadId === window.threadId)
    )
    return sum(unprofiled.map(window => window.cpuMicros ?? 0))
  }

  /** @param {'cpuMainThreadMicros' | 'cpuPoolMicros' | 'cpuHelpersMicros' | 'cpuMicros'} field */
  function perRequest(field) {
    const values = slices.map(slice => slice.server[field])
    return values.includes(null) ? null : sum(values.map(Number)) / requests
  }
}

/**
 * Returns the CPU of the tree's own thread. Where the platform does not distinguish threads, all CPU is divided by weight.
 * @type {(tree: ThreadTree, trees: ThreadTree[], slices: SliceRecord[]) => number}
 */
function cpuOf(tree, trees, slices) {
  const windows = slices.flatMap(slice => slice.server.threads).filter(isSameThread)
  if (windows.length > 0 && windows.every(window => window.cpuMicros !== null))
    return sum(windows.map(window => Number(window.cpuMicros)))
  const whole = sum(slices.map(slice => slice.server.cpuMicros))
  return (whole * treeWeight(tree)) / sum(trees.map(treeWeight))

  /** @param {ThreadWindow} window */
  function isSameThread({ pid, threadId }) {
    return pid === tree.pid && threadId === tree.threadId
  }
}

/**
 * Returns of how many requests the weights of trees are: of latency those that were followed.
 * @param {ThreadTree[]} trees @param {SliceRecord[]} slices of the launch
 */
export function requestsIn(trees, slices) {
  const isOfLatency = trees[0]?.profile.unit === 'latency'
  return sum(isOfLatency ? trees.map(tree => tree.sampleCount) : slices.map(slice => slice.completed))
}

/** @param {ThreadTree} tree */
function treeWeight({ profile }) {
  return weightOf(profile)
}

/** Returns what requests cost with the hook and without, as a property of a blame; none where there was no request. @param {LaunchCosts[]} launches */
export function hookMicros(launches) {
  const hooks = launches.flatMap(({ threads }) => threads.flatMap(({ tree }) => tree.hook ?? []))
  const of = (/** @type {keyof HookCosts} */ name) => sum(hooks.map(hook => hook[name]))
  if (of('onRequests') === 0 || of('offRequests') === 0) return {}
  return { hookMicros: { on: of('onMicros') / of('onRequests'), off: of('offMicros') / of('offRequests') } }
}
