'use strict'
/** Measures what this thread allocates, and what it keeps, on the heap of V8, for agent.cjs. */
const v8 = require('node:v8')
const vm = require('node:vm')

/** @type {(() => void) | undefined} a function takes memory too, so there is one only */
let collectGarbage

/**
 * Starts to add up what is allocated: what the heap grew by from the end of one garbage collection to the start of the
 * next. `stop` returns the bytes; null where this Node.js has no GCProfiler.
 */
function startAllocated() {
  if (!v8.GCProfiler) return () => null
  const profiler = new v8.GCProfiler()
  profiler.start()
  const usedAtStart = usedBytes()
  return stop

  /** @returns {number} */
  function stop() {
    const usedAtEnd = usedBytes()
    let allocated = 0
    let used = usedAtStart
    for (const { beforeGC, afterGC } of profiler.stop().statistics) {
      allocated += beforeGC.heapStatistics.usedHeapSize - used
      used = afterGC.heapStatistics.usedHeapSize
    }
    return Math.max(0, allocated + usedAtEnd - used)
  }
}

function usedBytes() {
  return v8.getHeapStatistics().used_heap_size
}

/**
 * Returns what is left after a forced garbage collection; null where this thread cannot force one. It blocks the thread
 * for some milliseconds. The first collection can leave what finalisers free only then, so there are two.
 */
function readKept() {
  const collect = collectorOf()
  if (!collect) return null
  collect()
  collect()
  const { used_heap_size: heapUsedBytes, external_memory: externalBytes } = v8.getHeapStatistics()
  return { heapUsedBytes, externalBytes }
}

/**
 * Returns V8's function that collects garbage, if there is one. The contexts that the app makes later do not have it. The
 * flag is of the whole process: another thread may have taken it back in between.
 */
function collectorOf() {
  if (collectGarbage) return collectGarbage
  v8.setFlagsFromString('--expose-gc')
  collectGarbage = vm.runInNewContext('globalThis.gc')
  v8.setFlagsFromString('--no-expose-gc')
  return collectGarbage
}

/** Keeps V8 from inlining in the code that it optimises from now on. */
function stopInlining() {
  v8.setFlagsFromString('--no-turbo-inlining')
  v8.setFlagsFromString('--no-maglev-inlining')
}

module.exports = { startAllocated, readKept, stopInlining }
