import { seededRandom, shuffled } from '../../stats/seeded-random.js'
import { MIB } from '../skeleton/file-sizes.js'

/** @import { CopyLab, PlannedCell } from './types.js' */
/** @import { LabPlan } from '../../runs/types.js' */

/** What a cell takes besides the time that grows with its size. */
const CELL_MS = 2

/**
 * Returns every cell of a copy lab in the order in which it is measured: repeat by repeat, all cells of a repeat in random order, so that
 * what disturbs the machine for a while disturbs all strategies.
 * @param {CopyLab} lab @param {LabPlan} plan @returns {PlannedCell[]}
 */
export function plannedCells({ variants }, { length, seed, repeats }) {
  const cells = variants.flatMap(({ name, sizes }) => sizes[length].map(sizeBytes => ({ variant: name, sizeBytes })))
  return inRandomOrder(cells, repeats, seed)
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
