/** Returns what sequences have, each once, in their order, above all in that of the longest. @template T @param {T[][]} sequences @returns {T[]} */
export function mergeOrders(sequences) {
  /** @type {T[]} */
  const order = []
  for (const sequence of sequences.toSorted((a, b) => b.length - a.length)) {
    let at = 0
    for (const each of sequence) {
      if (!order.includes(each)) order.splice(at, 0, each)
      at = Math.max(at, order.indexOf(each) + 1)
    }
  }
  return order
}
