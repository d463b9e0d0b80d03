import { knownCalls } from '../../blame/known-calls.js'
import { levelsOfCard, pairsOf, sideNames } from '../sections/toggle-sections.js'
import { callInWords, nameInWords } from './blame-words.js'
import { cardLines, cardNotes } from './card-notes.js'
import { decimalsOf, fixed, halfWidthDecimals, signed, TIME_UNITS, unitFor } from './digits.js'
import { formatChangeInText, formatCounted } from './format.js'
import { shorten } from './shorten.js'
import { shown } from './text.js'
import { openingOf } from './verdict-words.js'
import { metricInWords, otherThreadsWords, slicesWords } from './words.js'

/** @import { Blame, BlameRow, Card, CardPlace } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { VerdictName } from '../../verdict/types.js' */
/** @import { CardStep } from '../types.js' */

/** @typedef {ReturnType<typeof cardView>} CardView */

const LONGEST_STEP = 48

/** @type {Record<Card['threads'], string>} */
const threadsWords = { main: 'main-thread CPU per request', all: 'CPU per request of all threads' }

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
 * @param {Card} card @param {Analysis} analysis
 */
export function cardView(card, analysis) {
  const verdict = analysis.verdicts.find(({ candidate }) => candidate === card.candidate)
  const blame = analysis.blames.find(({ candidate, unit }) => candidate === card.candidate && unit === 'micros')
  const { total, places, others, unattributed } = card
  const isBlamed = card.verdict === 'slower' || card.verdict === 'faster'
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
      ? [threadsWords[card.threads], ...means, slicesWords.separate, formatCounted(total.rounds, 'round')].join(', ')
      : verdict
        ? metricInWords(verdict.metric)
        : '',
    levels,
    notes: [...levels, ...cardNotes(card, analysis, blame)]
  }
  if (!total) return { ...about, total: null, lines: [], steps: [] }
  const figures = formatSum({
    start: total.baselineMicros,
    difference: total.difference,
    groups: [
      ...places.map(({ steps, cost }) => ({ parts: steps.map(({ micros }) => micros), ...cost })),
      ...(others ? [{ parts: [others.micros], ...others }] : [])
    ],
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
  if (others) {
    const [figure = ''] = figures.groups.at(-1)?.parts ?? []
    const name = formatCounted(others.count, 'other row', 'other rows')
    steps.push({ name, figure, half: '', micros: others.micros, row: null })
  }
  const rest = unattributed ? unattributed.micros : total.difference.micros
  const remainder = blame ? 'unattributed' : 'not profiled'
  const name = isBlamed ? remainder : (undecidedWords[card.verdict] ?? '')
  steps.push({ name, figure: figures.rest?.figure ?? '', half: figures.rest?.half ?? '', micros: rest, row: null })
  return {
    ...about,
    total: {
      start: figures.start,
      end: figures.end,
      difference: figures.difference,
      change: formatChangeInText(total.relative)
    },
    lines: cardLines(
      places,
      figures.groups.map(({ sum }) => `${sum} of ${figures.difference}`),
      analysis,
      names
    ),
    steps
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
 * decimals of the whole difference, and the rest takes what rounding leaves. A total can have more than three digits here.
 * @param {object} sum @param {number} sum.start
 * @param {{ micros: number, low: number, high: number }} sum.difference end - start
 * @param {{ parts: number[], low: number | null, high: number | null }[]} sum.groups
 * @param {{ low: number | null, high: number | null } | null} sum.rest null where there are no groups
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
    groups: groups.map((group, index) => ({
      sum: withHalf(sums[index] ?? 0, group),
      parts: (rounds[index] ?? []).map(change)
    })),
    rest: rest && { figure: change(left), half: halfOf(rest) }
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
