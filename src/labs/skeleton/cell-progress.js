import { performance } from 'node:perf_hooks'

/** @import { CellEvent } from './measure-lab.js' */

/** An estimate is corrected once this much of the work is done. */
const KNOWN_SHARE = 1 / 20

/**
 * Returns a function that reports how many cells are done, and about how long the others take, by how long those took.
 * @template {CellEvent['next'] & object} Cell
 * @param {object} work
 * @param {Cell[]} work.cells all of them, in order
 * @param {(cells: Cell[]) => number} work.estimateMs @param {(event: CellEvent) => void} work.notify
 * @returns {(done: number) => void}
 */
export function cellProgress({ cells, estimateMs, notify }) {
  const startedMs = performance.now()
  const allMs = estimateMs(cells)
  return function notifyAfter(done) {
    const left = estimateMs(cells.slice(done))
    const isKnown = allMs - left > allMs * KNOWN_SHARE
    const pace = isKnown ? (performance.now() - startedMs) / (allMs - left) : 1
    notify({ type: 'cell', done, of: cells.length, next: cells[done] ?? null, leftMs: left * pace })
  }
}
