import { cdp, devtools } from './cdp.js'
import { clinicBubble, clinicDoctor, clinicFlame, clinicHeap } from './clinic.js'
import { heap } from './heap.js'
import { none } from './none.js'
import { prof } from './prof.js'
import { zeroX } from './zero-x.js'

/**
 * @import { GeneratorName } from '../load/types.js'
 * @import { ProfilerName, ThreadTree, TickSummary } from '../profile/types.js'
 * @import { ProfileRecord, SliceRecord } from '../runs/types.js'
 */

/**
 * @typedef {object} Profiler who watches a launch
 * @property {ProfilerName} name
 * @property {boolean} wraps the command it starts is its own and the server a child of that: only the server is signalled
 * @property {number} stopGraceMs how long the launch may take to end after that signal
 * @property {boolean} [batches] it is told what it saw under each load; the others watch the first load only
 * @property {number} [rounds] in which it watches at most
 * @property {boolean} [mayFail] what goes wrong with it is told, and the run goes on without it
 * @property {string[]} needs programs of the system without which its figures are poorer
 * @property {(start: WatchStart) => { command: string[], cwd: string, env: Record<string, string> }} watch
 * @property {(target: AttachTarget) => Promise<Attachment>} [attach] to a server that has just begun to listen
 * @property {(leftover: Leftover) => Promise<Collected>} collect reads what a finished launch left
 *
 * @typedef {object} WatchStart
 * @property {string[]} command the first word is a program, `node` already replaced by a path
 * @property {string} cwd
 * @property {{ folder: string, stdout: string }} files of the launch
 *
 * @typedef {object} AttachTarget
 * @property {() => { pid: number, inspectorUrl: string }[]} processes that listen by now and can be inspected
 * @property {string} folder of the launch
 *
 * @typedef {object} Attachment
 * @property {() => Promise<void>} start the server is warm, the slices begin
 * @property {() => Promise<void>} finish the slices are over, the server is still up
 * @property {() => void} close whatever happens
 *
 * @typedef {object} Leftover
 * @property {string} folder of the launch
 * @property {string} stderr what the launch complained of, a file
 * @property {string} nodeBinary the one that wrote it
 * @property {SliceRecord[]} slices of the launch
 * @property {boolean} isTypical the launch nearest the middle of its variant: the one to draw, where drawing is slow
 * @property {AbortSignal} signal
 *
 * @typedef {object} Collected file names are absolute
 * @property {Partial<Record<GeneratorName, TickSummary>>} ticks
 * @property {ProfileRecord['artifacts']} artifacts
 * @property {ThreadTree[]} trees of the time under the first load, one a thread; none where the tool has none
 */

/** @type {Map<ProfilerName, Profiler>} */
export const profilers = new Map(
  [none, prof, zeroX, cdp, devtools, heap, clinicDoctor, clinicFlame, clinicHeap, clinicBubble].map(profiler => [
    profiler.name,
    profiler
  ])
)
