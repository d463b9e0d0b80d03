import { allocationRows, costRows, differenceRows, priceRows, waitingRows } from '../sections/price-rows.js'
import { profileLines } from '../sections/profile-sections.js'
import { questionOf, unusualLines } from '../sections/sections.js'
import { pricedPairInWords } from '../sections/toggle-sections.js'
import { answerOf, ownMetrics } from '../words/answer-words.js'
import { warningInWords } from '../words/check-words.js'
import { linesBeforeVerdicts } from '../words/gate-words.js'
import { filesToOpen } from '../words/open-words.js'
import { requestLines } from '../words/request-words.js'
import { shorten } from '../words/text.js'
import { transferInWords } from '../words/transfer-words.js'
import { doubtsOf, trustItems } from '../words/trust-words.js'
import { adviceOn, disturbedInWords, openingOf } from '../words/verdict-words.js'
import { waitsInWords } from '../words/wait-words.js'
import { plain, tableText, widthOf, wrapped } from './terminal.js'

/** @import { Analysis } from '../../types.js' */
/** @import { Answer, MetricLine } from '../words/answer-words.js' */
/** @import { PricedLine } from '../sections/price-rows.js' */
/** @import { Painter } from './terminal.js' */

/**
 * @typedef {object} Part some lines of the report
 * @property {number} rank where there is no room for all, what has the highest one is left out first; what has 0 stays
 * @property {string} text
 */

/** Of a usual run, and of a short one. */
const MOST_LINES = { usual: 30, short: 20 }
const MOST_ANSWERS = { usual: 6, short: 3 }
/** Names of variants can be long. */
const MOST_LINES_EACH = 3
const FIRST_METRICS = 3
const FIRST_GATES = 3
const INDENT = '  '
const FOR_MORE = 'For more, leave out --quick, --short or --only counters'
const FOR_LINES = '; --profiler prof,cdp prices lines'

const rank = {
  ...{ always: 0, trust: 1, gate: 2, advice: 2, request: 2, price: 3 },
  ...{ metric: 4, otherPrice: 5, question: 5, note: 6, otherMetric: 7, rest: 8 }
}

/**
 * Returns a run in at most 30 lines of a terminal, a short run in 20, or whole: verdict, lines with prices, what else changed, trust, and where
 * all else is.
 * @param {Analysis} analysis
 * @param {object} terminal
 * @param {number} [terminal.columns]
 * @param {Painter} [terminal.paint]
 * @param {boolean} [terminal.isWhole] whether no line is left out
 * @param {string[]} terminal.places the files of the run
 * @param {string} terminal.folder of the run, as it is shown
 * @returns {string}
 */
export function shortReport(analysis, { columns, paint = plain, isWhole = false, places, folder }) {
  const width = widthOf(columns)
  const kind = analysis.quick ? 'short' : 'usual'
  const answers = analysis.verdicts.map(verdict => answerOf(verdict, analysis))
  const shownAnswers = isWhole ? answers : answers.slice(0, MOST_ANSWERS[kind])
  const more = answers.length - shownAnswers.length
  const blocks = [
    [part(rank.question, shorten(questionOf(analysis), width))],
    linesBeforeVerdicts(analysis).map((line, index) => sentence(index < FIRST_GATES ? rank.gate : rank.note, line)),
    ...(analysis.profile || analysis.imported ? [profileBlock()] : shownAnswers.map(answerBlock)),
    more > 0 ? [part(rank.always, `and ${more} more: the report has them.`)] : [],
    trustBlock(),
    [
      ...filesToOpen(analysis).map(({ path, view }) => sentence(rank.trust, `Open ${folder}/${path} ${view}.`)),
      ...places.map(text => part(rank.always, wrapped(text, width, { next: INDENT })))
    ]
  ]
  return `${fitted(blocks, isWhole ? Number.POSITIVE_INFINITY : MOST_LINES[kind]).join('\n')}\n`

  /** @type {(answer: Answer, index: number) => Part[]} */
  function answerBlock(answer, index) {
    const { verdict, headline, view, waiting, card } = answer
    const { before, number, after, detail } = headline
    const opening = openingOf(verdict).length
    const disturbedBefore = new Set(answers.slice(0, index).flatMap(before => disturbedInWords(before.verdict)))
    const isSame = detail !== '' && number === '' && answers[index - 1]?.headline.detail === detail
    const why = isSame ? ': for the same reason' : detail
    const text = `${before}${number}${after}${why.startsWith(':') ? '' : ' '}${why}`.trimEnd()
    const notes = (card ? [transferInWords(card)] : []).filter(Boolean)
    const isFigured = detail !== '' && number !== ''
    return [
      sentence(rank.always, isFigured ? text : `${text}.`, (word, start) =>
        start < opening ? paint.verdict(word, verdict) : word
      ),
      ...disturbedInWords(verdict)
        .filter(line => !disturbedBefore.has(line))
        .map(line => sentence(rank.trust, line)),
      ...requestLines(analysis, verdict).map(line => sentence(rank.request, line)),
      ...waitsInWords(verdict, analysis).map(line => sentence(rank.price, line)),
      ...priceRows(view, width, paint).flatMap(withHeading).map(termPart),
      ...waitingRows(waiting, width, paint).map(termPart),
      ...allocationRows(answer, analysis, width, paint).map(({ text }) => part(rank.otherPrice, text)),
      ...(view?.total && view.lines.length > 0 ? pricedPairInWords(analysis, verdict) : []).map(line =>
        sentence(rank.note, line)
      ),
      ...notes.map(line => sentence(rank.note, line)),
      ...metricParts(
        answer.metrics.filter(({ name }) => name !== verdict.metric || !isFigured),
        answer.sides,
        answer.without
      ),
      ...(analysis.quick ? [] : adviceOn(verdict)).map(line => sentence(rank.advice, line))
    ]
  }

  /** @returns {Part[]} */
  function profileBlock() {
    const { metrics, without } = ownMetrics(analysis)
    return [
      ...profileLines(analysis).map(line => sentence(rank.always, line)),
      ...costRows(analysis, width, paint).map(functionPart),
      ...differenceRows(analysis, width, paint).map(functionPart),
      ...metricParts(metrics, [analysis.profile?.variant ?? ''], without)
    ]
  }

  /** @returns {Part[]} */
  function trustBlock() {
    const items = trustItems(analysis).map(({ text }) => text)
    const unusual = unusualLines(analysis)
    const saturated = analysis.checks.warnings.filter(({ code }) => code === 'saturated-waits').map(warningInWords)
    const disturbed = shownAnswers.flatMap(({ verdict }) => disturbedInWords(verdict))
    const doubts = doubtsOf(analysis).filter(line => ![...unusual, ...saturated, ...disturbed].includes(line))
    const isUnfinished = analysis.status !== 'complete'
    const isPriced = analysis.blames.length > 0 || analysis.profile?.costs.length
    return [
      sentence(rank.trust, `Trust: ${items.join(' · ')}`),
      ...unusual.map((line, index) => sentence(isUnfinished && index === 0 ? rank.always : rank.note, line)),
      ...saturated.map(line => sentence(rank.price, line)),
      ...doubts.map((line, index) => sentence(index === 0 ? rank.note : rank.rest, line)),
      ...(analysis.quick ? [sentence(rank.trust, `${FOR_MORE}${isPriced ? '' : FOR_LINES}.`)] : [])
    ]
  }

  /** @type {(metrics: MetricLine[], sides: string[], without: string) => Part[]} */
  function metricParts(metrics, sides, without) {
    const isOne = sides.length === 1
    const known = metrics.filter(({ change }) => change !== 'same')
    const table = {
      header: [isOne ? 'per request' : 'what else changed', ...sides, ...(isOne ? [] : ['change (95% CI)'])],
      rows: known.map(({ label, sides: values, change }) => [label, ...values, ...(isOne ? [] : [change])]),
      textColumns: 1,
      ...(!isOne && {
        coloured: { column: 3, rows: known.map(({ drawn, moreIs }) => drawn && { ...drawn, moreIs }) }
      })
    }
    const rows = known.length === 0 ? [] : tableText(table, width, paint).split('\n')
    return [
      ...rows.map((text, index) => part(index <= FIRST_METRICS ? rank.metric : rank.otherMetric, text)),
      ...(without === '' ? [] : [sentence(rank.rest, without)])
    ]
  }

  /** @type {(rank: number, text: string, paintWord?: (word: string, start: number) => string) => Part} */
  function sentence(rank, text, paintWord) {
    const most = isWhole ? Number.POSITIVE_INFINITY : MOST_LINES_EACH * (width - INDENT.length)
    return part(rank, wrapped(text.length > most ? shorten(text, most) : text, width, { next: INDENT, paintWord }))
  }
}

/**
 * Joins the heading of a split with its first line: where there is no room, it never stands alone.
 * @param {PricedLine} line @param {number} index @param {PricedLine[]} all
 */
function withHeading(line, index, all) {
  const [first, before, next] = [all[index - 2], all[index - 1], all[index + 1]]
  if (line.kind !== 'detail') return line
  if (before?.kind !== 'detail') return next?.kind === 'detail' ? [] : line
  return first?.kind === 'detail' ? line : { ...line, text: `${before.text}\n${line.text}` }
}

/** Keeps a term of a sum longer than metrics, and than what divides one of them. @param {PricedLine} line */
function termPart({ text, kind }) {
  return part(kind === 'detail' ? rank.note : rank.price, text)
}

/** Keeps the first function of several longer than the others, which have no sum. @param {PricedLine} line */
function functionPart(line) {
  return line.kind === 'price' ? part(rank.otherPrice, line.text) : termPart(line)
}

/** @param {number} rank @param {string} text @returns {Part} */
function part(rank, text) {
  return { rank, text }
}

/**
 * Returns the lines of what there is room for, with an empty line between two blocks. Of parts of the same rank, the last one of the
 * longest block is left out first.
 * @param {Part[][]} blocks @param {number} most
 */
function fitted(blocks, most) {
  let kept = blocks
  for (;;) {
    const texts = kept.filter(block => block.length > 0).map(block => block.map(({ text }) => text).join('\n'))
    const lines = texts.join('\n\n').split('\n')
    const highest = Math.max(...kept.flat().map(({ rank }) => rank))
    if (lines.length <= most || highest === rank.always) return lines
    const longest = kept
      .filter(block => block.some(({ rank }) => rank === highest))
      .reduce((one, other) => (linesIn(other) > linesIn(one) ? other : one))
    const last = longest.findLast(({ rank }) => rank === highest)
    kept = kept.map(block => block.filter(each => each !== last))
  }
}

/** @param {Part[]} block */
function linesIn(block) {
  return block.reduce((sum, { text }) => sum + text.split('\n').length, 0)
}
