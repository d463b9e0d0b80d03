import { sum } from '../../src/stats/means.js'
import { completeRuns } from './lib/record.js'
import { header, percent, row, seconds } from './lib/tables.js'

/** @import { RunTiming } from '../../src/runs/types.js' */

/**
 * Where the time of runs goes: `node scripts/proofs/time-table.js [folder of runs]`. A row is one run.
 *
 * - load ... reading profiles: as the report names them; rest: what is in none of them
 * - verdict: from the start of the run to the end of the last round that only the verdict needs
 * - wall / (load + warm-up): the aim is at most 1.25
 */
const folder = process.argv[2] ?? 'profiles/zoo'

/** @type {(keyof Omit<RunTiming, 'wallMs'>)[]} */
const parts = ['loadMs', 'warmupMs', 'startMs', 'stopMs', 'keptMs', 'collectMs']
const names = ['load', 'warm-up', 'start', 'stop', 'memory', 'reading profiles', 'rest']
const columns = ['run', ...names, 'wall', 'verdict', 'wall / (load + warm-up)']
console.log([...header(columns), ...completeRuns(folder).map(rowOf)].join('\n'))

/** @param {ReturnType<typeof completeRuns>[0]} run */
function rowOf({ manifest, slices }) {
  const { timing, experiment, design, startedAt } = manifest
  const { wallMs, loadMs, warmupMs } = timing
  const known = parts.map(part => timing[part])
  const ends = slices
    .filter(({ round }) => round < (manifest.clearAfter ?? design.rounds))
    .map(slice => Date.parse(slice.startedAt) + slice.durationMs)
  const verdictMs = Math.max(...ends) - Date.parse(startedAt)
  const times = [...known, wallMs - sum(known), wallMs, verdictMs].map(seconds)
  return row(experiment.name, ...times, percent(wallMs / (loadMs + warmupMs), 0))
}
