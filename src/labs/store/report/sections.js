import { formatBytes, formatCounted } from '../../../report/words/format.js'
import { conclusionSection, outcomesInWords } from '../../skeleton/paper.js'
import { unfinishedInWords } from '../../skeleton/report.js'
import { conclusions } from '../paper.js'
import {
  capacitySection,
  latencySection,
  searchSections,
  shortLatencySection,
  storeClaimSection,
  storeGroups,
  taskCostSection
} from './tables.js'
import { capacityInWords, formatRate, searchInWords, taskCostInWords } from './words.js'

/** @import { StoreAnalysis, StoreLabAnalysis } from '../types.js' */
/** @import { Section } from '../../../report/sections/sections.js' */

/** Returns the sections of a store lab by subject, in the order of the report. @param {StoreLabAnalysis} analysis */
export function storeChapters({ lab }) {
  return {
    conclusions: lab.conclusions.length === 0 ? [] : [conclusionSection(conclusions, lab.conclusions)],
    latency: storeGroups(lab).map((group, index) => latencySection(lab, group, { isFirst: index === 0 })),
    capacity: [capacitySection(lab)],
    taskCost: lab.part === 'search' ? [] : [taskCostSection(lab)],
    search: searchSections(lab),
    claims: [storeClaimSection(lab)],
    conditions: [conditionSection(lab)]
  }
}

/** Returns the report in short, for a terminal. @param {StoreLabAnalysis} analysis @returns {Section[]} */
export function shortStoreReport(analysis) {
  const { lab } = analysis
  const { conclusions, search } = storeChapters(analysis)
  const tables = lab.part === 'search' ? search : [capacitySection(lab), shortLatencySection(lab), taskCostSection(lab)]
  return [...tables.map(({ notes: _, ...table }) => table), ...conclusions]
}

/** Returns what the run answers, as sentences, the most important one first. @param {StoreLabAnalysis} analysis */
export function storeAnswerInWords({ lab }) {
  if (lab.search) return searchInWords(lab.search)
  const lines = [
    ...capacityInWords(lab),
    ...taskCostInWords(lab.taskCost),
    ...outcomesInWords(lab, { conclusions, fullTakes: 'about half an hour' }),
    ...excludedInWords(lab)
  ]
  return lines.length > 0 ? lines : ['Nothing was measured.']
}

/** Returns what is unusual about a run, as sentences. @param {StoreLabAnalysis} analysis @returns {string[]} */
export function storeEndingInWords(analysis) {
  const short = analysis.quick ? ['A short run: fewer rates and repeats, so intervals are wider.'] : []
  return [...unfinishedInWords(analysis), ...short]
}

/** Returns which strategies are not compared at which rates, as sentences. @param {StoreAnalysis} lab */
function excludedInWords({ cells }) {
  const saturated = cells.filter(cell => cell.saturated > 0)
  const refusing = cells.filter(cell => cell.saturated === 0 && cell.unanswered > 0)
  return [
    ...(saturated.length > 0
      ? [`Saturated in a repeat, in which it is not compared: ${saturated.map(cellInWords).join(', ')}.`]
      : []),
    ...(refusing.length > 0
      ? [
          `Refuses or fails more than 1% in a repeat, in which it is not compared: ${refusing.map(cellInWords).join(', ')}.`
        ]
      : [])
  ]
}

/** @param {StoreAnalysis['cells'][number]} cell */
function cellInWords({ variant, operation, ratePerSecond }) {
  return `${variant} (${operation} at ${formatRate(ratePerSecond)})`
}

/** @param {StoreAnalysis} lab @returns {Section} */
function conditionSection({ entities, dataBytes, fileSystem }) {
  const size = dataBytes === null ? '' : `, ${formatBytes(dataBytes)}`
  const place = fileSystem === null ? '' : ` on ${fileSystem}`
  return {
    heading: 'Conditions',
    lines: [
      `The store is lmdb with ${formatCounted(entities, 'entity', 'entities')}${size}${place}. Each run writes to a copy of the store, which is removed.`,
      'A write is acknowledged when it is committed: it then outlives the process. A power failure can lose the last acknowledged writes.',
      'Every strategy has one server per repeat, which plays all its rates. The server and the load generator share the machine.'
    ]
  }
}
