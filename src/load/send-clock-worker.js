import { parentPort } from 'node:worker_threads'
import { monotonicMs } from './send-clock.js'

const neverChanged = new Int32Array(new SharedArrayBuffer(4))

parentPort?.on('message', signalMoments)
parentPort?.postMessage('ready')

/** @param {{ startMs: number, timesMs: Float64Array }} schedule */
function signalMoments({ startMs, timesMs }) {
  for (let next = 0; next < timesMs.length; ) {
    sleepUntil(startMs + Number(timesMs[next]))
    const passedMs = monotonicMs() - startMs
    while (Number(timesMs[next]) <= passedMs) next++
    parentPort?.postMessage(null)
  }
}

/** @param {number} momentMs */
function sleepUntil(momentMs) {
  for (let leftMs = momentMs - monotonicMs(); leftMs > 0; leftMs = momentMs - monotonicMs()) {
    Atomics.wait(neverChanged, 0, 0, leftMs)
  }
}
