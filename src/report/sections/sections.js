import { messageOf } from '../../errors/errors.js'
import { cardView, notesOfCard } from '../words/card-words.js'
import { formatConfidence, formatCount, formatCounted, formatDuration, formatExactPercent } from '../words/format.js'
import { unitsOf } from '../words/kinds/attached-words.js'
import { machineDoubts } from '../words/kinds/machine-words.js'
import { requestLines } from '../words/request-words.js'
import { shown } from '../words/text.js'
import { disturbedInWords, shortRunWords, verdictWords } from '../words/verdict-words.js'
import { fileInWords, statusWords } from '../words/words.js'
import { responseLines } from './server-sections.js'
import { levelsOfAnswer, levelsOfCard } from './toggle-sections.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Verdict } from '../../verdict/types.js' */

/**
 * @typedef {object} Table the first columns are text, the others figures
 * @property {string[]} header
 * @property {string[][]} rows
 * @property {number} textColumns
 * @property {number[]} [spare] columns that a terminal leaves out where it is too narrow for all
 * @property {(Drawn | null)[]} [drawn] by row, the changes of its last columns, for a page that draws them
 * @property {{ column: number, rows: (Difference | null)[] }} [coloured] a column of differences, for a terminal with colours
 *
 * @typedef {{ changes: (Change | null)[], moreIs: 'worse' | 'better' }} Drawn
 * @typedef {{ low: number | null, high: number | null, moreIs: 'worse' | 'better' }} Difference the interval of a difference
 *
 * @typedef {object} Section one part of the report, the same on the terminal and in Markdown
 * @property {string} heading
 * @property {string} [short] the heading where the one above it names the subject
 * @property {string[]} [lines]
 * @property {string[]} [code] lines whose spaces count, for Markdown
 * @property {Table} [table]
 * @property {string[]} [notes] below the table
 * @property {string[]} [details] more notes, which the terminal does not print
 */

/** @param {Pick<Analysis, 'experiment' | 'question'>} analysis */
export function questionOf({ experiment, question }) {
  return `${experiment}: ${question}`
}

/**
 * Returns a verdict of a run as sentences, the most important one first.
 * @param {Analysis} analysis @param {Verdict} verdict
 */
export function verdictLines(analysis, verdict) {
  return [...firstVerdictLines(analysis, verdict), ...verdictNotes(analysis, verdict)]
}

/**
 * Returns what was decided, and by how much; what disturbed the machine; and the requests of which that is not true.
 * @param {Analysis} analysis @param {Verdict} verdict
 */
export function firstVerdictLines(analysis, verdict) {
  const [first = ''] = verdictWordsOf(analysis, verdict)
  return [first, ...disturbedInWords(verdict), ...requestLines(analysis, verdict)]
}

/**
 * Returns what else a reader of a verdict must know. Where there are several verdicts, each sentence names its candidate.
 * @param {Analysis} analysis @param {Verdict} verdict
 */
function verdictNotes(analysis, verdict) {
  const { candidate } = verdict
  const [, ...notes] = verdictWordsOf(analysis, verdict)
  const named = analysis.verdicts.length > 1 ? notes.map(note => `${candidate}: ${note}`) : notes
  return [...named, ...levelsOfAnswer(analysis, candidate)]
}

/**
 * Returns the notes on each verdict and its card, each sentence once.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function noteSections(analysis) {
  const { verdicts, cards } = analysis
  const pairs = cards.flatMap(card => levelsOfCard(analysis, card).map(shown))
  const before = new Set(pairs)
  return verdicts.map(function notesOf(verdict) {
    const { candidate } = verdict
    const own = cards.filter(card => card.candidate === candidate)
    const notes = own.flatMap(card => notesOfCard(cardView(card, analysis))).filter(note => !before.has(note))
    for (const note of notes) before.add(note)
    const heading = verdicts.length > 1 ? `Verdict details: ${candidate}` : 'Verdict details'
    return { heading, lines: verdictNotes(analysis, verdict), notes }
  })
}

/** @param {Analysis} analysis @param {Verdict} verdict */
function verdictWordsOf({ quick, status }, verdict) {
  return verdictWords(verdict, { isQuick: quick, isComplete: status === 'complete' })
}

/** Returns what is unusual about a run as sentences: how it ended, first of all. @param {Analysis} analysis */
export function unusualLines(analysis) {
  const { coldRequests, asked, status } = analysis
  const lines = [
    ...endingInWords(analysis),
    ...machineDoubts(analysis),
    ...damagesInWords(analysis),
    ...responseLines(analysis)
  ]
  const { planned = 0, played = 0 } = asked.allocationRounds ?? {}
  if (played < planned && status === 'complete') {
    const why = asked.maxMs === null ? '' : ': --max-time allowed no more'
    lines.push(`Launches that sample allocations have ${played} of ${planned} rounds${why}.`)
  }
  if (coldRequests !== null)
    lines.push(`Cold: the first ${formatCount(coldRequests)} requests of each new server, without warm-up.`)
  return lines
}

/** Returns after how many rounds a verdict was clear, what is unusual about a run, and what a short run lacks. @param {Analysis} analysis */
export function runLines(analysis) {
  const { quick, asked, profilerOverheads } = analysis
  const lines = [...clearInWords(analysis), ...unusualLines(analysis)]
  if (quick) lines.push(shortRunWords)
  if (quick && !asked.untilCounted && profilerOverheads.length === 0)
    lines.push('It has no blame: it was played without profilers.')
  return lines
}

/** @param {Pick<Analysis, 'checks'>} analysis @returns {string[]} one sentence or none */
export function damagesInWords({ checks: { warnings } }) {
  const { length } = warnings.filter(
    warning => warning.code === 'missing-trees' || (warning.code === 'unread-file' && warning.reason !== 'no-checksums')
  )
  if (length === 0) return []
  return [`Parts of the run folder are damaged and in no figure: ${formatCounted(length, 'warning')} in the checks.`]
}

/** Returns why a run has not the number of rounds that one would expect. @param {Analysis} analysis */
export function endingInWords(analysis) {
  const { asked, rounds, precision, status, problem, timing, verdicts, checks, imported, profile } = analysis
  if (imported) return []
  if (status !== 'complete') {
    const reason = problem ? ` ${messageOf(problem)}` : ''
    const measured = profile?.attached ? formatCounted(checks.slices, 'window') : formatCounted(rounds, 'round')
    return [`The run ${statusWords[status]}; it has ${measured}.${reason}`]
  }
  if (asked.untilCounted) return [`The run ended after ${formatCounted(rounds, 'round')}, with the counters.`]
  const isCut = checks.warnings.some(warning => warning.code === 'unread-file' && warning.file === 'slices.jsonl')
  if (isCut && rounds < asked.rounds && !precision?.isReached)
    return [`The run has ${formatCounted(rounds, 'round')}: those of slices.jsonl that can be read.`]
  if (precision === null) {
    const why = asked.maxMs === null ? '' : ': --max-time allowed no more'
    return rounds < asked.rounds ? [`The run has ${roundsInWords(analysis)}${why}.`] : []
  }
  const goal = `±${formatExactPercent(precision.goal)}`
  const [decided = null] = verdicts.map(({ change }) => change)
  const interval = `${formatConfidence(decided ?? {})} interval`
  // The rounds of size and blame do not make this interval narrower.
  const counted = formatCounted(decided?.pairs ?? 0, 'round')
  if (precision.isReached) return [`The ${interval} reached ${goal}, after ${counted}.`]
  const limit = asked.maxMs === null ? '' : ` within the limit of ${formatDuration(asked.maxMs)}`
  return [
    `The ${interval} did not reach ${goal}${limit}: ${counted}, ${formatDuration(timing.wallMs)}. Allow more time with --max-time.`
  ]
}

/** Returns the rounds of a run, beside the planned ones where it has fewer and their number was fixed. @param {Analysis} analysis */
export function roundsInWords(analysis) {
  const { rounds, asked, precision } = analysis
  const isCut = rounds < asked.rounds && precision === null && !asked.untilCounted
  return `${isCut ? `${rounds} of ` : ''}${formatCounted(isCut ? asked.rounds : rounds, ...unitsOf(analysis).round)}`
}

/** Returns that a run has fewer verdict rounds than planned, since they were enough. @param {Pick<Analysis, 'asked'>} analysis @returns {string[]} */
export function clearInWords({ asked: { clearAfter } }) {
  return clearAfter ? [`The verdict was clear after ${formatCounted(clearAfter, 'round')}.`] : []
}

/** @param {Analysis} analysis @returns {Section[]} */
export function fileSections({ artifacts }) {
  if (artifacts.length === 0) return []
  const rows = artifacts.map(artifact => [`${fileInWords(artifact)}, ${artifact.variant}`, artifact.path])
  return [{ heading: 'Files', table: { header: ['', 'in the run folder'], rows, textColumns: 2 } }]
}
