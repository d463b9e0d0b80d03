import { commandText } from '../errors/secrets.js'
import { chapters } from '../report/chapters.js'
import { answerLines } from '../report/sections/sections.js'
import { sideNames } from '../report/sections/toggle-sections.js'
import { formatChangePoint, formatMoment } from '../report/words/format.js'
import {
  fileInWords,
  filesInWords,
  machineInWords,
  metricInWords,
  metricWords,
  nodeVersionsInWords
} from '../report/words/words.js'
import { groupBy } from '../stats/group-by.js'
import { intervalChart, intervalPanels } from './charts/interval-chart.js'
import { blameParts } from './parts/blame-part.js'
import { latencyParts, loadParts, serverParts, sliceParts } from './parts/chart-parts.js'
import { flamePart, heavyParts, tickParts } from './parts/packed-parts.js'
import { costParts, profileTop } from './parts/profile-part.js'
import { summaryOf } from './parts/summary.js'
import { renderDocument } from './render-document.js'

/** @import { Variant } from '../experiments/types.js' */
/** @import { FlameGraph } from '../flame/types.js' */
/** @import { Chapter } from '../report/chapters.js' */
/** @import { Section } from '../report/sections/sections.js' */
/** @import { SavedRun, TickText } from '../runs/read-run.js' */
/** @import { RunManifest, RunOrigin } from '../runs/types.js' */
/** @import { Analysis } from '../types.js' */
/** @import { Verdict } from '../verdict/types.js' */

/**
 * @typedef {{ template: string, [name: string]: unknown }} Part what one template is filled with
 * @typedef {{ id: string, title: string, heading?: string, parts: Part[] }} PageChapter its heading is the title when left out
 * @typedef {{ run: SavedRun, analysis: Analysis, graphs: FlameGraph[], tickTexts: TickText[] }} PageInput
 */

/**
 * The chapters that are more than their sections one below the other.
 * @type {Record<string, (input: PageInput, sections: Section[]) => Part[]>}
 */
const partsOf = {
  blame: ({ analysis }, sections) => blameParts(analysis, sections),
  costs: ({ analysis }, sections) => costParts(analysis, sections),
  flames: ({ analysis, graphs }) => flamePart(graphs, analysis),
  comparison: ({ analysis }, sections) => loadParts(analysis, sections),
  latency: ({ analysis }, sections) => latencyParts(analysis, sections),
  slices: ({ analysis }) => sliceParts(analysis),
  server: ({ analysis }) => serverParts(analysis),
  ticks: ({ analysis, tickTexts }, sections) => tickParts(analysis.ticks, sections, tickTexts),
  'bottom-up': ({ analysis }, sections) => heavyParts(analysis, sections),
  // The first section says no more than the title.
  checks: (_, [first, ...others]) => (first ? [{ ...open(first), isHeaded: true }, ...others.map(open)] : []),
  reproduce: ({ run: { manifest } }) =>
    originOf(manifest, { variants: manifest.experiment.variants, seed: manifest.design.seed })
}

/**
 * Returns the report of a run as one HTML file that loads nothing.
 * @param {PageInput} input @returns {Promise<string>}
 */
export function renderPage(input) {
  const { run, analysis } = input
  const { manifest } = run
  const outcome = analysis.verdicts.map(({ verdict }) => verdict).join(', ')
  const title = `${analysis.experiment}: ${analysis.profile?.variant ?? outcome}`
  const shown = chaptersOnPage(input)
  const files = filesPart(run, analysis.variants)
  const top = analysis.profile
    ? { template: 'profile', ...profileTop(analysis), files }
    : {
        template: 'verdict',
        summary: summaryOf(analysis, manifest),
        changeChart: intervalChart(intervalPanels(analysis)),
        files,
        lines: answerLines(analysis),
        rounds: analysis.verdicts.filter(({ change }) => change).map(verdict => roundsSection(verdict, analysis))
      }
  const links = [...files.map(() => ({ id: 'files', title: 'Files' })), ...shown]
  return renderReport(title, { run: analysis, manifest, top, links, chapters: shown })
}

/**
 * Returns the page of a run or of a lab.
 * @param {string} title @param {object} view @param {{ experiment: string, question: string }} view.run
 * @param {RunOrigin & Pick<Partial<RunManifest>, 'answers'>} view.manifest
 * @param {Part} view.top what is read first
 * @param {PageChapter[]} view.chapters
 * @param {{ id: string, title: string }[]} [view.links] to the parts of the page: the chapters when left out
 * @returns {Promise<string>}
 */
export function renderReport(title, { run, manifest, top, chapters: shown, links = shown }) {
  const { startedAt, machine } = manifest
  const when = `${formatMoment(startedAt)} UTC, Node ${nodeVersionsInWords(manifest)}, ${machine.cores} cores (${machine.cpuModel})`
  return renderDocument('report', title, { run, when, top, links, chapters: shown })
}

/** @param {PageInput} input */
function chaptersOnPage(input) {
  const placed = Object.entries(chapters).flatMap(([id, { page, sections }]) => {
    if (!page) return []
    const own = sections?.(input.analysis) ?? []
    return [{ id, page, parts: partsOf[id]?.(input, own) ?? own.map(open) }]
  })
  placed.sort((one, other) => one.page[0] - other.page[0])
  return [...groupBy(placed, ({ page: [place] }) => place).values()].flatMap(rows => {
    const parts = rows.flatMap(row => row.parts)
    return rows.slice(-1).flatMap(({ id, page: [place, title, heading] }) => {
      const ownTitle = id === 'comparison' && input.analysis.profile ? 'Metrics' : title
      return parts.length > 0 ? headedChapter(id, [place, ownTitle, heading], parts) : []
    })
  })
}

/** @param {Section} section @returns {Part} */
function open(section) {
  return { template: 'section', section }
}

/**
 * Returns a chapter with the heading of its only open section as its own, where two headings in a row would say the same.
 * @param {string} id @param {NonNullable<Chapter['page']>} page @param {Part[]} parts @returns {PageChapter}
 */
function headedChapter(id, [, title, heading], parts) {
  const [only, ...others] = heading ? parts.flatMap(part => headingIn(part) ?? []) : []
  if (only === undefined || others.length > 0) return { id, title, parts }
  return { id, title, heading: only, parts: parts.map(part => (headingIn(part) ? { ...part, isHeaded: true } : part)) }
}

/** @param {Part} part @returns {string | null} */
function headingIn({ template, section, isHeaded }) {
  return isHeaded || template !== 'section' ? null : /** @type {Section} */ (section).heading
}

/** @param {Verdict} verdict @param {Analysis} analysis @returns {Section} */
function roundsSection({ baseline, candidate, metric, rounds }, analysis) {
  const { format } = metricWords[metric]
  const rows = rounds.map(({ round, baseline: one, candidate: other, ...change }) => [
    String(round + 1),
    format(one),
    format(other),
    formatChangePoint(change)
  ])
  return {
    heading: `${metricInWords(metric)} by round: ${candidate} compared with ${baseline}`,
    table: { header: ['round', ...sideNames(analysis, { baseline, candidate }), 'change'], rows, textColumns: 1 },
    notes: ['The estimate is the mean log-ratio over rounds. The interval comes from the variation between rounds.']
  }
}

/**
 * Returns where a run was measured and how to repeat it.
 * @param {RunOrigin} manifest @param {{ variants: Variant[], seed: number }} measured @returns {Part[]}
 */
export function originOf({ startedAt, machine, versions, gitCommit, reproduce }, { variants, seed }) {
  const programs = Object.entries(versions).map(entry => entry.join(' '))
  const facts = [
    ['Measured', startedAt],
    ['Machine', machineInWords(machine)],
    ['Versions', programs.join(', ')],
    ['Commit', gitCommit ?? 'unknown'],
    ['Seed', String(seed)],
    ...variants.map(variant => [variant.name, commandText(variant)])
  ]
  return [{ template: 'origin', reproduce, facts }]
}

/**
 * Returns the files of a run as a table of links: one row per kind of file, one column per variant.
 * @param {Pick<SavedRun, 'artifacts' | 'launches'>} run @param {string[]} variants
 * @returns {Part[]} none without files
 */
function filesPart({ artifacts, launches }, variants) {
  if (artifacts.length === 0 && launches.length === 0) return []
  const kinds = [...new Set(artifacts.map(fileInWords))]
  const files = kinds.map(function rowOf(words) {
    const same = artifacts.filter(artifact => fileInWords(artifact) === words)
    return { words, paths: variants.map(name => same.find(({ variant }) => variant === name)?.path ?? null) }
  })
  const hasTexts = artifacts.some(({ kind }) => kind === 'ticks')
  const summary = filesInWords(artifacts)
  return [{ template: 'files', summary, variants, files, hasTexts, hasLaunches: launches.length > 0 }]
}
