import { none } from './none.js'
import { prof } from './prof.js'
import { zeroX } from './zero-x.js'

/**
 * @typedef {object} Profiler who watches a launch
 * @property {import('../types.js').ProfilerName} name
 * @property {boolean} wraps the command it starts is its own and the server a child of that: only the server is signalled
 * @property {number} stopGraceMs how long the launch may take to end after that signal
 * @property {string[]} needs programs of the system without which its figures are poorer
 * @property {(start: WatchStart) => { command: string[], cwd: string, env: Record<string, string> }} watch
 * @property {(leftover: Leftover) => Promise<Collected>} collect reads what a finished launch left
 *
 * @typedef {object} WatchStart
 * @property {string[]} command the first word is a program, `node` already replaced by a path
 * @property {string} cwd
 * @property {{ folder: string, stdout: string }} files of the launch
 *
 * @typedef {object} Leftover
 * @property {string} folder of the launch
 * @property {string} stderr what the launch complained of, a file
 * @property {string} nodeBinary the one that wrote it
 * @property {import('../types.js').SliceRecord[]} slices of the launch
 * @property {boolean} isTypical the launch nearest the middle of its variant: the one to draw, where drawing is slow
 * @property {AbortSignal} signal
 *
 * @typedef {object} Collected file names are absolute
 * @property {Partial<Record<import('../types.js').GeneratorName, import('../types.js').TickSummary>>} ticks
 * @property {{ kind: 'ticks' | 'flame', path: string, generator?: import('../types.js').GeneratorName }[]} artifacts
 */

/** @type {Map<import('../types.js').ProfilerName, Profiler>} */
export const profilers = new Map([none, prof, zeroX].map(profiler => [profiler.name, profiler]))
