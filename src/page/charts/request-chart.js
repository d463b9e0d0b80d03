import * as Plot from '@observablehq/plot'
import { lineInWords, reasonInWords } from '../../report/sections/wait-sections.js'
import { formatMicros, formatTick } from '../../report/words/format.js'
import { shorten, shown } from '../../report/words/text.js'
import { drawBoth, drawSign, INK, keyOf, LINE, NARROW, QUIET_INK, titleLine, xAxis } from './draw.js'

/** @import { VariantWaits } from '../../blame/types.js' */
/** @import { WaitPart } from '../../profile/types.js' */
/** @import { Analysis } from '../../types.js' */

/** @typedef {WaitPart & { words: string, row: number }} Drawn */

/** A smaller part of the latency is in the table only. */
const LEAST_SHARE = 0.01
const MOST_PARTS = 12
/** Waits of a line, rounded. */
const MANY = 1.5
/** Its words above its bar. */
const ROW = { height: 36, words: 2, top: 18, bottom: 30 }
const SIZE = { marginTop: 4, marginBottom: 40, marginLeft: 8, marginRight: 16 }
const CHARACTERS = { wide: 100, narrow: 48 }
const paints = /** @type {const} */ ({
  waiting: { fill: 'var(--candidate)' },
  concurrent: { fill: 'var(--candidate)', fillOpacity: 0.35, stroke: 'var(--candidate)', strokeDasharray: '3 2' },
  running: { fill: INK },
  'event loop': { fill: 'var(--more)' },
  unattributed: { fill: LINE, stroke: QUIET_INK }
})

/**
 * Draws an average request of each variant on one scale: what runs and what waits, in order, and one above the other what overlaps.
 * @param {Pick<Analysis, 'waits' | 'folder' | 'sources'>} analysis
 * @returns {string} HTML; nothing where no requests were followed
 */
export function requestChart({ waits = [], ...sources }) {
  const longest = Math.max(...waits.map(({ latencyMicros }) => latencyMicros))
  const pictures = waits.map(function pictureOfVariant(own) {
    const name = `${shown(own.variant)}: ${formatMicros(own.latencyMicros)} per request`
    const rows = rowsOf(own, sources)
    return titleLine(name) + drawBoth(width => ({ name, ...pictureOf(rows, longest, width) }))
  })
  const key = Object.entries(paints).map(([words, paint]) => ({
    sign: drawSign([Plot.rect([0], { x1: 0, x2: 1, y1: 0.2, y2: 0.8, ...paint })]),
    words
  }))
  return waits.length === 0 ? '' : pictures.join('') + keyOf(key)
}

/** Returns the largest parts in their order. @type {(own: VariantWaits, sources: Pick<Analysis, 'folder' | 'sources'>) => Drawn[]} */
function rowsOf({ parts, latencyMicros }, sources) {
  const large = parts.filter(({ micros }) => micros >= LEAST_SHARE * latencyMicros)
  const kept = large.toSorted((a, b) => b.micros - a.micros).slice(0, MOST_PARTS)
  return large.filter(part => kept.includes(part)).map((part, row) => ({ ...part, row, words: wordsOf(part) }))

  /** @param {WaitPart} part */
  function wordsOf(part) {
    const amount = formatMicros(part.micros)
    const line = lineInWords(part, sources)
    if (part.kind !== 'waiting' && part.kind !== 'concurrent')
      return `${amount} ${part.kind}, ${part.file === '' ? 'before any wait' : `after ${line}`}`
    const times = part.times >= MANY ? `, ${Math.round(part.times)} times` : ''
    const overlap = part.kind === 'concurrent' ? 'concurrent, ' : ''
    return `${amount} ${overlap}${reasonInWords(part)}${times}  ${line}`
  }
}

/** @param {Drawn[]} rows @param {number} longest @param {number} width */
function pictureOf(rows, longest, width) {
  const most = width === NARROW ? CHARACTERS.narrow : CHARACTERS.wide
  return {
    ...SIZE,
    description: rows.map(({ words, startMicros }) => `${words}, from ${formatMicros(startMicros)} on.`).join(' '),
    height: rows.length * ROW.height + SIZE.marginTop + SIZE.marginBottom,
    x: { domain: [0, longest] },
    y: { domain: [0, rows.length * ROW.height], reverse: true, axis: null },
    marks: [
      Plot.gridX({ stroke: LINE, strokeOpacity: 1, ticks: 5 }),
      xAxis('ms since the request', { ticks: 5, tickFormat: at => formatTick(at / 1000) }),
      ...rows.map(barOf),
      Plot.text(rows, {
        ...{ x: 0, y: ({ row }) => row * ROW.height + ROW.words, text: ({ words }) => shorten(words, most) },
        ...{ textAnchor: 'start', lineAnchor: 'top', fill: INK, stroke: 'var(--page)', strokeWidth: 3 }
      })
    ]
  }
}

/** @param {Drawn} part */
function barOf({ kind, startMicros, micros, row }) {
  const y = row * ROW.height
  const place = { x1: startMicros, x2: startMicros + micros, y1: y + ROW.top, y2: y + ROW.bottom }
  return Plot.rect([0], { ...place, className: `request-${kind.replace(' ', '-')}`, ...paints[kind] })
}
