'use strict'
/** Records the calling thread with a profiler of V8, in process and so without a port, for agent.cjs. */
const { Session } = require('node:inspector')

/** One sample of the heap profiler per so many allocated bytes, on average; V8 scales the sizes up again. */
const HEAP_INTERVAL_BYTES = 16 * 1024
const CPU_INTERVAL_MICROS = 1000

/** Commands of the Chrome DevTools Protocol, by what is recorded: those that start, and the one that returns the profile. */
const recordings = {
  cpu: {
    starting: [
      { method: 'Profiler.enable' },
      { method: 'Profiler.setSamplingInterval', params: { interval: CPU_INTERVAL_MICROS } },
      { method: 'Profiler.start' }
    ],
    stopMethod: 'Profiler.stop'
  },
  heap: {
    starting: [
      {
        method: 'HeapProfiler.startSampling',
        params: {
          samplingInterval: HEAP_INTERVAL_BYTES,
          includeObjectsCollectedByMajorGC: true,
          includeObjectsCollectedByMinorGC: true
        }
      }
    ],
    stopMethod: 'HeapProfiler.stopSampling'
  }
}

const { starting, stopMethod } = recordings[process.env.WORKSHOP_RECORD === 'heap' ? 'heap' : 'cpu']
const session = new Session()

function startRecording() {
  session.connect()
  for (const { method, params } of starting) post(method, params)
  return {}
}

/** Returns the profile, as DevTools saves it. */
function takeRecording() {
  const { profile } = post(stopMethod)
  session.disconnect()
  return { profile }
}

/** Calls a command, which the thread's own session answers at once. @param {string} method @param {object} [params] @returns {any} */
function post(method, params) {
  /** @type {any} */
  let answer
  session.post(method, params, function receive(error, result) {
    if (error) throw error
    answer = result
  })
  return answer
}

module.exports = { startRecording, takeRecording, HEAP_INTERVAL_BYTES }
