import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { differenceText } from '../../report/sections/blame-sections.js'
import { differingFunctions } from '../../report/sections/price-rows.js'
import { firstCosts, profileHeadline } from '../../report/sections/profile-sections.js'
import { answerOf, ownMetrics } from '../../report/words/answer-words.js'
import { callInWords, functionsNamed, nameInWords } from '../../report/words/blame-words.js'
import { OTHER_LINES } from '../../report/words/card-words.js'
import { costWordsOf } from '../../report/words/cost-words.js'
import { importedHeadlines } from '../../report/words/kinds/imported-words.js'
import { requestLines } from '../../report/words/request-words.js'
import { shown } from '../../report/words/text.js'
import { transferInWords } from '../../report/words/transfer-words.js'
import { adviceOn } from '../../report/words/verdict-words.js'
import { waitsInWords } from '../../report/words/wait-words.js'
import { costOf, usualAxis } from '../charts/interval-bar.js'
import { drawStackBar, stackBar } from '../charts/stack-bar.js'
import { toneOf, toneOfVerdict } from './tones.js'

/** @import { FunctionCosts } from '../../blame/types.js' */
/** @import { MetricLine } from '../../report/words/answer-words.js' */
/** @import { CardView } from '../../report/words/card-words.js' */
/** @import { CardLine, Priced } from '../../report/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Wanted } from '../flame/flame.js' */

/**
 * @typedef {object} CodeRow
 * @property {string} cost empty of a line around a blamed one
 * @property {number} share of the whole difference
 * @property {'more' | 'less' | 'noise'} tone
 * @property {number | ''} number of the line
 * @property {string} text
 * @property {boolean} isSource whether the text is a line of a file
 * @property {string} frames of the graph that the cost leads to, as JSON; empty without
 * @property {string} rows of the blame, their indexes
 *
 * @typedef {{ file: string, rows: CodeRow[] }} CodeFile
 */

const LONGEST_FILE_NAME = 80
/** Of a single variant, on the first screen. */
const MOST_FUNCTIONS = 6
const NO_FILE = 'no source file'

/** Returns what the page shows first of each verdict. @param {Analysis} analysis */
export function answerParts(analysis) {
  return analysis.verdicts.map(function partOf(verdict) {
    const { headline, where, card, view, waiting, sides, metrics, without } = answerOf(verdict, analysis)
    const tone = toneOfVerdict(verdict)
    const costs = [pricesOf(view, 'micros'), pricesOf(waiting, 'latency')].flatMap(part => part ?? [])
    const requests = requestLines(analysis, verdict)
    const notes = [
      ...(view?.levels ?? []),
      ...waitsInWords(verdict, analysis),
      ...(card ? [shown(transferInWords(card))] : []),
      ...(costs.some(({ isCut }) => isCut) ? ['The bar does not begin at zero.'] : []),
      ...adviceOn(verdict, analysis.quick)
    ]
    return {
      tone,
      headline,
      where,
      costs,
      table: tableOf(metrics, sides, without),
      requests,
      notes: notes.filter(note => note !== ''),
      file: `${analysis.experiment}-${verdict.candidate}`.replace(/[^\w=.-]+/g, '-').slice(0, LONGEST_FILE_NAME)
    }

    /** @param {CardView | null} own @param {'micros' | 'latency'} unit */
    function pricesOf(own, unit) {
      if (!own?.total) return null
      const { baselineMicros, micros, start, end } = own.total
      const files = [...codeOf(own, linksOf(verdict.candidate, unit, analysis)), ...restOf(own)]
      // A change that may as well be none would look large.
      const bar = own.bound === null && files.length > 0 ? stackBar(baselineMicros, own) : null
      const what = costHeadings[unit][micros < 0 ? 'less' : 'more']
      return {
        files,
        what,
        isCut: bar?.isCut === true,
        bar: bar && drawStackBar(bar, `From ${start} to ${end}`, unit === 'micros')
      }
    }
  })
}

const costHeadings = {
  micros: { more: 'cost added per request', less: 'change per request' },
  latency: { more: 'latency added per request', less: 'change of the latency per request' }
}

/** Returns what the page of a single variant shows first: what a request costs, and the lines that it costs most in. @param {Analysis} analysis */
export function profilePart(analysis) {
  const { profile } = analysis
  const costs = (profile?.costs ?? []).map(function part(own) {
    const [{ cost: most = { value: 1 } } = {}] = own.rows
    const rows = firstCosts(own, analysis, MOST_FUNCTIONS).flatMap(function rowsIn(line) {
      const frames = framesOfCost(line, own, analysis)
      const share = (line.row?.cost.value ?? 0) / (most.value || 1)
      const head = { ...PLAIN, cost: line.cost, share, text: `${line.name} ${line.share}`, frames, file: line.where }
      const lines = line.lines.map(({ line: number, text, cost }, at) => {
        const own = (line.row?.lines?.[at]?.cost.value ?? 0) / (most.value || 1)
        return { ...PLAIN, cost, share: own, number, text, isSource: text !== '', frames, file: line.where }
      })
      const origin = line.origin ? [{ ...PLAIN, text: line.origin, file: line.where }] : []
      return [head, ...origin, ...lines]
    })
    return {
      heading: costWordsOf(own.unit, analysis).where,
      files: rows.map(({ file, ...row }, index) => ({
        file: index > 0 && rows[index - 1]?.file === file ? '' : shown(file || NO_FILE),
        rows: [row]
      }))
    }
  })
  const { metrics, without } = ownMetrics(analysis)
  const variant = shown(profile?.variant ?? '')
  const [headline = profileHeadline({ variant, cpu: profile?.cpu ?? null, attached: profile?.attached })] =
    importedHeadlines(analysis)
  return { headline, costs: [...costs, ...differingPart(analysis)], table: tableOf(metrics, [variant], without) }
}

/** Returns the functions that differ most between imported profiles. @param {Analysis} analysis */
function differingPart(analysis) {
  const [{ candidate, unit } = { candidate: '', unit: /** @type {const} */ ('micros') }] = analysis.blames
  const links = linksOf(candidate, 'micros', analysis)
  const files = differingFunctions(analysis).map(function fileOf({ cost, share, isLess, place, text }, index) {
    const link = links.get(index)
    const frames = link ? JSON.stringify({ ...link, rows: [index], price: '' }) : ''
    const row = {
      ...PLAIN,
      cost,
      share,
      tone: isLess ? /** @type {const} */ ('less') : /** @type {const} */ ('more'),
      text: shown(text),
      frames,
      rows: String(index)
    }
    return { file: shown(place || NO_FILE), rows: [row] }
  })
  return files.length === 0 ? [] : [{ heading: `${costWordsOf(unit, analysis).what}: what differs`, files }]
}

/** @type {CodeRow} */
const PLAIN = { cost: '', share: 0, tone: 'noise', number: '', text: '', isSource: false, frames: '', rows: '' }

/** @type {(line: Priced & { number: number, text: string }) => CodeRow} */
function rowOf({ number, text, cost, share, isLess }) {
  const tone = isLess ? 'less' : 'more'
  return { ...PLAIN, cost, share, tone: cost === '' ? 'noise' : tone, number, text, isSource: true }
}

/**
 * Returns the source lines of a card with their cost: those of the first place with the lines around them, which have the prices of
 * other functions too.
 * @param {CardView} view @param {ReturnType<typeof linksOf>} links by row of the blame @returns {CodeFile[]}
 */
function codeOf({ lines }, links) {
  const first = lines.findIndex(({ source }) => source.length > 0)
  const files = lines.map(function fileOf(line, index) {
    const link = links.get(line.rows[0] ?? -1)
    const rows = priced(line, index === first).map(function linkOf(each) {
      if (each.cost === '') return each
      const place = line.file && each.number ? `${line.file}:${each.number}` : line.name
      const frames = link ? JSON.stringify({ rows: line.rows, ...link, price: `${place} ${each.cost}` }) : ''
      return { ...each, frames, rows: (link?.rows ?? line.rows).join(' ') }
    })
    const split = (line.split ?? []).map(({ place, cost }) => ({ ...PLAIN, cost, text: place }))
    const { otherLines } = line
    const left = otherLines ? [stepRow({ ...otherLines, name: OTHER_LINES })] : []
    return { file: lines[index - 1]?.file === line.file ? '' : line.file, rows: [...rows, ...left, ...split] }
  })
  const around = files[first]?.rows ?? []
  return files.map(({ file, rows }, index) => {
    const isNear = index > first && lines[index]?.file === lines[first]?.file
    return { file, rows: isNear ? rows.filter(row => !isPlaced(row, around)) : rows }
  })
}

/** Puts a priced line at its place in an excerpt, and returns whether it has one that is free. @param {CodeRow} row @param {CodeRow[]} around */
function isPlaced(row, around) {
  const at = around.findIndex(({ number, cost }) => number === row.number && number !== '' && cost === '')
  if (at < 0) return false
  around[at] = { ...row, text: around[at]?.text ?? row.text }
  return true
}

/** @param {CardLine} line @param {boolean} hasContext @returns {CodeRow[]} */
function priced(line, hasContext) {
  const { source, blamed, name } = line
  if (source.length > 0) return source.filter(({ isBlamed }) => hasContext || isBlamed).map(each => rowOf(each))
  if (blamed.length > 0)
    return blamed.map(each => ({ ...rowOf({ ...each, text: each.text || name }), isSource: each.text !== '' }))
  return [{ ...PLAIN, ...line, tone: line.isLess ? 'less' : 'more', number: '', text: name, rows: '', frames: '' }]
}

/** Returns the steps of a card that are no place: other rows, removed work, and the rest. @param {CardView} view @returns {CodeFile[]} */
function restOf({ steps, total }) {
  const rows = steps.filter(({ row }) => row === null)
  if (!total || rows.length === 0) return []
  return [{ file: '', rows: rows.map(stepRow) }]
}

/** @param {{ text: string, name: string, micros: number }} step @returns {CodeRow} */
function stepRow({ text, name, micros }) {
  return { ...PLAIN, cost: text, tone: micros < 0 ? 'less' : 'noise', text: name }
}

/** Returns which frames of the graph the rows of a candidate's blame lead to. @type {(candidate: string, unit: 'micros' | 'latency', analysis: Analysis) => Map<number, Omit<Wanted, 'rows' | 'price'> & { rows?: number[] }>} rows of latency are in no other part of the page */
function linksOf(candidate, unit, { blames, candidates, folder }) {
  const blame = blames.find(each => each.candidate === candidate && each.unit === unit)
  return new Map(
    (blame?.rows ?? []).map(function linkOf(row, index) {
      const frames = functionsNamed(row).map(({ name, file, line }) => ({
        name: shown(callInWords({ name, file })),
        file: shown(fileInFolder(file, folder)),
        line
      }))
      const words = blame ? `${shown(nameInWords(row))} ${differenceText(row.cost, blame)}` : ''
      const link = { profiler: blame?.profiler ?? '', candidate: 1 + candidates.indexOf(candidate), frames, words }
      return [index, unit === 'latency' ? { ...link, rows: [] } : link]
    })
  )
}

/** @type {(line: ReturnType<typeof firstCosts>[0], costs: FunctionCosts, analysis: Analysis) => string} as {@link linksOf} */
function framesOfCost({ name, cost, row }, { profiler }, { folder }) {
  if (!row?.owner) return ''
  const { owner } = row
  const frames = [{ name: shown(owner.name), file: shown(fileInFolder(owner.file, folder)), line: owner.line }]
  const words = `${shown(name)} ${cost}`
  return JSON.stringify({ profiler, candidate: 0, rows: [], price: '', frames, words })
}

/** Returns the metrics as rows of a table, with a bar for each change on one axis. @param {MetricLine[]} metrics @param {string[]} sides @param {string} without */
function tableOf(metrics, sides, without) {
  const costs = metrics.map(({ drawn, moreIs }) => drawn && costOf(drawn, moreIs))
  const axis = usualAxis(costs.flatMap(cost => cost ?? []))
  const rows = metrics.map((metric, index) => {
    const cost = costs[index] ?? null
    return { ...metric, tone: cost ? toneOf(cost.low, cost.high) : 'noise', bar: cost }
  })
  return { sides, rows, axis, without }
}
