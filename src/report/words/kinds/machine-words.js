import { formatChange, formatCounted } from '../format.js'
import { listed, shown } from '../text.js'

/** @import { Analysis } from '../../../types.js' */

/**
 * Returns what makes a run of several machines doubtful: machines that differ, shards that are missing, and those on one machine.
 * @param {Pick<Analysis, 'machines' | 'verdicts'>} analysis @returns {string[]} sentences; none of a run of one machine
 */
export function machineDoubts({ machines, verdicts }) {
  if (!machines) return []
  const { count, shards, leftOut, sameMachine, changes } = machines
  const several = changes.length > 1
  const given = new Set([...shards, ...leftOut].map(({ shard }) => shard))
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(shard => !given.has(shard))
  return [
    ...changes.flatMap(({ candidate, machines: own }, index) =>
      own.flatMap(function differenceOf({ shard, change, differs }) {
        const all = verdicts[index]?.change
        if (!differs || !change || !all) return []
        const name = several ? `${shown(candidate)}: machine` : 'Machine'
        return [
          `${name} ${shard} differs from the others by more than its rounds explain: ${formatChange(change)}; all machines: ${formatChange(all)}.`
        ]
      })
    ),
    ...sameMachine.map(
      same => `Shards ${listed(same.map(String))} ran on one machine: the interval is too narrow for other machines.`
    ),
    ...leftOut.map(({ run, shard, reason }) => `Shard ${shard} is left out: ${shown(run)} is ${reason}.`),
    ...(missing.length > 0
      ? [`Not given: ${formatCounted(missing.length, 'shard')} (${listed(missing.map(String))}).`]
      : [])
  ]
}
