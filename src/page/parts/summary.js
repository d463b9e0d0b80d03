import { blameTable, differenceText, whereInWords } from '../../report/sections/blame-sections.js'
import { cardMarkdown } from '../../report/sections/card-sections.js'
import { totalsSection } from '../../report/sections/size-sections.js'
import { cardView, cutBarNote, notesOfCard } from '../../report/words/card-words.js'
import {
  formatChangeInText,
  formatChangePoint,
  formatConfidence,
  formatCounted,
  formatInterval,
  formatMoment
} from '../../report/words/format.js'
import { againstLines, gateInWords } from '../../report/words/gate-words.js'
import { requestLines } from '../../report/words/request-words.js'
import { shown } from '../../report/words/text.js'
import { isTooWide } from '../../report/words/too-few-samples.js'
import {
  amountInWords,
  notesOn,
  openingOf,
  shortRunWords,
  significanceInWords
} from '../../report/words/verdict-words.js'
import { decidedInWords, metricInWords, nodeVersionsInWords, statusWords } from '../../report/words/words.js'
import { firedGates } from '../../verdict/gates/gates.js'
import { waterfallBars } from '../charts/waterfall.js'
import { framesText } from './blame-part.js'
import { toneOf, toneOfVerdict } from './tones.js'

/** @import { Card } from '../../blame/types.js' */
/** @import { CardLine } from '../../report/types.js' */
/** @import { CardView } from '../../report/words/card-words.js' */
/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Verdict } from '../../verdict/types.js' */
/** @import { CardPicture, CardRow } from '../browser/card.js' */

const LONGEST_FILE_NAME = 80

/**
 * Returns what a page shows first: all verdicts in one line each where there are several, and the answer of each candidate.
 * @param {Analysis} analysis @param {RunManifest} manifest
 */
export function summaryOf(analysis, manifest) {
  const answers = answersOf(analysis, manifest)
  const openings = answers.length === 1 ? [] : answers
  const fired = firedGates(analysis).map(gateInWords)
  return { openings, status: statusOf(analysis), fired, against: againstLines(analysis), answers }
}

/** Returns the first source line of a card, or what costs more there. @param {{ lines: CardLine[] } | null} card */
function placeOf(card) {
  const [first] = card?.lines ?? []
  const { file = '', line = null } = card?.lines.find(each => each.file !== '') ?? {}
  return file === '' ? (first?.name ?? '') : `${file}${line === null ? '' : `:${line}`}`
}

/**
 * Returns per candidate the verdict, the summary card and how certain it is. Without a
 * total on the card it is the deciding change that is large, and the rows of blame are a list.
 * @param {Analysis} analysis @param {RunManifest} manifest
 */
function answersOf(analysis, manifest) {
  return analysis.verdicts.map(function answerOn(verdict) {
    const card = cardPart(analysis, verdict.candidate, manifest)
    const hasTotal = Boolean(analysis.cards.find(({ candidate }) => candidate === verdict.candidate)?.total)
    return {
      verdict: verdict.verdict,
      tone: toneOfVerdict(verdict),
      headline: openingOf(verdict),
      amount: amountInWords(verdict),
      where: placeOf(card),
      card,
      change: !hasTotal && verdict.change && !isTooWide(verdict.change) ? changeOf(verdict.change, verdict) : null,
      reason: significanceInWords(verdict),
      requests: requestLines(analysis, verdict),
      notes: notesOn(verdict),
      blamed: hasTotal ? [] : blamedOf(analysis, verdict.candidate)
    }
  })
}

/** Returns why the run is shorter than usual, or an empty text. @param {Analysis} analysis */
function statusOf({ status, quick, rounds, verdicts: [first] }) {
  if (status !== 'complete') return `The run ${statusWords[status]}; it has ${formatCounted(rounds, 'round')}.`
  const decided = formatCounted(first?.change?.pairs ?? rounds, 'round')
  return quick ? `${shortRunWords} The verdict is of ${decided}.` : ''
}

/** @param {Change} change @param {Verdict} verdict */
function changeOf(change, verdict) {
  return {
    size: formatChangePoint(change),
    what: decidedInWords({ ...verdict, what: metricInWords(verdict.metric) }),
    confidence: formatConfidence(change),
    interval: formatInterval(change)
  }
}

/** @param {Analysis} analysis @param {string} candidate */
function blamedOf(analysis, candidate) {
  return analysis.blames
    .filter(blame => blame.candidate === candidate && blame.unit === 'micros')
    .flatMap(function costliest(blame) {
      const { parts } = blameTable(blame, analysis)
      const lines = blame.headline.flatMap(row => parts[row] ?? [])
      return lines.map(function blamedFunction(line) {
        const { name, evidence, cost } = line
        const where = whereInWords(line)
        const difference = differenceText(cost, blame)
        const tone = toneOf(cost.low, cost.high)
        return { difference, tone, name, where, evidence, frames: framesText(line, blame, analysis) }
      })
    })
}

/**
 * Returns the summary card of a candidate for a page.
 * @param {Analysis} analysis @param {string} candidate @param {RunManifest} manifest
 */
export function cardPart(analysis, candidate, manifest) {
  const card = analysis.cards.find(each => each.candidate === candidate)
  if (!card) return null
  const view = cardView(card, analysis)
  const first = view.lines.findIndex(({ source }) => source.length > 0)
  // One place with the lines around it is enough to recognise.
  const lines = view.lines.map((line, index) => ({
    ...line,
    source: line.source.filter(({ isBlamed }) => index === first || isBlamed)
  }))
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
