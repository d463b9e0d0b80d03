import { excludesZero } from '../../stats/intervals.js'
import { firedGates } from '../../verdict/gates/gates.js'
import { profileLines } from '../sections/profile-sections.js'
import { answerOf } from '../words/answer-words.js'
import { formatMoment } from '../words/format.js'
import { gateInWords } from '../words/gate-words.js'
import { requestLines } from '../words/request-words.js'
import { shorten, shown } from '../words/text.js'
import { doubtsOf, trustItems } from '../words/trust-words.js'
import { waitsInWords } from '../words/wait-words.js'
import { nodeVersionsInWords } from '../words/words.js'
import { codeSpan, escapeMarkdown } from './markdown-text.js'

/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CardLine } from '../types.js' */
/** @import { Answer } from '../words/answer-words.js' */

/** @typedef {(place: { file: string, line: number }) => string | null} LinkTo the address of a line; null where there is none */

const MOST_LINES = 10
const MOST_METRICS = 3
const MOST_DOUBTS = 2
const LONGEST_CODE = 80

/**
 * Returns a run in at most ten lines for a pull request: verdict, price, lines, three metrics, and whether to believe it.
 * @param {Analysis} analysis
 * @param {Pick<RunManifest, 'startedAt' | 'versions' | 'answers' | 'machine' | 'reproduce'>} manifest
 * @param {LinkTo} [linkTo] @returns {string}
 */
export function pullRequestText(analysis, manifest, linkTo = () => null) {
  const answers = analysis.verdicts.map(verdict => answerOf(verdict, analysis))
  const gates = firedGates(analysis)
    .slice(0, 2)
    .map(gate => escapeMarkdown(gateInWords(gate)))
  const trust = trustItems(analysis).map(({ text, kind }) =>
    kind === 'doubtful' ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text)
  )
  const node = `${formatMoment(manifest.startedAt)} UTC, Node ${nodeVersionsInWords(manifest)}, ${manifest.machine.cores} cores`
  const last = [`${trust.join(' · ')} · ${escapeMarkdown(node)}`, `Repeat: ${codeSpan(shown(manifest.reproduce))}`]
  const doubts = doubtsOf(analysis)
    .slice(0, MOST_DOUBTS)
    .map(line => `**${escapeMarkdown(shown(line))}**`)
  const room = MOST_LINES - gates.length - doubts.length - last.length
  const each = Math.max(1, Math.floor(room / Math.max(1, answers.length)))
  const fitting = answers.length > room ? answers.slice(0, room - 1) : answers
  const more = answers.length - fitting.length
  const own = [
    ...fitting.flatMap(answer => linesOf(answer, analysis, each, linkTo)),
    ...(more > 0 ? [`and ${more} more: the report has them.`] : [])
  ].slice(0, room)
  const first = [...gates, ...profileLines(analysis).map(escapeMarkdown)]
  return [...first, ...own, ...doubts, ...last].map(line => `- ${line}`).join('\n')
}

/** @type {(answer: Answer, analysis: Analysis, most: number, linkTo: LinkTo) => string[]} */
function linesOf({ verdict, headline, view, waiting, metrics, sides }, analysis, most, linkTo) {
  const { before, number, after, detail } = headline
  const gap = detail.startsWith(':') ? '' : ' '
  const opening = `**${escapeMarkdown(`${before}${number}${after}`)}**${gap}${escapeMarkdown(detail)}`.trim()
  const requests = [...requestLines(analysis, verdict), ...waitsInWords(verdict, analysis)].map(escapeMarkdown)
  const places = [view, waiting].flatMap(each => each?.lines ?? []).flatMap(line => pricesOf(line, linkTo))
  // The deciding one is in the sentence.
  const known = metrics.filter(({ name, change }) => name !== verdict.metric && change !== 'same')
  const shownMetrics = known.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, MOST_METRICS)
  const texts = shownMetrics.map(({ label, sides: [one, other], change }) => `${label} ${one} → ${other}, ${change}`)
  const compared = texts.length === 0 ? [] : [escapeMarkdown(`${sides.join(' → ')}: ${texts.join('; ')}`)]
  const fixed = [opening, ...requests.slice(0, 1)]
  const lines = places.slice(0, Math.max(0, most - fixed.length - compared.length))
  return [...fixed, ...lines, ...compared].slice(0, most)
}

/** Returns 1 for a metric that changed significantly. @param {Answer['metrics'][0]} metric */
function rankOf({ drawn }) {
  return drawn && excludesZero(drawn) ? 1 : 0
}

/** @param {CardLine} line @param {LinkTo} linkTo */
function pricesOf({ file, path, name, blamed, cost }, linkTo) {
  if (file === '') return [`${codeSpan(cost)} ${escapeMarkdown(name)}`]
  return blamed.map(({ number, text, cost: own }) => {
    const place = escapeMarkdown(`${file}:${number}`)
    const url = linkTo({ file: path, line: number })
    return `${codeSpan(own)} ${url ? `[${place}](${url})` : place} ${codeSpan(shorten(text || name, LONGEST_CODE))}`
  })
}
