import { seededRandom, shuffled } from '../../stats/seeded-random.js'
import { MIB } from '../skeleton/file-sizes.js'

/** @import { CopyLab, PlannedCell } from './types.js' */
/** @import { LabPlan } from '../../runs/types.js' */

/** What a cell takes besides the time that grows with its size. */
const CELL_MS = 2
/** Repeats that count in no figure leave out copies that are expected to take longer. */
const MOST_DROPPED_MS = 2000

/**
 * Returns every cell of a copy lab in the order in which it is measured: repeat by repeat, all cells of a repeat in random order, so that
 * what disturbs the machine for a while disturbs all strategies. The first repeats, which count in no figure, are without the slowest
 * copies: shorter ones warm up the same code.
 * @param {CopyLab} lab @param {LabPlan} plan @returns {PlannedCell[]}
 */
export function plannedCells(lab, { length, seed, repeats, dropped }) {
  const cells = lab.variants.flatMap(({ name, sizes }) =>
    sizes[length].map(sizeBytes => ({ variant: name, sizeBytes }))
  )
  const isShort = (/** @type {PlannedCell} */ cell) => estimateCellsMs(lab, [cell]) <= MOST_DROPPED_MS
  return inRandomOrder(cells, repeats, seed).filter(cell => cell.repeat >= dropped || isShort(cell))
}

/**
 * Returns the copies on a server in the order in which they are measured, as {@link plannedCells}.
 * @param {CopyLab} lab @param {LabPlan} plan
 */
export function plannedOtherRequests({ server, variants }, { length, seed }) {
  const copying = variants.filter(({ name }) => server.strategies.includes(name))
  const sizeBytes = server.sizeBytes[length]
  const cells = copying.map(({ name, strategy }) => ({ variant: name, strategy, sizeBytes }))
  return inRandomOrder(cells, server.repeats, seed)
}

/**
 * Returns all cells once per repeat.
 * @template Cell
 * @param {Cell[]} cells @param {number} repeats @param {number} seed
 */
function inRandomOrder(cells, repeats, seed) {
  const random = seededRandom(seed)
  const orders = Array.from({ length: repeats }, () => shuffled(cells, random))
  return orders.flatMap((order, repeat) => order.map(cell => ({ ...cell, repeat })))
}

/**
 * Returns about how long cells take.
 * @param {CopyLab} lab @param {PlannedCell[]} cells
 * @returns {number} milliseconds
 */
export function estimateCellsMs({ variants }, cells) {
  const costs = new Map(variants.map(({ name, msPerMiB }) => [name, msPerMiB]))
  return cells.reduce((sum, { variant, sizeBytes }) => sum + CELL_MS + (sizeBytes / MIB) * (costs.get(variant) ?? 0), 0)
}
