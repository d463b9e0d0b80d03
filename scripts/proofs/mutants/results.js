import { header, percent, row, shareCell } from '../lib/tables.js'
import { groups, idOf } from './sample.js'

/** @import { PlayedMutant } from './play-mutant.js' */
/** @import { MutantName } from './sample.js' */

/** @typedef {MutantName & { why: string }} Equivalent a mutant that behaves as the program, and why */

/** The share of mutants that may survive without a line that says why they are equivalent. */
const MOST_OPEN = 0.05

/**
 * Returns the lines that report a sample: a table by group, and each mutant that survived and is not known as equivalent.
 * @param {PlayedMutant[]} played @param {Equivalent[]} equivalents
 * @returns {{ lines: string[], isPassed: boolean }}
 */
export function reportOf(played, equivalents) {
  const known = new Set(equivalents.map(idOf))
  const open = played.filter(each => each.result === 'survived' && !known.has(idOf(each)))
  const rows = [...groups, 'all'].map(function rowOf(group) {
    const own = played.filter(each => group === 'all' || each.group === group)
    const count = (/** @type {PlayedMutant['result']} */ result) => own.filter(each => each.result === result).length
    const isOpen = own.map(each => open.includes(each))
    const equivalent = count('survived') + count('open') - isOpen.filter(Boolean).length
    return row(group, `${count('killed')}`, `${count('timeout')}`, `${equivalent}`, shareCell(isOpen))
  })
  const isPassed = played.length > 0 && open.length <= MOST_OPEN * played.length
  return {
    lines: [
      ...header([
        'group',
        'killed by a test',
        'killed: did not end',
        'survived: equivalent',
        'survived (95% interval)'
      ]),
      ...rows,
      '',
      `Of ${played.length} mutants ${open.length} survived without a reason; at most ${percent(MOST_OPEN, 0)} may.`,
      ...open.flatMap(({ file, line, operator, before, after }) => [
        '',
        `${file}:${line} ${operator}`,
        `- ${before}`,
        `+ ${after}`
      ])
    ],
    isPassed
  }
}
