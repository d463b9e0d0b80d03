import { nodesOf, rowsOf } from './call-trees.js'

/** @import { Frame, Profile } from '../../src/profile/types.js' */
/** @import { CallNode } from './call-trees.js' */

/** @type {Frame} */
const javascript = { name: 'handle', file: '/app/server.js', line: 10, column: 5, kind: 'javascript' }

/** @type {Frame[]} */
export const frames = [
  { ...javascript, name: '(anonymous)', line: 1, column: 1 },
  javascript,
  { ...javascript, file: '/app/other; file.js', name: 'a;b c\nd' },
  { ...javascript, name: 'writeSync', file: 'node:fs', line: 900, column: 19 },
  { name: 'write', file: '', line: null, column: null, kind: 'native' },
  { name: '(garbage collector)', file: '', line: null, column: null, kind: 'gc' },
  { name: '(program)', file: '', line: null, column: null, kind: 'program' }
]

/** @type {CallNode[]} */
export const rows = [
  { frame: 6, parent: -1, self: 2500, tier: null },
  { frame: 0, parent: -1, self: 100, tier: 'ignition' },
  { frame: 1, parent: 1, self: 3000, tier: 'turbofan' },
  { frame: 5, parent: -1, self: 400, tier: null },
  { frame: 1, parent: 2, self: 50, tier: 'ignition' },
  { frame: 3, parent: 2, self: 0, tier: null },
  { frame: 4, parent: 5, self: 1250, tier: null },
  { frame: 2, parent: 1, self: 1, tier: null }
]

/**
 * Returns a profile of a module that calls `handle`, which calls itself and writes; with V8's own work and 700 of idle.
 * @param {Partial<Omit<Profile, 'nodes'>> & { nodes?: CallNode[] }} [changes] `nodes` as rows
 * @returns {Profile}
 */
export function makeProfile({ nodes = rows, ...changes } = {}) {
  return { unit: 'micros', label: 'main', frames, nodes: nodesOf(nodes), idle: 700, samples: null, ...changes }
}

/**
 * @param {Profile} profile
 * @returns {Record<string, { self: number, total: number }>} by `name file:line:column`; recursion counts once
 */
export function weightsByFunction({ frames: all, nodes: columns }) {
  const nodes = rowsOf(columns)
  /** @type {Record<string, { self: number, total: number }>} */
  const weights = {}
  for (const { frame, parent, self } of nodes) {
    weightOf(frame).self += self
    for (const each of new Set([frame, ...callersOf(parent)])) weightOf(each).total += self
  }
  return Object.fromEntries(Object.entries(weights).filter(([, { total }]) => total > 0))

  /** @param {number} frame */
  function weightOf(frame) {
    const { name, file, line, column } = all[frame] ?? javascript
    const key = `${name} ${file}:${line}:${column}`
    weights[key] ??= { self: 0, total: 0 }
    return weights[key]
  }

  /**
   * @param {number} node
   * @returns {number[]}
   */
  function callersOf(node) {
    const caller = nodes[node]
    return caller ? [caller.frame, ...callersOf(caller.parent)] : []
  }
}
