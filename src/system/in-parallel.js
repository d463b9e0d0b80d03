/**
 * Maps items, at most `width` at the same time, and keeps their order. After a failure no other item is started, and
 * the first error is thrown when the running ones have ended.
 * @template T, R
 * @param {readonly T[]} items
 * @param {number} width
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
export async function inParallel(items, width, work) {
  /** @type {R[]} */
  const results = new Array(items.length)
  /** @type {{ error: unknown }[]} */
  const failures = []
  let next = 0
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, takeUntilDone))
  if (failures[0]) throw failures[0].error
  return results

  async function takeUntilDone() {
    while (next < items.length && failures.length === 0) {
      const index = next++
      try {
        results[index] = await work(/** @type {T} */ (items[index]))
      } catch (error) {
        failures.push({ error })
      }
    }
  }
}
