import { nameInWords } from '../words/blame-words.js'
import { OTHER_LINES } from '../words/card-words.js'
import { formatFigure, formatMicros } from '../words/format.js'
import { placeInWords, shorten, shortenStart, shown, visible } from '../words/text.js'
import { differenceText } from './blame-sections.js'
import { firstCosts } from './profile-sections.js'
import { linesOf, placeOfWait, reasonInWords, sumInWords, textOfWait } from './wait-sections.js'

/** @import { Blame, VariantWaits } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Answer } from '../words/answer-words.js' */
/** @import { CardView } from '../words/card-words.js' */
/** @import { Painter } from '../print/terminal.js' */

/**
 * @typedef {object} PriceRow
 * @property {string} cost
 * @property {number} share of the whole, which is the length of its bar
 * @property {boolean} isLess
 * @property {boolean} [isRest] whether it is what has no line
 * @property {string} place file and line; empty without
 * @property {string} text the source line, or a name
 * @property {string} [marks] what stands behind it: the text is cut before that
 *
 * @typedef {{ text: string, kind: 'first' | 'price' | 'rest' | 'detail' }} PricedLine `first`: the first price; `rest`: what has no line;
 *   `detail`: no term of the sum
 */

const BAR_COLUMNS = 10
const LONGEST_PLACE = 36
const LONGEST_COST = 20
const GAP = '  '
/** Of a row that only names something. */
const NO_PRICE = { cost: '', share: 0, isLess: false, place: '' }
/** A single variant has so many functions in short. */
const MOST_FUNCTIONS = 6
const MOST_ALLOCATING = 3
/** Lines of waiting, with that of the sum, up to which what divides a term is shown. */
const MOST_WAITING = 6

/**
 * Returns the lines of a card as rows: price, bar, place, source text; then what has no line.
 * @param {CardView | null} view @param {number} width @param {Painter} [paint] of a terminal
 * @returns {PricedLine[]}
 */
export function priceRows(view, width, paint) {
  if (!view?.total || view.lines.length === 0) return []
  const whole = Math.abs(view.total.micros) || 1
  const priced = view.lines.flatMap(function rowsOf({ file, name, blamed, split = [], otherLines, ...price }) {
    const own = file === '' ? [{ ...price, number: 0, text: name }] : blamed
    const rows = own.map(({ amount, marks, share, isLess, number, text }) => ({
      cost: amount,
      share,
      isLess,
      place: file === '' ? '' : `${file}:${number}`,
      text: text || name,
      marks: marks.map(mark => `, ${mark}`).join('')
    }))
    const parts = split.map(({ place, cost }) => ({ ...NO_PRICE, text: place, marks: cost && `  ${cost}` }))
    const left = otherLines ? [restOf({ ...otherLines, name: OTHER_LINES })] : []
    return [...rows, ...left, ...parts]
  })
  const others = view.steps.filter(({ row }) => row === null)
  return texts([...priced, ...others.map(restOf)], width, paint)

  /** @param {{ text: string, micros: number, name: string }} step */
  function restOf({ text, micros, name }) {
    return { cost: text, share: Math.abs(micros) / whole, isLess: micros < 0, isRest: true, place: '', text: name }
  }
}

/**
 * Returns the lines at which a request of a candidate waits longer or shorter as such rows, below a sentence with their sum.
 * @param {CardView | null} view @param {number} width @param {Painter} [paint] of a terminal @returns {PricedLine[]}
 */
export function waitingRows(view, width, paint) {
  const rows = priceRows(view, width, paint)
  if (!view?.total || rows.length === 0) return []
  const { difference, start, end } = view.total
  /** @type {PricedLine} */
  const sentence = { text: `${difference} of ${view.what}, from ${start} to ${end}:`, kind: 'first' }
  // The terms of the sum stay.
  return [sentence, ...(rows.length < MOST_WAITING ? rows : rows.filter(({ kind }) => kind !== 'detail'))]
}

/**
 * Returns the functions that allocate most of what a candidate allocates more, where that was measured.
 * @param {Answer} answer @param {Analysis} analysis @param {number} width @param {Painter} paint
 */
export function allocationRows({ verdict }, { blames, folder }, width, paint) {
  const blame = blames.find(({ candidate, unit }) => candidate === verdict.candidate && unit === 'bytes')
  if (!blame) return []
  const whole = Math.abs(blame.total.difference) || 1
  const rows = blame.headline.slice(0, MOST_ALLOCATING).flatMap(index => blame.rows[index] ?? [])
  return texts(rows.map(rowIn(blame, folder, whole, ', allocated')), width, paint)
}

/** Returns the functions that differ most between the two sides of an import. @param {Pick<Analysis, 'blames' | 'folder'>} analysis @returns {PriceRow[]} */
export function differingFunctions({ blames: [blame], folder }) {
  const rows = blame?.rows.slice(0, MOST_FUNCTIONS) ?? []
  const whole = Math.max(...rows.map(({ cost }) => Math.abs(cost.difference)))
  return blame ? rows.map(rowIn(blame, folder, whole)) : []
}

/** Returns the same as lines. @param {Pick<Analysis, 'blames' | 'folder'>} analysis @param {number} width @param {Painter} paint */
export function differenceRows(analysis, width, paint) {
  return texts(differingFunctions(analysis), width, paint)
}

/** @type {(blame: Blame, folder: string, whole: number, marks?: string) => (row: Blame['rows'][0]) => PriceRow} */
function rowIn(blame, folder, whole, marks) {
  return row => ({
    cost: differenceText(row.cost, blame),
    share: Math.abs(row.cost.difference) / whole,
    isLess: row.cost.difference < 0,
    place: row.owner ? placeInWords({ ...row.owner, line: row.line ?? row.owner.line }, folder) : '',
    text: nameInWords(row),
    ...(marks && { marks })
  })
}

/**
 * Returns the functions that a single variant spends most in, each with its costliest line.
 * @param {Analysis} analysis @param {number} width @param {Painter} paint
 */
export function costRows(analysis, width, paint) {
  const [waits] = analysis.waits ?? []
  return (analysis.profile?.costs ?? []).flatMap(function rowsOf(costs) {
    if (costs.unit === 'latency' && waits) return waitLines(waits)
    const most = costs.rows[0]?.cost.value || 1
    const priced = firstCosts(costs, analysis, MOST_FUNCTIONS).flatMap(({ name, where, cost, share, lines, row }) => {
      const head = {
        cost,
        share: (row?.cost.value ?? 0) / most,
        isLess: false,
        isRest: row === null,
        place: where,
        text: name,
        marks: `, ${share}`
      }
      const [line] = lines
      return [
        head,
        ...(line?.text ? [{ ...NO_PRICE, text: `  ${line.line}  ${line.text}`, marks: `, ${line.cost}` }] : [])
      ]
    })
    return texts(priced, width, paint)
  })

  /** @param {VariantWaits} waits @returns {PricedLine[]} */
  function waitLines(waits) {
    const rows = linesOf(waits).slice(0, MOST_WAITING - 1)
    const priced = rows.map(part => ({
      cost: formatMicros(part.micros),
      share: part.micros / waits.latencyMicros,
      isLess: false,
      place: placeOfWait(part, analysis),
      text: textOfWait(part, analysis),
      marks: `, ${reasonInWords(part)}, ${formatFigure(part.times)} times, p99 ${formatMicros(part.p99Micros)}`
    }))
    return [{ text: sumInWords(waits), kind: 'first' }, ...texts(priced, width, paint)]
  }
}

/** @type {(rows: PriceRow[], width: number, paint?: Painter) => PricedLine[]} in columns */
function texts(rows, width, paint) {
  const costs = Math.min(LONGEST_COST, Math.max(...rows.map(({ cost }) => cost.length)))
  const places = rows.map(({ place }) => shortenStart(visible(place), Math.min(LONGEST_PLACE, Math.floor(width / 3))))
  const longest = Math.max(...places.map(({ length }) => length))
  return rows.map(function textOf({ cost, share, isLess, isRest = false, text, marks = '' }, index) {
    const bar = blocks(share, isRest)
    const place = places[index] ?? ''
    const before = `${GAP}${cost.padEnd(costs)}${GAP}`
    const lead = `${bar.padEnd(BAR_COLUMNS)}${GAP}${place === '' ? '' : `${place.padEnd(longest)}${GAP}`}`
    const room = width - before.length - lead.length - marks.length
    const after = `${lead}${shorten(shown(text), Math.max(1, room))}${marks}`
    const sign = isRest || share === 0 ? 0 : isLess ? -1 : 1
    const cut = shorten(after, width - before.length)
    const drawn = cut.slice(0, bar.length)
    const painted = paint?.difference(drawn, { low: sign, high: sign, moreIs: 'worse' }) ?? drawn
    const kind = index === 0 ? 'first' : isRest ? 'rest' : cost === '' ? 'detail' : 'price'
    return { text: `${before}${painted}${cut.slice(bar.length)}`.trimEnd(), kind }
  })
}

/** Returns a bar of blocks; what is not nothing has one. @param {number} share @param {boolean} isRest */
function blocks(share, isRest) {
  if (share === 0) return ''
  return (isRest ? '░' : '█').repeat(Math.max(1, Math.round(Math.min(1, share) * BAR_COLUMNS)))
}
