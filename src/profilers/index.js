import { cdp } from './cdp.js'
import { clinicBubble, clinicDoctor, clinicFlame, clinicHeap } from './clinic.js'
import { devtools } from './devtools.js'
import { heap } from './heap.js'
import { perf } from './perf.js'
import { prof } from './prof.js'
import { waits } from './waits.js'
import { zeroX } from './zero-x.js'

/** @import { GeneratorName } from '../load/types.js' */
/** @import { ProfilerName, ThreadTree, TickSummary } from '../profile/types.js' */
/** @import { ProfileRecord, SliceRecord } from '../runs/types.js' */

/**
 * @typedef {object} Profiler what runs beside a launch and records where its time or memory goes
 * @property {ProfilerName} name
 * @property {boolean} [wraps] whether it starts a command of its own, whose child is the server: only the server is
 *   signalled
 * @property {number} [stopGraceMs] how long the launch may take to end after that signal; 8 s when absent
 * @property {boolean} [isOfWholeLaunch] whether what it records cannot be cut to some slices: it gets no other load than
 *   the one that blame is measured under
 * @property {boolean} [isPaced] whether its launches are loaded at a constant rate, below saturation
 * @property {number} [rounds] the most rounds that have a launch under it
 * @property {boolean} [mayFail] whether the run records its failure and goes on without it
 * @property {string[]} [needs] programs of the system without which its figures have less detail
 * @property {() => Promise<void>} [check] throws a WorkshopError where it cannot run; is called before a run begins
 * @property {(start: ServerStart) => { command: string[], cwd: string, env: Record<string, string> }} [commandFor]
 *   returns how to start the server under it; absent where the server starts as without a profiler
 * @property {(target: AttachTarget) => Promise<Attachment>} [attach] to a server that has just begun to listen
 * @property {(leftover: Leftover) => Promise<Collected>} collect reads what a finished launch left
 *
 * @typedef {object} ServerStart how a server starts without a profiler
 * @property {string[]} command the first word is a program, `node` already replaced by a path
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {{ folder: string, stdout: string }} files of the launch
 *
 * @typedef {object} AttachTarget
 * @property {() => ServerThread[]} threads returns those that listen now, and the workers
 * @property {() => number[]} pids returns those of all processes that are measured now
 * @property {string} folder of the launch
 * @property {number} port that is loaded
 *
 * @typedef {object} ServerThread
 * @property {number} pid
 * @property {number} threadId 0 for the main thread
 * @property {string | null} inspectorUrl where it is open
 * @property {(port: number) => Promise<unknown>} record starts what the command's WORKSHOP_RECORD asks for, with the port that is loaded
 * @property {() => Promise<{ profile: unknown }>} takeRecording ends it
 *
 * @typedef {object} Attachment
 * @property {() => Promise<void>} start is called when the server is warm, before the slices
 * @property {() => Promise<void>} finish is called after the slices, while the server is still up
 * @property {() => void} close ends the attachment at any time
 *
 * @typedef {object} Leftover what a finished launch left to read
 * @property {string} folder of the launch
 * @property {string} stderr file with the error output of the launch
 * @property {string} nodeBinary the binary that ran the launch
 * @property {SliceRecord[]} slices of the launch
 * @property {boolean} isTypical whether its cost is the median of its variant's launches; where drawing is slow only
 *   such a launch is drawn
 * @property {boolean} [isCopy] whether the run folder is not the one that the run was measured in: files that its profiles name
 *   are not those that ran
 * @property {AbortSignal} signal
 *
 * @typedef {object} Collected file names are absolute
 * @property {Partial<Record<GeneratorName, TickSummary>>} ticks
 * @property {ProfileRecord['artifacts']} artifacts
 * @property {ThreadTree[]} trees one call tree per thread, of the time under the load of size and blame; empty
 *   where the tool has none
 */

/** @type {Profiler} */
export const none = {
  name: 'none',
  collect: async () => ({ ticks: {}, artifacts: [], trees: [] })
}

/** @type {Map<ProfilerName, Profiler>} */
export const profilers = new Map(
  [none, prof, zeroX, cdp, devtools, heap, waits, perf, clinicDoctor, clinicFlame, clinicHeap, clinicBubble].map(
    profiler => [profiler.name, profiler]
  )
)
