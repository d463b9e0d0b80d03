import { knownCalls, linesAround, MOST_LINES, placeOfRow, shownLines, shownPlace } from '../../blame/places.js'
import { excludesZero } from '../../stats/intervals.js'
import { differenceText } from '../sections/blame-sections.js'
import { levelsOfCard, pairsOf, sideNames } from '../sections/toggle-sections.js'
import { splitNote, splitOf } from './allocation-words.js'
import { callInWords, nameInWords } from './blame-words.js'
import { broughtInNote, broughtInWords, marksOf } from './brought-in-words.js'
import { decimalsOf, fixed, halfWidthDecimals, signed, TIME_UNITS, unitFor } from './digits.js'
import { formatChangeInText, formatCounted, formatSamples } from './format.js'
import { fileOf, omittedInWords, sourceLines } from './source-lines.js'
import { shorten, shown } from './text.js'
import { transferInWords } from './transfer-words.js'
import { openingOf } from './verdict-words.js'
import { resourcesOf, waitingWords } from './wait-words.js'
import { metricInWords, otherThreadsWords, slicesWords } from './words.js'

/** @import { Blame, BlamedLine, BlameRow, Card, CardPlace, NoLine, SourcePlace } from '../../blame/types.js' */
/** @import { SourceExcerpt } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { VerdictName } from '../../verdict/types.js' */
/** @import { CardLine, Priced } from '../types.js' */

/** @typedef {ReturnType<typeof cardView>} CardView */

const LONGEST_STEP = 48
/** What they cost stands below the lines of a function, so that all rows add up. */
export const OTHER_LINES = 'other lines of the function'
/** @type {Priced} */
const NO_PRICE = { cost: '', amount: '', marks: [], share: 0, isLess: false }
/** A smaller share of the difference needs no words. */
const NOTABLE_REST = 0.25

/** @type {Record<NoLine, string>} */
const noLineWords = {
  'not-recorded': 'no profiler recorded a line of it',
  uncertain: 'no line of it is certain',
  'profilers-differ': 'the profilers show the difference at different lines of it'
}

/** @type {Record<Card['threads'], string>} */
const threadsWords = { main: 'main-thread CPU per request', all: 'CPU per request of all threads' }

/** What the difference is called where no function is blamed. @type {Partial<Record<VerdictName, string>>} */
const undecidedWords = { 'no difference': 'no difference found', 'cannot tell': 'undecided' }

/** What the numbers of a card are. */
export const cardNote =
  'The totals come from unprofiled launches, the steps from profiled launches, in the microseconds of a baseline without a profiler; unattributed is the rest.'

/**
 * Returns the words and figures of a card, the same for the terminal, Markdown and the page. The texts of the measured program
 * are as they may be shown anywhere: without control characters, and shortened.
 * @param {Card} saved @param {Analysis} analysis @param {'micros' | 'latency'} [unit] what is priced: CPU, or waiting
 */
export function cardView(saved, analysis, unit = 'micros') {
  const priced = /** @type {Card} */ ({ ...saved, ...(unit === 'latency' && saved.waiting) })
  const card = { ...priced, places: priced.places.map(shownPlace) }
  const verdict = analysis.verdicts.find(({ candidate }) => candidate === card.candidate)
  const blame = analysis.blames.find(each => each.candidate === card.candidate && each.unit === unit)
  const { total, places, unattributed } = card
  const isBlamed = unit === 'latency' || card.verdict === 'slower' || card.verdict === 'faster'
  const opening = verdict ? shown(openingOf(verdict)) : ''
  const levels = levelsOfCard(analysis, card).map(shown)
  const { length: pairs } = pairsOf(analysis, card.candidate)
  const means = pairs > 1 ? [`mean of ${pairs} changes`] : []
  const about = {
    baseline: shown(card.baseline),
    candidate: shown(card.candidate),
    sides: sideNames(analysis, card).map(shown),
    opening,
    bound: isBlamed ? null : opening,
    what: total
      ? unit === 'latency'
        ? waitingWords
        : [threadsWords[card.threads], ...means, slicesWords.separate, formatSamples(total.rounds, analysis)].join(', ')
      : verdict
        ? metricInWords(verdict.metric)
        : '',
    levels,
    notes: [...levels, ...cardNotes(card, analysis, blame)]
  }
  if (!total) return { ...about, total: null, lines: [], steps: [] }
  const others = otherSteps(card)
  const remaining = unattributed ?? total.difference
  const {
    groups: figures,
    rest,
    ...totals
  } = formatSum({
    start: total.baselineMicros,
    difference: total.difference,
    groups: [
      ...places.map(({ steps, cost, line, lines = [] }) => ({
        parts: steps.map(({ micros }) => micros),
        ...cost,
        lines: line ? lines.slice(0, MOST_LINES) : []
      })),
      { parts: others.map(({ micros }) => micros), low: null, high: null }
    ],
    rest: remaining
  })
  const names = namesOf(places, blame)
  const printed = figures.flatMap(({ parts, texts }) => parts.map((figure, at) => ({ figure, text: texts[at] ?? '' })))
  const named = places.flatMap(place => place.steps.map(step => ({ ...step, name: names.get(step.row) ?? '' })))
  const steps = [...named, ...others].map((step, at) => ({ ...step, figure: '', text: '', half: '', ...printed[at] }))
  const remainder = blame ? 'unattributed' : 'not profiled'
  const name = isBlamed ? remainder : (undecidedWords[card.verdict] ?? '')
  const largest = Math.abs(total.difference.micros) || 1
  const costs = figures.map(({ lines, ...whole }, at) =>
    (lines.length > 0 ? lines : [whole]).map((cost, index) =>
      priceOf(cost, unit === 'latency' ? resourcesOf(places[at], blame) : marksOf(places[at], index))
    )
  )
  return {
    ...about,
    total: {
      ...totals,
      change: formatChangeInText(total.relative),
      baselineMicros: total.baselineMicros,
      micros: total.difference.micros
    },
    lines: places
      .map(function lineAt(place, at) {
        const line = lineOf(place, costs[at] ?? [], splitOf(place, card.candidate, analysis), analysis, names)
        return { ...line, otherLines: figures[at]?.otherLines ?? null }
      })
      .map(onlyOnce),
    steps: [...steps, { name, ...rest, micros: remaining.micros, row: null }]
  }

  /** @param {{ text: string, micros: number }} cost @param {string[]} marks @returns {Priced} */
  function priceOf({ text, micros }, marks) {
    return {
      cost: [text, ...marks].join(', '),
      amount: text,
      marks,
      share: Math.min(1, Math.abs(micros) / largest),
      isLess: micros < 0
    }
  }
}

/**
 * Returns the notes of a card with what its numbers are. A page folds all after the second: of a toggle, those are what its
 * verdict is by, and the next one.
 * @param {Pick<CardView, 'lines' | 'levels' | 'notes'>} view
 */
export function notesOfCard({ lines, levels, notes }) {
  if (lines.length === 0) return notes
  const before = levels.length > 0 ? levels.length + 1 : 0
  return [...notes.slice(0, before), cardNote, ...notes.slice(before)]
}

/**
 * Returns what a reader of a card would otherwise get wrong: what is not on it, and why a source text is missing.
 * @param {Card} card @param {Pick<Analysis, 'sources' | 'folder'>} analysis
 * @param {Blame | undefined} blame of CPU
 * @returns {string[]}
 */
function cardNotes(card, { sources, folder }, blame) {
  const notes = [transferInWords(card), spreadInWords(card)]
  if (card.noTotal === 'not-measured')
    notes.push('The size has not been measured: separate slices of two rounds are needed.')
  if (blame && card.apart.length > 0) {
    const apart = card.apart.flatMap(index => blame.rows[index] ?? [])
    const words = apart.map(row => `${shown(nameInWords(row))} ${differenceText(row.cost, blame)}`)
    notes.push(`Not on the main thread, and in no figure above: ${words.join('; ')}.`)
  }
  if (blame && isOfOneProfiler(card, blame)) notes.push(`Seen by one profiler: ${blame.profiler}.`)
  const named = card.places.flatMap(({ place }) => place ?? [])
  if (named.length > 0 && sources === null) notes.push('This run was saved without source text.')
  notes.push(...omittedInWords(card.places.flatMap(placesOf), { sources, folder }))
  if (card.noRange !== undefined && card.places.some(({ line }) => line))
    notes.push(`The lines are not marked, because git could not compare the revisions: ${shown(card.noRange)}.`)
  notes.push(
    ...[evidenceInWords, callersInWords, broughtInNote].flatMap(noteOn =>
      card.places.map(place => noteOn(place, blame, folder))
    )
  )
  if (card.places.some(({ allocating = [] }) => allocating.length > 0)) notes.push(splitNote)
  return [...new Set(notes)].filter(note => note !== '')
}

/** Returns whether a card names functions that no second profiler was to confirm. @param {Card} card @param {Blame} blame */
function isOfOneProfiler({ places }, { rows, secondProfiler }) {
  const named = places.flatMap(({ steps }) => steps.map(({ row }) => rows[row]))
  return secondProfiler === null && named.some(row => row?.evidence === 'one-profiler')
}

/**
 * Returns what a line on a card is: where a function begins, or a line that only one profiler sees; empty where both see it.
 * @type {(place: CardPlace, blame: Blame | undefined, folder: string) => string}
 */
function evidenceInWords({ place, line, lines = [], noLine = 'not-recorded', broughtInAt = [] }, blame, folder) {
  if (!place || broughtInAt.length > 0) return ''
  const file = fileOf(place, folder)
  if (!line) return `${file}:${place.line} is where the function begins: ${noLineWords[noLine]}.`
  const alone = lines.slice(0, MOST_LINES).filter(({ evidence }) => evidence === 'one-profiler')
  if (alone.length === 0 || !blame?.secondProfiler) return ''
  return `Lines that only ${blame.profiler} sees: ${file}:${alone.map(({ line }) => line).join(', ')}.`
}

/** @type {(place: CardPlace, blame: Blame | undefined, folder: string) => string} which lines call a function; empty without any */
function callersInWords({ steps, calledAt = [] }, blame, folder) {
  const row = blame?.rows[steps[0]?.row ?? -1]
  const { caller, owner } = row ?? {}
  const place = row && placeOfRow({ owner: caller ?? null })
  if (!blame || !owner || !place || calledAt.length === 0) return ''
  const lines = calledAt.slice(0, MOST_LINES).map(({ line, cost }) => `${line} (${differenceText(cost, blame)})`)
  return `${shown(owner.name)} is called at ${fileOf(place, folder)}:${lines.join(', ')}.`
}

/**
 * Returns where a large rest is, which is in no row of the card; empty where it is small, or may be nothing.
 * @param {Card} card
 */
function spreadInWords({ total, unattributed }) {
  if (!total || !unattributed || !excludesZero(unattributed)) return ''
  if (Math.abs(unattributed.micros) < NOTABLE_REST * Math.abs(total.difference.micros)) return ''
  return 'What is unattributed is in no line above: differences that are not distinguished from chance, rows that are small together, and what profiled launches differ by from the others.'
}

/** Returns the rows that are not of the headline as steps. @param {Card} card */
function otherSteps({ others, removed = null, offset = null, displaced = null }) {
  const named = [
    others && { name: formatCounted(others.count, 'other row'), ...others },
    removed && { name: `removed work (${formatCounted(removed.count, 'row')})`, ...removed },
    offset && { name: `offset (${formatCounted(offset.count, 'row')})`, ...offset },
    displaced && { name: 'displaced system-call time', ...displaced }
  ]
  return named.flatMap(step => (step ? [{ name: step.name, micros: step.micros, row: null }] : []))
}

/**
 * Returns a line without its text where a line before it has that: the names of the rows distinguish the two.
 * @type {(line: CardLine, index: number, lines: CardLine[]) => CardLine}
 */
function onlyOnce(line, index, lines) {
  const isShown = lines.slice(0, index).some(({ file, line: number }) => file === line.file && number === line.line)
  return isShown ? { ...line, source: [], blamed: line.blamed.map(each => ({ ...each, text: '' })) } : line
}

/** Returns the lines of a place. @param {CardPlace} each @returns {SourcePlace[]} */
function placesOf(each) {
  const { place } = each
  return place ? shownLines(each).map(({ line }) => ({ ...place, line })) : []
}

/** @type {(each: CardPlace, prices: Priced[], split: CardLine['split'], analysis: Pick<Analysis, 'sources' | 'folder'>, names: Map<number, string>) => CardLine} */
function lineOf(each, prices, split, { sources, folder }, names) {
  const rows = each.steps.map(({ row }) => row)
  const name = rows.map(row => names.get(row)).join(', ')
  const [price = NO_PRICE] = prices
  const { place, broughtInAt = [] } = each
  if (!place) return { file: '', path: '', line: null, name, rows, blamed: [], source: [], ...price, split }
  const lines = placesOf(each).map(({ line }) => line)
  const priceAt = new Map(lines.map((line, at) => [line, prices[at] ?? NO_PRICE]))
  const source = sourceLines(linesAround(place.file, lines, sources), priceAt)
  const blamed = [...priceAt]
    .sort(([one], [other]) => one - other)
    .map(([number, own]) => ({
      number,
      text: source.find(each => each.number === number)?.text.trimStart() ?? '',
      ...own
    }))
  const isKnown = blamed.some(({ text }) => text !== '')
  const own = {
    file: fileOf(place, folder),
    path: place.file,
    line: lines[0] ?? null,
    name,
    rows,
    blamed,
    source: isKnown ? source : [],
    ...price
  }
  return broughtInAt.length > 1 ? { ...own, split: [{ place: broughtInWords(each, folder), cost: '' }] } : own
}

/**
 * Returns the names of the steps by row: the innermost call that a person knows, or the whole name where two would be equal.
 * @param {CardPlace[]} places @param {Blame | undefined} blame @returns {Map<number, string>}
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
  if (threads) return poolUser ? `${otherThreadsWords[threads]}: ${poolUser}` : otherThreadsWords[threads]
  const last = knownCalls(path).at(-1)
  if (!last || joined || isSpread || (group !== 'app' && group !== 'package')) return nameInWords(row)
  const own = ownCodeInWords(last)
  return own
    ? `${nameInWords({ ...row, path: [], caller: null })} > ${own}`
    : [packageName, callInWords(last)].filter(Boolean).join(' ')
}

/**
 * Returns what a function runs of V8 and of native code, which has no name that would do without that of the function.
 * @param {BlameRow['path'][0]} call
 */
function ownCodeInWords({ name }) {
  if (name.startsWith('native code called from ')) return 'native code'
  return /^Builtin: (.*)$/.exec(name)?.[1] ?? null
}

/**
 * Returns a sum of costs of CPU that adds up as printed: start, parts of all groups, rest and end have one unit and the
 * decimals of the whole difference, and the rest takes what rounding leaves. A total can have more than three digits here. What is
 * printed of these costs by line has the same form.
 * @param {object} sum @param {number} sum.start
 * @param {{ micros: number, low: number, high: number }} sum.difference end - start
 * @param {{ parts: number[], low: number | null, high: number | null, lines?: BlamedLine[] }[]} sum.groups
 * @param {{ low: number | null, high: number | null }} sum.rest
 */
export function formatSum({ start, difference, groups, rest }) {
  const { micros, low, high } = difference
  const width = (high - low) / 2
  const { size, name } = unitFor(Math.max(Math.abs(micros), width), TIME_UNITS)
  const decimals = Math.min(decimalsOf(Math.max(Math.abs(micros), width) / size), halfWidthDecimals(width / size))
  const scale = 10 ** decimals / size
  const [begin, whole] = [start, micros].map(rounded)
  const rounds = groups.map(({ parts }) => parts.map(rounded))
  const sums = rounds.map(parts => parts.reduce((total, part) => total + part, 0))
  const left = sums.reduce((total, part) => total - part, whole ?? 0)
  return {
    start: `${text(begin ?? 0)} ${name}`,
    end: `${text((begin ?? 0) + (whole ?? 0))} ${name}`,
    difference: withHalf(whole ?? 0, difference),
    number: `${change(whole ?? 0)} ${name}`,
    half: halfOf(difference).trim(),
    groups: groups.map((group, index) => ({
      ...costText(sums[index] ?? 0, group),
      parts: (rounds[index] ?? []).map(change),
      texts: (rounds[index] ?? []).map(value => withHalf(value, { low: null, high: null })),
      lines: (group.lines ?? []).map(({ cost }) => costText(rounded(cost.difference), cost)),
      otherLines: otherLinesOf(group, sums[index] ?? 0)
    })),
    rest: { figure: change(left), half: halfOf(rest), text: withHalf(left, rest) }
  }

  /** Returns what the lines of a group leave of it; null where that is nothing. @type {(group: { lines?: BlamedLine[] }, value: number) => ReturnType<typeof costText> | null} */
  function otherLinesOf({ lines = [] }, value) {
    const left = lines.reduce((total, { cost }) => total - rounded(cost.difference), value)
    return lines.length === 0 || left === 0 ? null : costText(left, { low: null, high: null })
  }

  /** @param {number} value scaled @param {{ low: number | null, high: number | null }} interval */
  function costText(value, interval) {
    return { text: withHalf(value, interval), micros: value / scale }
  }

  /** @param {number} value */
  function rounded(value) {
    return Math.round(value * scale)
  }

  /** @param {number} value scaled */
  function text(value) {
    return fixed(value / 10 ** decimals, decimals)
  }

  /** @param {number} value scaled */
  function change(value) {
    return signed(value, text(Math.abs(value)))
  }

  /** @param {number} value scaled @param {{ low: number | null, high: number | null }} interval */
  function withHalf(value, interval) {
    return `${change(value)} ${name}${halfOf(interval)}`
  }

  /** @param {{ low: number | null, high: number | null }} interval at least one unit of the last decimal */
  function halfOf({ low, high }) {
    return low === null || high === null ? '' : ` ± ${text(Math.max(1, rounded((high - low) / 2)))}`
  }
}
