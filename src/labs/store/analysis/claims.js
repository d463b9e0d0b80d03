import { sum } from '../../../stats/means.js'

/**
 * @import { PoolSearch, StoreCell, StoreClaimCode, StoreClaimRow, StoreLab, StoreVariant } from '../types.js'
 */

/** Bytes of an id or a value: its characters have one each. */
const BYTES_PER_MB = 1e6

/**
 * Returns the figures of the paper beside what follows from its own data, and what was measured here.
 * @param {Pick<StoreLab, 'claims' | 'alphabet' | 'idLength' | 'valueLength' | 'variants'>} lab
 * @param {{ cells: StoreCell[], dataBytes: number | null, search: PoolSearch | null, pools: StoreVariant[] }} measured
 * @returns {StoreClaimRow[]}
 */
export function storeClaimRows({ claims, alphabet, idLength, valueLength }, { cells, dataBytes, search, pools }) {
  const keys = alphabet.length ** idLength
  const small = cells.filter(({ variant, operation }) => variant === 'queue 10' && operation === 'PUT')
  const sent = sum(small.map(cell => cell.sent))
  const paperRequests = claims.ratesPerSecond.least * claims.durationSeconds
  const rates = cells.map(({ ratePerSecond }) => ratePerSecond)
  const winner = pools.find(({ name }) => name === search?.winner?.name)?.pool ?? null
  return [
    row('keys', 'count', claims.keys, keys, keys),
    row(
      'data',
      'MB',
      claims.dataMB,
      (keys * (idLength + valueLength)) / BYTES_PER_MB,
      dataBytes && dataBytes / BYTES_PER_MB
    ),
    row('refused', 'share', claims.refusedShare, null, sent > 0 ? sum(small.map(cell => cell.refused)) / sent : null),
    row('refused-requests', 'count', null, claims.refusedShare * paperRequests, null),
    row('threads', 'count', claims.threads, null, null),
    row('fair-latency', 'ms', claims.fairLatencyMs, null, null),
    row('lock-ratio', 'ratio', claims.lockRatio, null, null),
    row('least-rate', 'perSecond', claims.ratesPerSecond.least, null, rates.length > 0 ? Math.min(...rates) : null),
    row('most-rate', 'perSecond', claims.ratesPerSecond.most, null, rates.length > 0 ? Math.max(...rates) : null),
    row('best-min', 'count', claims.best.min, null, winner?.min ?? null),
    row('best-max', 'count', claims.best.max, null, winner?.max ?? null),
    row('best-queue', 'count', claims.best.queue ?? 0, null, winner?.queue ?? null)
  ]
}

/** @type {(code: StoreClaimCode, unit: StoreClaimRow['unit'], claimed: number | null, right: number | null, measured: number | null) => StoreClaimRow} */
function row(code, unit, claimed, right, measured) {
  return { code, unit, claimed, right, measured }
}
