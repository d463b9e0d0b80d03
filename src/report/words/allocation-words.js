import { differenceText } from '../sections/blame-sections.js'
import { nameInWords } from './blame-words.js'
import { placeInWords, shown } from './text.js'

/** @import { CardPlace } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CardLine } from '../types.js' */

const splitRow = { place: 'bytes allocated, by function: an estimate of the split', cost: '' }

/** What these bytes are not. */
export const splitNote =
  'The cost of the collector also depends on what stays in use, and memory outside of the heap of V8 is in no row of bytes. A line beside bytes is where the function begins.'

/**
 * Returns which functions allocate what the garbage collector collects, below a row that says so.
 * @type {(each: CardPlace, candidate: string, analysis: Pick<Analysis, 'blames' | 'folder'>) => NonNullable<CardLine['split']>}
 */
export function splitOf({ allocating = [] }, candidate, { blames, folder }) {
  const blame = blames.find(each => each.candidate === candidate && each.unit === 'bytes')
  if (!blame || allocating.length === 0) return []
  const rows = allocating
    .flatMap(row => blame.rows[row] ?? [])
    .map(function inWords(row) {
      const where = row.owner ? `${placeInWords(row.owner, folder)}  ` : ''
      return { place: shown(`${where}${nameInWords(row)}`), cost: differenceText(row.cost, blame) }
    })
  return [splitRow, ...rows]
}
