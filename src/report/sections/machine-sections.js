import { formatChange } from '../words/format.js'
import { machineDoubts } from '../words/kinds/machine-words.js'
import { shown } from '../words/text.js'
import { metricInWords } from '../words/words.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Section } from './sections.js' */

/** Returns what each machine shows alone. @param {Analysis} analysis @returns {Section[]} none of a run of one machine */
export function machineSections(analysis) {
  const { machines, verdicts } = analysis
  if (!machines) return []
  const { changes } = machines
  const [first] = changes
  const rows = machines.shards.map(({ shard, machine, rounds, run }, place) => [
    String(shard),
    shown(machine.cpuModel),
    shown(run),
    String(rounds),
    ...changes.map(({ machines: own }) => `${changeText(own[place]?.change)}${own[place]?.differs ? ' (differs)' : ''}`)
  ])
  const all = ['all', '', '', String(analysis.rounds), ...verdicts.map(({ change }) => changeText(change))]
  return [
    {
      heading: `Machines: ${first ? metricInWords(first.metric) : 'no verdict'}`,
      lines: machineDoubts(analysis),
      table: {
        header: ['machine', 'processor', 'run', 'rounds', ...changes.map(({ candidate }) => shown(candidate))],
        rows: [...rows, all],
        textColumns: 3,
        spare: [2]
      },
      notes: ['The interval of a machine is over its rounds, that of all over machines, which have one value each.']
    }
  ]
}

/** @param {Change | null | undefined} change */
function changeText(change) {
  return change ? formatChange(change) : '-'
}
