import * as Plot from '@observablehq/plot'
import { INK, keyOf } from '../../../page/charts/draw.js'
import { formatCount } from '../../../report/words/format.js'
import { dashSign, dotSign, drawChart, PAPER, rowPlot } from '../../skeleton/charts.js'
import { paper } from '../paper/claims.js'
import { limitInWords } from '../report/tables.js'
import { mibInWords } from '../report/words.js'

/** @import { FoundLimit, UploadAnalysis } from '../types.js' */

/**
 * @typedef {object} Search one of the two searches for limits
 * @property {string} name
 * @property {string} label of the axis
 * @property {number} least
 * @property {number} most
 * @property {(value: number) => string} format
 * @property {{ variant: string, found: FoundLimit }[]} rows
 * @property {number[]} paper what the paper says to be too much
 */

const ROW_HEIGHT = 36
/** A line and its end are a little below the middle of a row, its words above them. */
const OFFSET = 0.18
const STORED = { stroke: 'var(--candidate)', strokeWidth: 3 }
const LARGEST = { fill: 'var(--candidate)', r: 4.5, symbol: /** @type {const} */ ('circle') }
const OPEN_END = { fill: 'var(--candidate)', r: 6, rotate: 90, symbol: /** @type {const} */ ('triangle') }
const FAILED = { stroke: 'var(--more)', strokeWidth: 2, r: 4, symbol: /** @type {const} */ ('times') }

/**
 * Draws the largest file, and the most uploads at once, that each strategy survives, on logarithmic axes. A line without an end is a
 * strategy that stored the largest value that the search tries.
 * @param {UploadAnalysis} lab
 * @returns {string} HTML; nothing where no limit was searched
 */
export function limitsChart({ limits, searched }) {
  const { size, running } = searched
  const searches = [
    {
      name: `Largest file that is stored, ${formatCount(size.running)} at once`,
      label: 'size of each file, MiB, logarithmic',
      least: size.leastMiB,
      most: size.mostMiB,
      format: mibInWords,
      rows: rowsOf('size'),
      paper: [paper.tooLargeMB]
    },
    {
      name: `Most uploads at once that are stored, ${mibInWords(running.sizeMiB)} each`,
      label: 'uploads at once, logarithmic',
      least: running.least,
      most: running.most,
      format: formatCount,
      rows: rowsOf('running'),
      paper: []
    }
  ].filter(({ rows }) => rows.length > 0)
  return searches.length === 0 ? '' : searches.map(drawSearch).join('') + keyOf(keyEntries(searches))

  /** @param {'size' | 'running'} limit */
  function rowsOf(limit) {
    const rows = limits.map(({ variant, ...found }) => ({ variant, found: found[limit] }))
    return rows.filter(({ found }) => found.stored !== null || found.over !== null)
  }
}

/** @param {Search} search */
function drawSearch({ name, label, least, most, format, rows, paper }) {
  /** @type {[number, number]} */
  const domain = [least / 1.15, most * 1.3]
  const places = rows.map((row, index) => ({ ...row, ...row.found, y: index + 0.5 }))
  const within = places.filter(({ stored }) => stored !== null)
  const beyond = places.filter(({ over }) => over !== null)
  const at = { x: 'stored', y: below, className: 'chart-dot', title: titleOf }
  const names = rows.map(({ variant }) => variant)
  const description = places.map(row => `${titleOf(row)}.`).join(' ')
  return drawChart({ name, description }, width =>
    rowPlot({ width, domain, label, text: formatCount, names, rowHeight: ROW_HEIGHT }, [
      Plot.ruleX(paper, PAPER),
      Plot.ruleY(within, { x1: domain[0], x2: 'stored', y: below, ...STORED }),
      Plot.dot(
        within.filter(({ over }) => over !== null),
        { ...at, ...LARGEST }
      ),
      Plot.dot(
        within.filter(({ over }) => over === null),
        { ...at, ...OPEN_END }
      ),
      Plot.dot(beyond, { ...at, x: 'over', ...FAILED }),
      Plot.text(places, {
        x: domain[0],
        y: below,
        dx: 4,
        dy: -13,
        textAnchor: 'start',
        fill: INK,
        stroke: 'var(--page)',
        strokeWidth: 4,
        text: ({ found }) => limitInWords(found, format)
      })
    ])
  )

  /** @param {Search['rows'][number]} row */
  function titleOf({ variant, found }) {
    const { stored, over, ending } = found
    const beyond = stored === null || over === null || ending !== 'finished' ? '' : `, not ${format(over)}`
    return `${variant}: ${limitInWords(found, format)}${beyond}`
  }
}

/** @param {{ y: number }} place */
function below({ y }) {
  return y + OFFSET
}

/** @param {Search[]} searches */
function keyEntries(searches) {
  const all = searches.flatMap(({ rows }) => rows.map(({ found }) => found))
  const [paper] = searches.flatMap(search => search.paper)
  return [
    { sign: dotSign(LARGEST, 20), words: 'stored' },
    ...(all.some(({ over }) => over === null)
      ? [{ sign: dotSign(OPEN_END, 20), words: 'stored, and nothing larger was tried' }]
      : []),
    ...(all.some(({ over }) => over !== null)
      ? [{ sign: dotSign(FAILED, 20), words: 'the least that was tried and not stored' }]
      : []),
    ...(paper === undefined
      ? []
      : [{ sign: dashSign(PAPER), words: `the paper: files of ${formatCount(paper)} MB are too large` }])
  ]
}
