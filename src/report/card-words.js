import { knownCalls } from '../blame/known-calls.js'
import { placeOfRow } from '../blame/places.js'
import { fileInFolder } from '../profile/file-in-folder.js'
import { callInWords, nameInWords } from './blame-words.js'
import {
  formatBytes,
  formatChangeInText,
  formatCostDifference,
  formatCounted,
  formatLinkSpeed,
  formatPercent,
  formatSum
} from './format.js'
import { placeInWords, shorten, shown } from './text.js'
import { openingOf } from './verdict-words.js'
import { metricInWords, slicesWords } from './words.js'

/**
 * @import { Blame, BlameRow, Card, CardPlace, OtherThreadsName, SourcePlace } from '../blame/types.js'
 * @import { SourceExcerpt } from '../runs/types.js'
 * @import { Analysis } from '../types.js'
 * @import { VerdictName } from '../verdict/types.js'
 * @import { CardLine, CardStep } from './types.js'
 */

/** @typedef {ReturnType<typeof cardView>} CardView */

const LONGEST_STEP = 48
const LONGEST_PATH = 80

/** @type {Record<Card['threads'], string>} */
const threadsWords = { main: 'main-thread CPU per request', all: 'CPU per request of all threads' }

/** @type {Record<NonNullable<SourceExcerpt['omitted']>, string>} */
const omittedWords = {
  changed: 'the file was written after the run started',
  unreadable: 'the file could not be read when the run ended',
  outside: 'the file is neither in the folder of the servers nor in a package'
}

/** @type {Record<OtherThreadsName, string>} */
const stepWords = { pool: 'thread pool', helpers: 'V8 helper threads', workers: 'worker threads' }

/** What the difference is called where no function is blamed. @type {Partial<Record<VerdictName, string>>} */
const undecidedWords = { 'no difference': 'no difference found', 'cannot tell': 'undecided' }

/** What a page says of a waterfall whose bars are cut. */
export const cutBarNote = 'Bars with two gaps do not begin at zero.'

/** What the numbers of a card are. */
export const cardNote =
  'The totals come from unprofiled launches, the steps from profiled launches, without scaling; unattributed is the rest.'

/**
 * Returns the words and figures of a card, the same for the terminal, Markdown and the page. The texts of the measured program
 * are as they may be shown anywhere: without control characters, and shortened.
 * @param {Card} card
 * @param {Analysis} analysis
 */
export function cardView(card, analysis) {
  const verdict = analysis.verdicts.find(({ candidate }) => candidate === card.candidate)
  const blame = analysis.blames.find(({ candidate, unit }) => candidate === card.candidate && unit === 'micros')
  const { total, places, unattributed } = card
  const isBlamed = card.verdict === 'slower' || card.verdict === 'faster'
  const opening = verdict ? shown(openingOf(verdict)) : ''
  const about = {
    baseline: shown(card.baseline),
    candidate: shown(card.candidate),
    opening,
    bound: isBlamed ? null : opening,
    what: total
      ? `${threadsWords[card.threads]}, ${slicesWords.separate}, ${formatCounted(total.rounds, 'round')}`
      : verdict
        ? metricInWords(verdict.metric)
        : '',
    notes: notesOf(card, analysis, blame)
  }
  if (!total) return { ...about, total: null, lines: [], steps: [] }
  const figures = formatSum({
    start: total.baselineMicros,
    difference: total.difference,
    groups: places.map(({ steps, cost }) => ({ parts: steps.map(({ micros }) => micros), ...cost })),
    rest: unattributed ?? total.difference
  })
  const names = namesOf(places, blame)
  /** @type {CardStep[]} */
  const steps = places.flatMap((place, at) =>
    place.steps.map(({ row, micros }, index) => ({
      name: names.get(row) ?? '',
      figure: figures.groups[at]?.parts[index] ?? '',
      half: '',
      micros,
      row
    }))
  )
  const rest = unattributed ? unattributed.micros : total.difference.micros
  const name = isBlamed ? 'unattributed' : (undecidedWords[card.verdict] ?? '')
  steps.push({ name, figure: figures.rest?.figure ?? '', half: figures.rest?.half ?? '', micros: rest, row: null })
  return {
    ...about,
    total: {
      start: figures.start,
      end: figures.end,
      difference: figures.difference,
      change: formatChangeInText(total.relative)
    },
    lines: places.map((place, at) => lineOf(place, figures.groups[at]?.sum ?? '', analysis, names)).map(onlyOnce),
    steps
  }
}

/**
 * Returns a line without its text where a line before it has that: the names of the rows distinguish the two.
 * @type {(line: CardLine, index: number, lines: CardLine[]) => CardLine}
 */
function onlyOnce(line, index, lines) {
  const isShown = lines.slice(0, index).some(({ file, line: number }) => file === line.file && number === line.line)
  return isShown ? { ...line, source: [] } : line
}

/** @type {(place: CardPlace, price: string, analysis: Analysis, names: Map<number, string>) => CardLine} */
function lineOf({ place, steps }, price, { sources, folder }, names) {
  const name = steps.map(({ row }) => names.get(row)).join(', ')
  if (!place) return { file: '', line: null, name, source: [], price }
  const { text = null } = sourceOf(place, sources) ?? {}
  return {
    file: fileOf(place, folder),
    line: text?.blamedLine ?? place.line,
    name,
    source: text ? sourceLines(text) : [],
    price
  }
}

/**
 * Returns the names of the steps by row: the innermost call that a person knows, or the whole name where two would be equal.
 * @param {CardPlace[]} places
 * @param {Blame | undefined} blame
 * @returns {Map<number, string>}
 */
function namesOf(places, blame) {
  const rows = places.flatMap(({ steps }) => steps.map(({ row }) => row))
  const found = rows.flatMap(index => (blame?.rows[index] ? [{ index, row: blame.rows[index] }] : []))
  const short = found.map(({ row }) => shortNameOf(row))
  return new Map(
    found.map(({ index, row }, at) => {
      const isUnique = short.indexOf(short[at] ?? '') === short.lastIndexOf(short[at] ?? '')
      return [index, shorten(shown(isUnique ? (short[at] ?? '') : nameInWords(row)), LONGEST_STEP)]
    })
  )
}

/** @param {BlameRow} row */
function shortNameOf(row) {
  const { threads, poolUser, group, packageName, joined, isSpread, path } = row
  if (threads) return poolUser ? `${stepWords[threads]}: ${poolUser}` : stepWords[threads]
  const last = knownCalls(path).at(-1)
  if (!last || joined || isSpread || (group !== 'app' && group !== 'package')) return nameInWords(row)
  return [packageName, callInWords(last)].filter(Boolean).join(' ')
}

/** @type {(card: Card, analysis: Analysis, blame: Blame | undefined) => string[]} */
function notesOf(card, analysis, blame) {
  const { sources, folder } = analysis
  const notes = [transferInWords(card)]
  if (card.noTotal === 'rates')
    notes.push('The verdict is on the time that requests take, not on CPU: no source line has a price.')
  if (card.noTotal === 'not-measured')
    notes.push('The size has not been measured: separate slices of two rounds are needed.')
  const apart = card.apart.flatMap(index => blame?.rows[index] ?? [])
  if (apart.length > 0) {
    const words = apart.map(row => `${shown(nameInWords(row))} ${formatCostDifference(row.cost, 'micros')}`)
    notes.push(`Not on the main thread, and in no figure above: ${words.join('; ')}.`)
  }
  const named = card.places.flatMap(({ place }) => place ?? [])
  if (named.length > 0 && sources === null) notes.push('This run was saved without source text.')
  for (const place of named) {
    const { omitted = null } = sourceOf(place, sources) ?? {}
    if (omitted) notes.push(`No source text of ${fileOf(place, folder)}: ${omittedWords[omitted]}.`)
  }
  return [...new Set(notes)].filter(note => note !== '')
}

/** @param {Card} card @returns {string} what the smaller responses save, and what they cost; empty without a difference */
function transferInWords({ transfer, candidate, baseline }) {
  if (!transfer) return ''
  const { baselineBytes, candidateBytes, saver, added, paysBelow } = transfer
  const [more, less] = saver === 'candidate' ? [baselineBytes, candidateBytes] : [candidateBytes, baselineBytes]
  const name = shown(saver === 'candidate' ? candidate : baseline)
  const bytes = `${formatBytes(more)} to ${formatBytes(less)}, ${formatPercent((more - less) / more)} less`
  const saved = `${name} saves ${formatBytes(more - less)} per response (${bytes})`
  if (!added || !paysBelow) return `${saved}.`
  const cost = formatCostDifference({ difference: added.micros, ...ends(added) }, 'micros')
  const { bitsPerSecond, low, high } = paysBelow
  if (bitsPerSecond === null) return `${saved} without more CPU (${cost}, all threads): it pays at any link speed.`
  const limits = [low, high].flatMap(end => (end === null ? [] : formatLinkSpeed(end)))
  const interval = limits.length === 2 ? ` (95% CI ${limits.join(' to ')})` : ` (95% CI from ${limits.join()})`
  return `${saved} for ${cost} of CPU on all threads: it pays on links slower than ${formatLinkSpeed(bitsPerSecond)}${interval}.`
}

/** @param {{ low: number, high: number }} interval */
function ends({ low, high }) {
  return { low, high }
}

/** @param {SourcePlace} place @param {SourceExcerpt[] | null} sources */
function sourceOf({ file, line, call }, sources) {
  return sources?.find(source => source.file === file && source.line === line && source.call === call)
}

/** @param {NonNullable<SourceExcerpt['text']>} text */
function sourceLines({ blamedLine, firstLine, lines }) {
  const texts = lines.map(text => shown(text.replaceAll('\t', '  ')).trimEnd())
  const indents = texts.filter(text => text !== '').map(text => text.length - text.trimStart().length)
  const indent = Math.min(...indents)
  return texts.map((text, at) => ({
    number: firstLine + at,
    text: text.slice(indent),
    isBlamed: firstLine + at === blamedLine
  }))
}

/** @param {SourcePlace} place @param {string} folder */
function fileOf({ file }, folder) {
  return shorten(shown(placeInWords({ file: fileInFolder(file, folder), line: null }, folder)), LONGEST_PATH)
}

/**
 * Returns the places whose source text belongs to a report: those of all rows of blame.
 * @param {Pick<Analysis, 'blames'>} analysis
 * @returns {SourcePlace[]} each once
 */
export function namedPlaces({ blames }) {
  const places = blames.flatMap(({ rows }) => rows.flatMap(row => placeOfRow(row) ?? []))
  return [...new Map(places.map(place => [JSON.stringify(place), place])).values()]
}
