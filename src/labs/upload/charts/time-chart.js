import * as Plot from '@observablehq/plot'
import { drawSign, INK, LINE } from '../../../page/charts/draw.js'
import { formatBinarySize } from '../../../report/words/format.js'
import { drawChart, formatTickMs, PAPER, rowPlot } from '../../skeleton/charts.js'
import { formatMeanOrValue, formatMs } from '../../skeleton/figures.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { claimedIn } from '../../skeleton/paper.js'
import { claimId, PAPER_SIZES_MB } from '../paper/claims.js'
import { cellsOfPaper, uploadOutcomeWords } from '../report/words.js'

/** @import { ClaimRow } from '../../skeleton/types.js' */
/** @import { About } from '../paper/claims.js' */
/** @import { UploadAnalysis, UploadCell } from '../types.js' */

/** @typedef {{ colour: string, symbol: Plot.SymbolType }} Style of a size */

const NAME = 'Time per file by strategy'
const ROW_HEIGHT = 24
/** Of a row: ours is in its upper half, the paper's in the lower one. */
const OFFSET = 0.2
/** @type {Style[]} */
const STYLES = [
  { colour: 'var(--candidate)', symbol: 'circle' },
  { colour: 'var(--candidate-2)', symbol: 'square' },
  { colour: 'var(--candidate-3)', symbol: 'triangle' }
]
const PAPER_DOT = { stroke: INK, fill: 'var(--page)', r: 3.5, symbol: /** @type {const} */ ('diamond') }
const OVER_LIMIT_DOT = { stroke: 'var(--more)', strokeWidth: 2, r: 4, symbol: /** @type {const} */ ('times') }

/**
 * Draws the time per file of each strategy and size: the mean, and a line from the shortest to the longest, ours above that of the
 * paper, on a logarithmic axis.
 * @param {UploadAnalysis} lab
 * @returns {string} HTML; nothing without a cell
 */
export function uploadTimeChart(lab) {
  const cells = cellsOfPaper(lab)
  const variants = lab.variants.filter(name => cells.some(({ variant }) => variant === name))
  if (variants.length === 0) return ''
  const sizes = sizesOf(cells)
  const ours = cells.flatMap(cell => {
    if (!cell.fileMs) return []
    const { mean, most, least } = cell.fileMs
    return [{ ...placeOf(cell), meanMs: mean.value, mostMs: most, leastMs: least, words: timeInWords(cell) }]
  })
  const failed = cells
    .filter(({ outcome }) => outcome !== 'stored')
    .map(cell => ({ ...placeOf(cell), text: failureInWords(cell), words: timeInWords(cell) }))
  const papers = variants.flatMap(variant =>
    timesOfPaper(lab.claims, variant)
      .filter(({ sizeBytes }) => sizes.includes(sizeBytes))
      .map(times => ({ ...placeOf({ variant, ...times }), ...times, words: paperTimeInWords(variant, times) }))
  )
  const values = [...ours, ...papers].flatMap(({ leastMs, mostMs }) => [leastMs, mostMs]).filter(value => value > 0)
  /** @type {[number, number]} */
  const domain = [Math.min(...values) / 1.3, Math.max(...values) * 1.3]
  const description = [...cells.map(timeInWords), ...papers.map(({ words }) => words)]
    .map(words => `${words}.`)
    .join(' ')
  const borders = variants.slice(1).map((_, index) => (index + 1) * sizes.length)
  const frame = { domain, label: 'time per file, logarithmic', text: formatTickMs, rowHeight: ROW_HEIGHT }
  const rows = { names: variants, rowsEach: sizes.length, below: [Plot.ruleY(borders, { stroke: LINE })] }
  return drawChart({ name: NAME, description, key: key() }, width => rowPlot({ width, ...frame, ...rows }, marks()))

  /** @param {{ variant: string, sizeBytes: number }} cell */
  function placeOf({ variant, sizeBytes }) {
    const at = sizes.indexOf(sizeBytes)
    return { row: variants.indexOf(variant) * sizes.length + at + 0.5, ...styleOf(at) }
  }

  function marks() {
    const [over, within] = [true, false].map(isOver => papers.filter(({ isOverLimit }) => isOverLimit === isOver))
    const range = { x1: 'leastMs', x2: 'mostMs' }
    const dot = { x: 'meanMs', className: 'chart-dot', title: 'words' }
    return [
      Plot.ruleY(papers, { ...range, y: below, ...PAPER }),
      Plot.dot(within ?? [], { ...dot, y: below, ...PAPER_DOT }),
      Plot.dot(over ?? [], { ...dot, y: below, ...OVER_LIMIT_DOT }),
      Plot.ruleY(ours, { ...range, y: above, stroke: 'colour', strokeWidth: 2 }),
      ...sizes.map((_, at) => {
        const { colour, symbol } = styleOf(at)
        const own = ours.filter(range => range.colour === colour)
        return Plot.dot(own, { ...dot, y: above, symbol, fill: colour, r: 4 })
      }),
      Plot.dot(failed, { ...dot, x: domain[0], y: above, dx: 8, ...OVER_LIMIT_DOT }),
      Plot.text(failed, { x: domain[0], y: above, dx: 16, textAnchor: 'start', fill: INK, text: 'text' })
    ]
  }

  function key() {
    const isSomeOver = failed.length > 0 || papers.some(({ isOverLimit }) => isOverLimit)
    const others = cells.some(({ outcome }) => outcome === 'failed') ? `, or ${uploadOutcomeWords.failed}` : ''
    const words = `${uploadOutcomeWords['over limit']}${others}`
    return [
      ...sizes.map((sizeBytes, at) => {
        const { colour, symbol } = styleOf(at)
        return {
          sign: rangeSign({ stroke: colour, strokeWidth: 2 }, { symbol, fill: colour, r: 4 }),
          words: `${formatBinarySize(sizeBytes)}: mean, shortest to longest`
        }
      }),
      { sign: rangeSign(PAPER, PAPER_DOT), words: 'the paper' },
      ...(isSomeOver ? [{ sign: rangeSign({ stroke: 'none' }, OVER_LIMIT_DOT), words }] : [])
    ]
  }
}

/** @param {UploadCell} cell */
function failureInWords({ sizeBytes, outcome }) {
  return `${formatBinarySize(sizeBytes)}: ${uploadOutcomeWords[outcome]}`
}

/** @param {number} at @returns {Style} */
function styleOf(at) {
  return STYLES[at % STYLES.length] ?? { colour: INK, symbol: 'circle' }
}

/** @param {{ row: number }} place */
function above({ row }) {
  return row - OFFSET
}

/** @param {{ row: number }} place */
function below({ row }) {
  return row + OFFSET
}

/** @param {Plot.RuleYOptions} line @param {Plot.DotOptions} dot */
function rangeSign(line, dot) {
  return drawSign([Plot.ruleY([0.5], line), Plot.dot([0], { frameAnchor: 'middle', ...dot })], 28)
}

/** Returns the times of a strategy in the table of the paper. @param {ClaimRow[]} claims @param {string} strategy */
function timesOfPaper(claims, strategy) {
  return PAPER_SIZES_MB.flatMap(sizeMB => {
    const about = { strategy, sizeMB }
    if (!has('mean-time', about)) return []
    return [
      {
        sizeBytes: sizeMB * MIB,
        meanMs: claimedIn(claims, claimId('mean-time', about)) * 1e3,
        mostMs: claimedIn(claims, claimId('longest', about)) * 1e3,
        leastMs: claimedIn(claims, claimId('shortest', about)) * 1e3,
        // Also of a run that, by its text, did not complete.
        isOverLimit: has('over-limit', about) || has('over-limit', { strategy, sizeMB: null })
      }
    ]
  })

  /** @param {string} what @param {About} about */
  function has(what, about) {
    return claims.some(({ id }) => id === claimId(what, about))
  }
}

/** Returns the time per file of a cell, or how it failed, as the text of a mark. @param {UploadCell} cell */
function timeInWords({ variant, sizeBytes, fileMs, outcome }) {
  const name = `${variant}, ${formatBinarySize(sizeBytes)}`
  if (!fileMs) return `${name}: ${uploadOutcomeWords[outcome]}`
  const { mean, least, most } = fileMs
  return `${name}: ${formatMeanOrValue(mean, formatMs)}, from ${formatMs(least)} to ${formatMs(most)}`
}

/** Returns the same of the paper. @param {string} variant @param {ReturnType<typeof timesOfPaper>[number]} times */
function paperTimeInWords(variant, { sizeBytes, meanMs, leastMs, mostMs, isOverLimit }) {
  const outcome = isOverLimit ? `; ${uploadOutcomeWords['over limit']}` : ''
  return `the paper, ${variant}, ${formatBinarySize(sizeBytes)}: ${formatMs(meanMs)}, from ${formatMs(leastMs)} to ${formatMs(mostMs)}${outcome}`
}
