import { performance } from 'node:perf_hooks'
import ssms from '@artilleryio/int-core/lib/ssms.js'

/** @import { EventEmitter } from 'node:events' */

const { SSMS } = ssms

/**
 * @typedef {object} MetricsRecorder
 * @property {() => (error: Error | null) => void} userStarted returns the function to call when that virtual user is
 *   done
 * @property {() => string} finish returns all metrics, as artillery serialises them
 */

/**
 * Starts to record artillery's own metrics in artillery's own store, under the names that its runner gives them.
 * @param {EventEmitter} events the engine's
 * @returns {MetricsRecorder}
 */
export function recordMetrics(events) {
  const metrics = new SSMS({ pullOnly: true })
  // Stops its timers only: a batch is aggregated once, at its end.
  metrics.stop()
  events.on('counter', (name, value) => metrics.counter(name, value))
  events.on('histogram', (name, value) => metrics.histogram(name, value))
  events.on('rate', name => metrics.rate(name))
  events.on('error', code => metrics.counter(`errors.${code}`, 1))
  return { userStarted, finish }

  function userStarted() {
    const startMs = performance.now()
    metrics.counter('vusers.created_by_name.0', 1)
    metrics.counter('vusers.created', 1)
    return userEnded

    /** @param {Error | null} error */
    function userEnded(error) {
      metrics.counter('vusers.failed', error ? 1 : 0)
      if (error) return
      metrics.counter('vusers.completed', 1)
      metrics.histogram('vusers.session_length', performance.now() - startMs)
    }
  }

  function finish() {
    metrics.aggregate(true)
    return SSMS.serializeMetrics(SSMS.pack(metrics.getBucketIds().map(period => metrics.getMetrics(period))))
  }
}
