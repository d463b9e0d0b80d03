import { groupBy } from './group-by.js'

/**
 * Returns the elements of sequences, each once, in the order that most sequences have, of as many in that of the longest.
 * @template T @param {T[][]} sequences of an element once each @returns {T[]}
 */
export function mergeOrders(sequences) {
  const numbers = new Map([...new Set(sequences.flat())].map((each, index) => [each, index]))
  const equal = [...groupBy(sequences, own => own.map(each => numbers.get(each)).join(' ')).values()]
  /** @type {T[]} */
  const order = []
  const mostFirst = equal.sort((a, b) => b.length - a.length || (b[0]?.length ?? 0) - (a[0]?.length ?? 0))
  for (const [sequence = []] of mostFirst) {
    let at = 0
    for (const each of sequence) {
      if (!order.includes(each)) order.splice(at, 0, each)
      at = Math.max(at, order.indexOf(each) + 1)
    }
  }
  return order
}
