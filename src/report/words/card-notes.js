import { blamedLineOf, sourceOf } from '../../blame/places.js'
import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { differenceText } from '../sections/blame-sections.js'
import { nameInWords } from './blame-words.js'
import { formatBytes, formatCostDifference, formatLinkSpeed, formatPercent } from './format.js'
import { shorten } from './shorten.js'
import { placeInWords, shown } from './text.js'

/** @import { Blame, Card, CardPlace, SourcePlace } from '../../blame/types.js' */
/** @import { SourceExcerpt } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CardLine } from '../types.js' */

const LONGEST_PATH = 80

/** A smaller share of the difference needs no words. */
const NOTABLE_REST = 0.25

/** @type {Record<NonNullable<SourceExcerpt['omitted']>, string>} */
const omittedWords = {
  changed: 'the file was written after the run started',
  unreadable: 'the file could not be read when the run ended',
  outside: 'the file is neither in the folder of the servers nor in a package',
  'no-script': 'the file is no script by its name, nor by a first line that names node',
  elsewhere: 'the run folder is a copy, so the files of this machine may be others than those that ran'
}

/**
 * Returns what a reader of a card would otherwise get wrong: what is not on it, and why a source text is missing.
 * @param {Card} card @param {Pick<Analysis, 'sources' | 'folder'>} analysis
 * @param {Blame | undefined} blame of CPU
 * @returns {string[]}
 */
export function cardNotes(card, { sources, folder }, blame) {
  const notes = [transferInWords(card), spreadInWords(card)]
  if (card.noTotal === 'rates')
    notes.push('The verdict is on the time that requests take, not on CPU: no source line has a cost.')
  if (card.noTotal === 'not-measured')
    notes.push('The size has not been measured: separate slices of two rounds are needed.')
  if (blame && card.apart.length > 0) {
    const apart = card.apart.flatMap(index => blame.rows[index] ?? [])
    const words = apart.map(row => `${shown(nameInWords(row))} ${differenceText(row.cost, blame)}`)
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

/**
 * Returns where a large rest is, which is in no function; empty where it is small, or may be nothing.
 * @param {Card} card
 */
function spreadInWords({ total, unattributed }) {
  if (!total || !unattributed || unattributed.low === null || unattributed.high === null) return ''
  const { micros, low, high } = unattributed
  const isSignificant = low > 0 || high < 0
  if (!isSignificant || Math.abs(micros) < NOTABLE_REST * Math.abs(total.difference.micros)) return ''
  return 'What is unattributed is in no row of the blame: those are all functions whose difference is distinguished from chance.'
}

/** @param {Card} card @returns {string} what the smaller responses save, and what they cost; empty without a difference */
export function transferInWords({ transfer, candidate, baseline }) {
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

/**
 * Returns the source lines of a card.
 * @param {CardPlace[]} places
 * @param {string[]} costs by place
 * @param {Pick<Analysis, 'sources' | 'folder'>} analysis
 * @param {Map<number, string>} names of the steps, by row
 * @returns {CardLine[]}
 */
export function cardLines(places, costs, analysis, names) {
  return places.map((place, at) => lineOf(place, costs[at] ?? '', analysis, names)).map(onlyOnce)
}

/**
 * Returns a line without its text where a line before it has that: the names of the rows distinguish the two.
 * @type {(line: CardLine, index: number, lines: CardLine[]) => CardLine}
 */
function onlyOnce(line, index, lines) {
  const isShown = lines.slice(0, index).some(({ file, line: number }) => file === line.file && number === line.line)
  return isShown ? { ...line, source: [] } : line
}

/** @type {(place: CardPlace, cost: string, analysis: Pick<Analysis, 'sources' | 'folder'>, names: Map<number, string>) => CardLine} */
function lineOf({ place, steps }, cost, { sources, folder }, names) {
  const name = steps.map(({ row }) => names.get(row)).join(', ')
  if (!place) return { file: '', line: null, name, source: [], cost }
  const { text = null } = sourceOf(place, sources) ?? {}
  return {
    file: fileOf(place, folder),
    line: blamedLineOf(place, sources),
    name,
    source: text ? sourceLines(text) : [],
    cost
  }
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
