import { getOrAdd } from '../../stats/group-by.js'
import { threadsOf } from '../match/native-work.js'
import { CallTree } from '../tree/call-tree.js'
import { nativeFrame } from '../tree/frames.js'
import { otherThreadsLabel } from '../tree/thread-tree.js'

/** @import { OtherThreads, ThreadTree } from '../types.js' */

/** @type {OtherThreads[]} */
const kinds = ['pool', 'helpers']

/**
 * Reads the output of `perf script`, of samples that were taken once per so many nanoseconds of a thread's CPU:
 *
 *     perf record -k CLOCK_MONOTONIC -e cpu-clock -c 4000000 -g -p <pid>
 *     perf script --no-inline -F comm,pid,tid,time,ip,sym,dso
 *
 * A sample is a line `name pid/thread seconds:` and its stack, one line `address symbol (file)` per frame, the innermost
 * first, ended by an empty line; see perf-script(1). Only threads that run no JavaScript are read: of JavaScript perf has no
 * names of inlined functions. The threads of libuv's pool are one tree, V8's helper threads another, in all processes.
 *
 * @param {AsyncIterable<string> | Iterable<string>} lines
 * @param {{ pid: number, startMicros: number, endMicros: number }[]} windows on the system's monotonic clock; samples outside
 *   all of them, and of other processes, are left out
 * @returns {Promise<{ trees: ThreadTree[], sampleCount: number }>} unit samples; `sampleCount`: of all threads. A kind of thread
 *   that slept has an empty tree
 */
export async function readPerfScript(lines, windows) {
  /** @type {Map<string, SampledThread>} by process and thread */
  const threads = new Map()
  let sampleCount = 0
  for await (const { pid, threadId, atMicros, symbols } of samplesIn(lines)) {
    if (!windows.some(isIn)) continue
    sampleCount++
    if (threadId === pid || symbols.length === 0) continue
    addSample(getOrAdd(threads, `${pid}/${threadId}`, newThread), symbols)

    /** @param {typeof windows[0]} window */
    function isIn(window) {
      return window.pid === pid && atMicros >= window.startMicros && atMicros < window.endMicros
    }
  }
  const [first = { pid: 0 }] = windows
  return { trees: kinds.map(kind => mergeThreads(kind, threads, first.pid)), sampleCount }
}

/**
 * @typedef {{ threads: ReturnType<typeof threadsOf>, samples: number, tree: CallTree, frames: Map<string, number> }}
 *   SampledThread `frames`: indexes by symbol
 * @typedef {{ pid: number, threadId: number, atMicros: number, symbols: string[] }} Sample `symbols`: the outermost first
 */

const head = /\s(\d+)\/(\d+)\s+(\d+)\.(\d{6}):\s*$/
const stackLine = /^\s+[0-9a-f]+ (.+?) \([[/].*\)$/
const thunk = /^(?:non-)?virtual thunk to (.*)\(.*\)(?: const)?$/
/** How the C library calls its own functions. */
const ofLibrary = /^__(GI_+(libc_)?|libc_)/
/** Parts of a function that the compiler split off, and versions of a symbol. */
const ofCompiler = /(\.(part|constprop|isra|cold|lto_priv)(\.\d+)?)+$|@@?[A-Z]+_.*$/

/** @param {AsyncIterable<string> | Iterable<string>} lines @returns {AsyncGenerator<Sample>} */
async function* samplesIn(lines) {
  /** @type {Sample | null} */
  let sample = null
  for await (const line of lines) {
    const [, pid, threadId, seconds, micros] = head.exec(line) ?? []
    if (pid !== undefined) {
      if (sample) yield outermostFirst(sample)
      const atMicros = Number(seconds) * 1e6 + Number(micros)
      sample = { pid: Number(pid), threadId: Number(threadId), atMicros, symbols: [] }
    } else if (line.trim() === '' && sample) {
      yield outermostFirst(sample)
      sample = null
    } else {
      // Asked first, so that a long line without the end of a frame is not searched from each of its spaces.
      const [, symbol = '[unknown]'] = (line.endsWith(')') && stackLine.exec(line)) || []
      if (symbol !== '[unknown]') sample?.symbols.push(symbolName(symbol))
    }
  }
  if (sample) yield outermostFirst(sample)
}

/** @param {Sample} sample with the innermost function first, as perf prints it */
function outermostFirst({ symbols, ...sample }) {
  return { ...sample, symbols: symbols.reverse() }
}

/** Returns a function's name as its source has it. @param {string} symbol as perf has it, demangled */
function symbolName(symbol) {
  const [, wrapped = symbol] = thunk.exec(symbol) ?? []
  return wrapped.replace(ofCompiler, '').replace(ofLibrary, '').replaceAll('(anonymous namespace)::', '')
}

/** @returns {SampledThread} */
function newThread() {
  return { threads: null, samples: 0, tree: new CallTree(), frames: new Map() }
}

/** @param {SampledThread} thread @param {string[]} symbols the outermost first */
function addSample(thread, symbols) {
  const { tree, frames } = thread
  const called = symbols.map(symbol => getOrAdd(frames, symbol, () => tree.frame(nativeFrame(symbol))))
  const node = called.reduce((parent, frame) => tree.child(parent, frame, null), -1)
  tree.add(node, 1)
  thread.samples++
  thread.threads ??= threadsOf(symbols)
}

/**
 * Returns the threads of one kind as one tree. A thread is of the kind that any of its stacks shows.
 * @param {OtherThreads} kind @param {Map<string, SampledThread>} threads @param {number} pid @returns {ThreadTree}
 */
function mergeThreads(kind, threads, pid) {
  const own = [...threads.values()].filter(thread => thread.threads === kind)
  const merged = new CallTree()
  for (const { tree } of own) merged.addTree(tree)
  const { frames, nodes } = merged
  const sampleCount = own.reduce((sum, { samples }) => sum + samples, 0)
  const label = otherThreadsLabel(kind)
  const profile = { unit: /** @type {const} */ ('samples'), label, frames, nodes, idle: 0, samples: null }
  return { pid, threadId: 0, threads: kind, sampleCount, profile }
}
