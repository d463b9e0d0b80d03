import { isAmount, isCount, isObject } from '../../errors/type-guards.js'
import { ProfileError, wrongValue } from '../../profile/read/profile-error.js'
import { sum } from '../../stats/means.js'

/** @import { ImportedLoad } from '../../runs/types.js' */

/** Reads what `autocannon --json` prints. @param {any} result the parsed JSON @returns {ImportedLoad} */
export function readAutocannon({ requests, latency, duration, errors = 0, non2xx = 0 }) {
  const load = {
    requests: requests?.total,
    durationMs: duration * 1e3,
    p50Micros: latency?.p50 * 1e3,
    p99Micros: latency?.p99 * 1e3,
    failed: errors + non2xx
  }
  return checked(load, non2xx)
}

/** Reads what `artillery run --output` writes. @param {any} result the parsed JSON @returns {ImportedLoad} */
export function readArtillery({ aggregate }) {
  const { counters, summaries, firstMetricAt, lastMetricAt } = Object(aggregate)
  if (!isObject(counters)) throw wrongValue('aggregate.counters', 'object')
  const { p50, median = p50, p99 } = summaries?.['http.response_time'] ?? {}
  const [errors, statuses] = [/^errors\./, /^http\.codes\.[^2]/].map(own =>
    sum(Object.entries(counters).map(([name, count]) => (own.test(name) ? Number(count) : 0)))
  )
  const load = {
    requests: Number(counters['http.responses']),
    durationMs: lastMetricAt - firstMetricAt,
    p50Micros: median * 1e3,
    p99Micros: p99 * 1e3,
    failed: Number(errors) + Number(statuses)
  }
  return checked(load, Number(statuses))
}

/** @param {ImportedLoad} load @param {number} otherStatus responses with a status other than 2xx @returns {ImportedLoad} @throws {ProfileError} */
function checked(load, otherStatus) {
  for (const [name, value] of Object.entries(load)) if (!isAmount(value)) throw wrongValue(name, 'amount')
  const isAnswered = isCount(load.requests) && load.requests > otherStatus && load.durationMs > 0
  if (isAnswered) return load
  throw new ProfileError({ code: 'unreadable', problem: 'it has no response with a status of 2xx' })
}
