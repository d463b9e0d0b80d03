import * as Plot from '@observablehq/plot'
import { INK, LINE, QUIET_INK, xAxis } from '../../../page/charts/axes.js'
import { drawBoth, drawSign, keyOf, NARROW } from '../../../page/charts/draw.js'
import { formatBinarySize } from '../../../report/words/format.js'
import { formatTickMs, headed, LAB_MARGINS, powersOfTen, stepsOfTen } from '../../skeleton/charts.js'
import { formatMeanOrValue, formatMs } from '../../skeleton/figures.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { claimedIn } from '../../skeleton/paper.js'
import { claimId, PAPER_SIZES_MB } from '../paper/claims.js'
import { cellsOfPaper, uploadOutcomeWords } from '../report/words.js'

/** @import { ClaimRow } from '../../skeleton/types.js' */
/** @import { About } from '../paper/claims.js' */
/** @import { UploadAnalysis, UploadCell } from '../types.js' */

/**
 * @typedef {{ row: number, meanMs: number, mostMs: number, leastMs: number, isOverLimit: boolean, colour: string, words: string }} Range
 * @typedef {{ colour: string, symbol: Plot.SymbolType }} Style of a size
 */

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
const PAPER_RANGE = { stroke: INK, strokeWidth: 1.25, strokeDasharray: '2,3' }
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
  const ours = cells.flatMap(cell =>
    cell.fileMs
      ? [
          {
            ...placeOf(cell),
            meanMs: cell.fileMs.mean.value,
            mostMs: cell.fileMs.most,
            leastMs: cell.fileMs.least,
            isOverLimit: false,
            words: uploadTimeInWords(cell)
          }
        ]
      : []
  )
  const failed = cells.filter(({ outcome }) => outcome !== 'stored').map(cell => ({ ...placeOf(cell), cell }))
  const papers = variants.flatMap(variant =>
    timesOfPaper(lab.claims, variant)
      .filter(({ sizeBytes }) => sizes.includes(sizeBytes))
      .map(times => ({ ...placeOf({ variant, ...times }), ...times, words: paperUploadInWords(variant, times) }))
  )
  const values = [...ours, ...papers].flatMap(({ leastMs, mostMs }) => [leastMs, mostMs]).filter(value => value > 0)
  const domain = [Math.min(...values) / 1.3, Math.max(...values) * 1.3]
  return headed(NAME, drawBoth(pictureAt) + keyOf(key()))

  /** @param {{ variant: string, sizeBytes: number }} cell */
  function placeOf({ variant, sizeBytes }) {
    const at = sizes.indexOf(sizeBytes)
    return { row: variants.indexOf(variant) * sizes.length + at + 0.5, ...styleOf(at) }
  }

  /** @param {number} width */
  function pictureAt(width) {
    const ticks = width === NARROW ? powersOfTen(domain) : stepsOfTen(domain)
    const middles = variants.map((_, index) => (index + 0.5) * sizes.length)
    return {
      name: NAME,
      description: [...cells.map(uploadTimeInWords), ...papers.map(({ words }) => words)]
        .map(words => `${words}.`)
        .join(' '),
      plot: {
        width,
        height: LAB_MARGINS.marginBottom + 10 + ROW_HEIGHT * variants.length * sizes.length,
        ...LAB_MARGINS,
        marginTop: 10,
        marginLeft: 96,
        x: { type: /** @type {const} */ ('log'), domain },
        y: { domain: [variants.length * sizes.length, 0] },
        marks: [
          Plot.gridX({ stroke: LINE, strokeOpacity: 1, ticks }),
          Plot.ruleY(
            variants.slice(1).map((_, index) => (index + 1) * sizes.length),
            { stroke: LINE }
          ),
          Plot.axisY({
            color: QUIET_INK,
            tickSize: 0,
            label: null,
            ticks: middles,
            tickFormat: middle => variants[middles.indexOf(middle)] ?? ''
          }),
          xAxis('time per file, logarithmic', { ticks, text: formatTickMs, labelOffset: 38 }),
          ...rangeMarks(papers, { y: ({ row }) => row + OFFSET, ...PAPER_RANGE }),
          Plot.dot(
            papers.filter(({ isOverLimit }) => !isOverLimit),
            paperDot(PAPER_DOT)
          ),
          Plot.dot(
            papers.filter(({ isOverLimit }) => isOverLimit),
            paperDot(OVER_LIMIT_DOT)
          ),
          ...rangeMarks(ours, { y: ({ row }) => row - OFFSET, stroke: 'colour', strokeWidth: 2 }),
          ...sizes.map((_, at) => ourDots(styleOf(at))),
          Plot.dot(failed, {
            x: domain[0],
            y: ({ row }) => row - OFFSET,
            dx: 8,
            ...OVER_LIMIT_DOT,
            className: 'chart-dot',
            title: ({ cell }) => uploadTimeInWords(cell)
          }),
          Plot.text(failed, {
            x: domain[0],
            y: ({ row }) => row - OFFSET,
            dx: 16,
            textAnchor: 'start',
            fill: INK,
            text: ({ cell }) => failureText(cell)
          })
        ]
      }
    }
  }

  /** @param {Style} style */
  function ourDots({ colour, symbol }) {
    return Plot.dot(
      ours.filter(range => range.colour === colour),
      {
        x: 'meanMs',
        y: ({ row }) => row - OFFSET,
        symbol,
        fill: colour,
        r: 4,
        className: 'chart-dot',
        title: 'words'
      }
    )
  }

  /** @param {UploadAnalysis['cells'][number]} cell */
  function failureText({ sizeBytes, outcome }) {
    return `${formatBinarySize(sizeBytes)}: ${uploadOutcomeWords[outcome]}`
  }

  function key() {
    return [
      ...sizes.map((sizeBytes, at) => {
        const { colour, symbol } = styleOf(at)
        return {
          sign: rangeSign({ stroke: colour, strokeWidth: 2 }, { symbol, fill: colour, r: 4 }),
          words: `${formatBinarySize(sizeBytes)}: mean, shortest to longest`
        }
      }),
      { sign: rangeSign(PAPER_RANGE, PAPER_DOT), words: 'the paper' },
      ...(failed.length > 0 || papers.some(({ isOverLimit }) => isOverLimit)
        ? [{ sign: rangeSign({ stroke: 'none' }, OVER_LIMIT_DOT), words: overLimitWords() }]
        : [])
    ]
  }

  function overLimitWords() {
    const others = failed.some(({ cell }) => cell.outcome === 'failed') ? `, or ${uploadOutcomeWords.failed}` : ''
    return `${uploadOutcomeWords['over limit']}${others}`
  }
}

/** @param {number} at @returns {Style} */
function styleOf(at) {
  return STYLES[at % STYLES.length] ?? { colour: INK, symbol: 'circle' }
}

/** @param {Range[]} ranges @param {Plot.RuleYOptions} options */
function rangeMarks(ranges, options) {
  return [Plot.ruleY(ranges, { x1: 'leastMs', x2: 'mostMs', ...options })]
}

/** @param {Plot.DotOptions} paint @returns {Plot.DotOptions} */
function paperDot(paint) {
  return { x: 'meanMs', y: ({ row }) => row + OFFSET, ...paint, className: 'chart-dot', title: 'words' }
}

/** @param {Plot.RuleYOptions} line @param {Plot.DotOptions} dot */
function rangeSign(line, dot) {
  return drawSign([Plot.ruleY([0.5], line), Plot.dot([0], { frameAnchor: 'middle', ...dot })], 28)
}

/**
 * Returns the times of a strategy in the table of the paper.
 * @param {ClaimRow[]} claims @param {string} strategy
 * @returns {{ sizeBytes: number, meanMs: number, mostMs: number, leastMs: number, isOverLimit: boolean }[]} `isOverLimit`: also of a run
 *   that, by its text, did not complete
 */
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
function uploadTimeInWords({ variant, sizeBytes, fileMs, outcome }) {
  const name = `${variant}, ${formatBinarySize(sizeBytes)}`
  if (!fileMs) return `${name}: ${uploadOutcomeWords[outcome]}`
  const { mean, least, most } = fileMs
  return `${name}: ${formatMeanOrValue(mean, formatMs)}, from ${formatMs(least)} to ${formatMs(most)}`
}

/** Returns the same of the paper. @param {string} variant @param {ReturnType<typeof timesOfPaper>[number]} times */
function paperUploadInWords(variant, { sizeBytes, meanMs, leastMs, mostMs, isOverLimit }) {
  const outcome = isOverLimit ? `; ${uploadOutcomeWords['over limit']}` : ''
  return `the paper, ${variant}, ${formatBinarySize(sizeBytes)}: ${formatMs(meanMs)}, from ${formatMs(leastMs)} to ${formatMs(mostMs)}${outcome}`
}
