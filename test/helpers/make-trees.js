import { CallTree } from '../../src/profile/tree/call-tree.js'
import { withPlace } from '../../src/profile/tree/frames.js'
import { makeSlice } from './make-run.js'

/** @import { Frame, LaunchTrees, Profile, ProfilerName } from '../../src/profile/types.js' */
/** @import { SliceRecord, ThreadWindow } from '../../src/runs/types.js' */

/** @typedef {Record<string, number>} Stacks samples by stack, such as { 'app:answer > node:fs:writeSync': 12 } */

/**
 * Returns a profiled launch, by default of 1,000 requests with 100 µs of main-thread CPU each. A frame is written
 * `app:name`, `app:name:line:column:file`, `<package>/name`, `node:module:name`, `native:name`, `nameless:line:column:file` or `gc`.
 * @param {object} launch
 * @param {string} launch.variant
 * @param {number} launch.round
 * @param {Stacks} launch.stacks
 * @param {ProfilerName} [launch.profiler]
 * @param {number} [launch.completed] requests
 * @param {number} [launch.mainMicros] per request
 * @param {number} [launch.poolMicros] per request
 * @param {Profile['unit']} [launch.unit]
 * @returns {{ tree: LaunchTrees, slice: SliceRecord }}
 */
export function makeLaunch({
  variant,
  round,
  stacks,
  profiler = 'prof',
  completed = 1000,
  mainMicros = 100,
  poolMicros = 10,
  unit = 'samples'
}) {
  const launch = `${round + 1}-${variant}-${profiler}`
  const slice = makeSlice({ variant, round, launch, profiler, completed })
  const [thread] = /** @type {[ThreadWindow]} */ (slice.server.threads)
  const main = mainMicros * completed
  const server = {
    ...slice.server,
    cpuMicros: main + (poolMicros + 5) * completed,
    cpuMainThreadMicros: main,
    cpuPoolMicros: poolMicros * completed,
    cpuHelpersMicros: 5 * completed,
    threads: [{ ...thread, cpuMicros: main }]
  }
  const sampleCount = Object.values(stacks).reduce((sum, count) => sum + count, 0)
  const trees = [{ pid: thread.pid, threadId: 0, sampleCount, profile: profileOf(stacks, unit) }]
  return { tree: { launch, variant, profiler, trees }, slice: { ...slice, server } }
}

/**
 * @param {Stacks} stacks
 * @param {Profile['unit']} unit
 * @returns {Profile}
 */
export function profileOf(stacks, unit = 'samples') {
  const tree = new CallTree()
  for (const [stack, weight] of Object.entries(stacks)) {
    const node = stack.split(' > ').reduce((parent, text) => tree.child(parent, tree.frame(frameOf(text)), null), -1)
    tree.add(node, weight)
  }
  return { unit, label: '', frames: tree.frames, nodes: tree.nodes, idle: 0, samples: null }
}

/**
 * @param {string} text
 * @returns {Frame}
 */
function frameOf(text) {
  const [, kind = '', place = '', name = ''] = /^(app|node|native|gc|.+?\/)(?::?(.*):)?:?(.*)$/.exec(text) ?? []
  const unplaced = { line: null, column: null }
  if (text === 'gc') return { name: '(garbage collector)', file: '', ...unplaced, kind: 'gc' }
  if (kind === 'native') return { name: text.slice('native:'.length), file: '', ...unplaced, kind: 'native' }
  if (text.startsWith('nameless:'))
    return withPlace({ ...appFrame(`app:${text.replace('nameless', '')}`), kind: 'native' })
  const line = { line: 10 + name.length, column: 1, kind: /** @type {const} */ ('javascript') }
  if (kind === 'app') return appFrame(text)
  if (kind === 'node') return { name, file: `node:${place}`, ...line }
  return { name, file: `/srv/app/node_modules/${kind}index.js`, ...line }
}

/** @param {string} text @returns {Frame} */
function appFrame(text) {
  const [, name = '', line = 10 + name.length, column = 1, file = '/srv/app/server.js'] = text.split(':')
  return { name, file, line: Number(line), column: Number(column), kind: 'javascript' }
}
