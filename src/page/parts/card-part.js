import { blameTable } from '../../report/sections/blame-sections.js'
import { cardMarkdown } from '../../report/sections/card-sections.js'
import { totalsSection } from '../../report/sections/size-sections.js'
import { cardView, cutBarNote, notesOfCard } from '../../report/words/card-words.js'
import { formatChangeInText, formatMoment } from '../../report/words/format.js'
import { shown } from '../../report/words/text.js'
import { nodeVersionsInWords } from '../../report/words/words.js'
import { waterfallBars } from '../charts/waterfall.js'
import { framesText } from './blame-part.js'

/** @import { Card } from '../../blame/types.js' */
/** @import { CardView } from '../../report/words/card-words.js' */
/** @import { CardLine } from '../../report/types.js' */
/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CardPicture, CardRow } from '../types.js' */

const LONGEST_FILE_NAME = 80

/**
 * Returns the summary card of a candidate for a page.
 * @param {Analysis} analysis @param {string} candidate @param {RunManifest} manifest
 */
export function cardPart(analysis, candidate, manifest) {
  const card = analysis.cards.find(each => each.candidate === candidate)
  if (!card) return null
  const view = cardView(card, analysis)
  const first = view.lines.findIndex(({ source }) => source.length > 0)
  const lines = view.lines.map((line, index) => (index === first ? line : withoutContext(line)))
  const rows = rowsOf(card, view)
  const isCut = rows.some(({ bar }) => bar.isCut)
  const links = linksOf(card, analysis)
  const total = resultOf(card, view, analysis)
  return {
    ...view,
    lines,
    rows: rows.map((row, index) => ({ ...row, frames: links[index - 1] ?? '' })),
    notes: [...notesOfCard(view), ...(isCut ? [cutBarNote] : [])],
    totals: view.total && totalsSection(card, analysis),
    markdown: cardMarkdown(analysis, view, manifest),
    picture: JSON.stringify(pictureOf(view, { lines, rows, total }, analysis, manifest))
  }
}

/** @type {(view: CardView, drawn: Pick<CardPicture, 'lines' | 'rows' | 'total'>, analysis: Analysis, manifest: RunManifest) => CardPicture} */
function pictureOf({ candidate, opening, what, notes }, drawn, { experiment }, manifest) {
  const origin = `${experiment}, ${formatMoment(manifest.startedAt)} UTC, Node ${nodeVersionsInWords(manifest)}`
  return {
    ...drawn,
    fileName: `${experiment}-${candidate}`.replace(/[^\w=.-]+/g, '-').slice(0, LONGEST_FILE_NAME),
    title: opening,
    what,
    notes: [...notes, shown(origin)]
  }
}

/** @type {(card: Card, view: CardView, analysis: Analysis) => string} */
function resultOf({ candidate }, { bound, total }, { verdicts }) {
  if (bound !== null) return ''
  if (total) return `${total.difference}, ${total.change}`
  const { change } = verdicts.find(verdict => verdict.candidate === candidate) ?? {}
  return change ? formatChangeInText(change) : ''
}

/** Returns a line without those around it: one place with context is enough to recognise. @param {CardLine} line */
function withoutContext(line) {
  return { ...line, source: line.source.filter(({ isBlamed }) => isBlamed) }
}

/** @param {Card} card @param {CardView} view @returns {CardRow[]} the baseline, each step, the candidate */
function rowsOf(card, view) {
  const { total, steps, sides } = view
  const [baseline = '', candidate = ''] = sides
  if (!total) return []
  const texts = [
    { name: baseline, figure: total.start },
    ...steps.map(({ name, figure, half }) => ({ name, figure: figure + half })),
    { name: candidate, figure: total.end }
  ]
  return waterfallBars(card, view).map((bar, index) => ({ name: '', figure: '', ...texts[index], bar }))
}

/** Returns which frames of the flame graph each step leads to. @param {Card} card @param {Analysis} analysis */
function linksOf({ candidate, places }, analysis) {
  const blame = analysis.blames.find(each => each.candidate === candidate && each.unit === 'micros')
  if (!blame) return []
  const { parts } = blameTable(blame, analysis)
  return places.flatMap(({ steps }) =>
    steps.map(({ row }) => (parts[row] ? framesText(parts[row], blame, analysis) : ''))
  )
}
