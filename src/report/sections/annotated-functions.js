import { linesAround, placeOfRow } from '../../blame/places.js'
import { formatCost } from '../words/format.js'
import { fileOf, sourceLines } from '../words/source-lines.js'
import { shown } from '../words/text.js'
import { blameTable, differenceText } from './blame-sections.js'

/** @import { PlacedRow } from '../../blame/places.js' */
/** @import { Blame } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CardLine } from '../types.js' */

/** @typedef {CardLine['source'][0] & { figures: string[] }} AnnotatedLine `figures`: of both variants and the difference */

/** @typedef {{ heading: string, file: string, header: string[], lines: AnnotatedLine[] }} AnnotatedFunction */

/**
 * Returns the function that each row of a blame names with what its lines cost in both variants.
 * @param {Blame} blame @param {Analysis} analysis
 * @returns {AnnotatedFunction[]} none for a row without lines
 */
export function annotatedFunctions(blame, analysis) {
  const { parts } = blameTable(blame, analysis)
  return blame.rows.flatMap(function annotate(row, index) {
    const figures = (row.annotated ?? []).map(function figuresOf({ baseline, candidate, low = null, high = null }) {
      const difference = differenceText({ difference: candidate - baseline, low, high }, blame)
      return [...[baseline, candidate].map(side => formatCost(side, blame.unit)), difference]
    })
    const heading = `${parts[index]?.name} ${differenceText(row.cost, blame)}`
    const columns = [blame.baseline, blame.candidate, 'difference']
    return annotatedFunction(row, { heading, columns, figures }, analysis)
  })
}

/**
 * Returns the function that a row names with figures beside its lines.
 * @param {PlacedRow & { lines?: { line: number }[] }} row
 * @param {{ heading: string, columns: string[], figures: string[][] }} words `figures`: by annotated line
 * @param {Pick<Analysis, 'folder' | 'sources'>} analysis
 * @returns {AnnotatedFunction[]} one, or none of a row without lines
 */
export function annotatedFunction(row, { heading, columns, figures }, { folder, sources }) {
  const place = placeOfRow(row)
  const { annotated = [], lines = [] } = row
  if (!place || annotated.length === 0) return []
  const numbers = annotated.map(({ line }) => line)
  const known = linesAround(place.file, numbers, sources)
  const texts = known.length > 0 ? known : numbers.map(number => ({ number, text: '' }))
  const figuresAt = new Map(numbers.map((line, at) => [line, figures[at]]))
  const shownLines = sourceLines(texts, new Map(lines.map(({ line }) => [line, {}])))
  return [
    {
      heading: shown(heading),
      file: fileOf(place, folder),
      header: ['line', 'source', ...columns].map(text => shown(text)),
      lines: shownLines.map(line => ({ ...line, figures: figuresAt.get(line.number) ?? columns.map(() => '') }))
    }
  ]
}
