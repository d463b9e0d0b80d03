import { seededRandom, shuffled } from '../../../stats/seeded-random.js'

/** @import { PlannedStoreCell, StoreLab, StorePool } from '../types.js' */
/** @import { LabLength, LabPlan } from '../../../runs/lab-types.js' */

/** To start a server, to warm it up, to measure its capacity and to stop it. */
const LAUNCH_MS = 3800
/** The same of a trial of a search, which needs no capacity. */
const TRIAL_LAUNCH_MS = 1600
/** What a cell takes besides its duration: the last responses, and its counters. */
const CELL_MS = 200
/** The data, the capacities, and the cost of a task. */
const BEFORE_CELLS_MS = 74_000

/**
 * Returns every cell of a store lab in the order in which it is measured: repeat by repeat, the strategies of a repeat in random order,
 * each with one launch that plays all its cells in random order. Of the part `search` they are the trials.
 * @param {StoreLab} lab @param {LabPlan} plan @returns {PlannedStoreCell[]}
 */
export function plannedStoreCells(lab, { part, length, seed, repeats }) {
  if (part === 'search') return plannedTrials(lab, length)
  const { variants, operations, levels, durationMs } = lab
  const random = seededRandom(seed)
  const settings = operations.flatMap(operation => levels[length].map(level => ({ operation, ...level })))
  return Array.from({ length: repeats }, (_, repeat) =>
    shuffled(variants, random).flatMap(({ name }) =>
      shuffled(settings, random).map(each => ({ variant: name, ...each, durationMs: durationMs[length], repeat }))
    )
  ).flat()
}

/**
 * Returns the trials of a search, each with a launch of its own. Which candidates the later stages have is not known yet.
 * @param {StoreLab} lab @param {LabLength} length @returns {PlannedStoreCell[]}
 */
function plannedTrials({ search, durationMs }, length) {
  const { candidates, operation, level, rounds } = search
  const cell = { operation, ...level, durationMs: durationMs[length] + TRIAL_LAUNCH_MS, repeat: 0 }
  return halvingStages(candidates.length, rounds[length]).flatMap((stage, index) => {
    const names = candidates
      .slice(0, stage.candidates)
      .map(({ name }) => (index === 0 ? name : `one of the best ${stage.candidates}`))
    return Array.from({ length: stage.rounds }, () => names.map(variant => ({ variant, ...cell }))).flat()
  })
}

/**
 * Returns the stages of a search: how many candidates each has and how many rounds it measures them in.
 * @param {number} candidates
 * @param {number} rounds of the first stage
 * @param {number} [finalists] candidates of the last stage, at the least
 * @returns {{ candidates: number, rounds: number }[]}
 */
export function halvingStages(candidates, rounds, finalists = 2) {
  if (candidates <= finalists) return [{ candidates, rounds }]
  const next = Math.max(finalists, Math.ceil(candidates / 2))
  return [{ candidates, rounds }, ...halvingStages(next, rounds * 2, finalists)]
}

/**
 * Returns about how long a run of all cells takes, with what comes before them.
 * @param {StoreLab} _lab @param {PlannedStoreCell[]} cells
 * @returns {number} milliseconds
 */
export function estimateStoreMs(_lab, cells) {
  return BEFORE_CELLS_MS + estimateStoreCellsMs(cells)
}

/** Returns about how long cells take. @param {PlannedStoreCell[]} cells @returns {number} milliseconds */
export function estimateStoreCellsMs(cells) {
  const launches = new Set(cells.map(({ variant, repeat }) => `${repeat} ${variant}`)).size
  return cells.reduce((sum, { durationMs }) => sum + durationMs + CELL_MS, launches * LAUNCH_MS)
}

/**
 * Returns how many requests a strategy accepts at once, at most as many as asked for.
 * @param {StorePool | null} pool @param {number} connections
 */
export function acceptedAtOnce(pool, connections) {
  if (!pool || pool.queue === null) return connections
  return Math.min(connections, pool.max + pool.queue)
}
