import { blameTable, differenceText } from '../../report/sections/blame-sections.js'
import { formatChangePoint, formatConfidence, formatCounted, formatInterval } from '../../report/words/format.js'
import { againstLines, gateInWords } from '../../report/words/gate-words.js'
import { requestLines } from '../../report/words/request-words.js'
import { isTooWide } from '../../report/words/too-few-samples.js'
import {
  amountInWords,
  decidedByInWords,
  notesOn,
  openingOf,
  shortRunWords,
  significanceInWords
} from '../../report/words/verdict-words.js'
import { decidedInWords, metricInWords, statusWords } from '../../report/words/words.js'
import { firedGates } from '../../verdict/gates/gates.js'
import { framesText } from './blame-part.js'
import { cardPart } from './card-part.js'
import { toneOf, toneOfVerdict } from './tones.js'

/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Verdict } from '../../verdict/types.js' */

/** @typedef {NonNullable<ReturnType<typeof cardPart>>} CardPart */

/**
 * Returns what a page shows first: all verdicts in one line each where there are several, and the answer of each candidate.
 * @param {Analysis} analysis @param {RunManifest} manifest
 */
export function summaryOf(analysis, manifest) {
  const answers = answersOf(analysis, manifest)
  const about = {
    status: statusOf(analysis),
    fired: firedGates(analysis).map(gateInWords),
    against: againstLines(analysis),
    answers
  }
  if (answers.length === 1) return { openings: [], ...about }
  const openings = analysis.verdicts.map((verdict, index) => ({
    verdict: verdict.verdict,
    tone: toneOfVerdict(verdict),
    headline: openingOf(verdict),
    amount: amountInWords(verdict),
    requests: requestLines(analysis, verdict),
    where: placeOf(answers[index]?.card ?? null)
  }))
  return { openings, ...about }
}

/** Returns the first source line of a card, or what costs more there. @param {CardPart | null} card */
function placeOf(card) {
  const [first] = card?.lines ?? []
  const { file = '', line = null } = card?.lines.find(each => each.file !== '') ?? {}
  return file === '' ? (first?.name ?? '') : `${file}${line === null ? '' : `:${line}`}`
}

/**
 * Returns per candidate the verdict, the summary card, the change that decided the verdict, and how certain it is. Without a
 * total on the card it is the deciding change that is large, and the rows of blame are a list.
 * @param {Analysis} analysis @param {RunManifest} manifest
 */
function answersOf(analysis, manifest) {
  return analysis.verdicts.map(function answerOn(verdict) {
    const card = cardPart(analysis, verdict.candidate, manifest)
    const { total = null } = analysis.cards.find(({ candidate }) => candidate === verdict.candidate) ?? {}
    const hasTotal = total !== null
    return {
      verdict: verdict.verdict,
      tone: toneOfVerdict(verdict),
      headline: openingOf(verdict),
      card,
      change: !hasTotal && verdict.change && !isTooWide(verdict.change) ? changeOf(verdict.change, verdict) : null,
      decided: decidedByInWords(verdict, total),
      reason: significanceInWords(verdict),
      requests: requestLines(analysis, verdict),
      notes: notesOn(verdict, analysis.quick),
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
        const { name, where, evidence, cost } = line
        const difference = differenceText(cost, blame)
        const tone = toneOf(cost.low, cost.high)
        return { difference, tone, name, where, evidence, frames: framesText(line, blame, analysis) }
      })
    })
}
