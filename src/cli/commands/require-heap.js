import { getHeapStatistics } from 'node:v8'
import { WorkshopError } from '../../errors/errors.js'

/** A run and its page take half of that. Where the heap is full, Node.js ends the process, and no code can say why. */
const LEAST_MB = 140

/**
 * Refuses to begin where the heap of Node.js is limited to less than a command needs.
 * @param {number} [limitBytes] of this process when absent
 * @throws {WorkshopError} ERR_LITTLE_HEAP
 */
export function requireHeap(limitBytes = getHeapStatistics().heap_size_limit) {
  const limitMB = Math.round(limitBytes / 1e6)
  if (limitMB < LEAST_MB) throw new WorkshopError('ERR_LITTLE_HEAP', { limitMB, leastMB: LEAST_MB })
}
