import { estimateRunMs } from '../../measure/rounds/estimate-run.js'
import { formatDuration } from '../../report/words/format.js'
import { sum } from '../../stats/means.js'

/**
 * @import { Experiment } from '../../experiments/types.js'
 * @import { Design } from '../../measure/types.js'
 * @import { MeasureOptions } from '../../compare/ask/measure-options.js'
 */

/**
 * Returns what a run without profilers leaves out of the command line, and how long several experiments take together.
 * @param {{ experiment: Experiment, design: Design }[]} asked
 * @param {Pick<MeasureOptions, 'preset' | 'named'>} options
 * @returns {string[]}
 */
export function aboutCommand(asked, { preset: { brief }, named }) {
  const lines = []
  const measured = asked.flatMap(({ design }) => design.loads.map(load => load.generator))
  const loads = (named.generators ?? []).filter(name => !measured.some(generator => generator === name))
  const leftOut = [
    ...listed('profiler', named.profilers),
    ...listed('load', loads).map(words => `${words} (it measures under ${[...new Set(measured)].join(', ')})`)
  ]
  if (brief && leftOut.length > 0) lines.push(`${brief} leaves out the ${leftOut.join(' and the ')}.`)
  if (asked.length > 1) {
    const totalMs = sum(asked.map(({ experiment, design }) => estimateRunMs(experiment, design)))
    lines.push(`${asked.length} experiments, one after the other: about ${formatDuration(totalMs)} in all.`)
  }
  return lines
}

/** @param {string} what @param {string[]} names @returns {string[]} one text or none */
function listed(what, names) {
  return names.length === 0 ? [] : [`${what}${names.length > 1 ? 's' : ''} ${names.join(', ')}`]
}
