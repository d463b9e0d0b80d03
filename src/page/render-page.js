import { commandText } from '../errors/secrets.js'
import { chaptersFor } from '../report/chapters.js'
import { pullRequestText } from '../report/print/pull-request.js'
import { annotatedFunctions } from '../report/sections/annotated-functions.js'
import { annotatedCosts, costLines } from '../report/sections/profile-sections.js'
import { waitSections } from '../report/sections/wait-sections.js'
import { importedName } from '../report/words/cost-words.js'
import { formatCounted, formatMoment } from '../report/words/format.js'
import { againstLines, gateInWords } from '../report/words/gate-words.js'
import { filesToOpen } from '../report/words/open-words.js'
import { requestsInWords } from '../report/words/request-words.js'
import { shorten } from '../report/words/text.js'
import { doubtsOf, trustItems } from '../report/words/trust-words.js'
import { fileInWords, filesInWords, machineInWords, nodeVersionsInWords } from '../report/words/words.js'
import { groupBy } from '../stats/group-by.js'
import { firedGates } from '../verdict/gates/gates.js'
import { requestChart } from './charts/request-chart.js'
import { answerParts, profilePart } from './parts/answer-part.js'
import { flamePart, sliceParts, tickParts } from './parts/packed-parts.js'
import { renderDocument } from './render-document.js'

/** @import { Variant } from '../experiments/types.js' */
/** @import { FlameGraph } from '../flame/types.js' */
/** @import { Section } from '../report/sections/sections.js' */
/** @import { SavedRun, TickText } from '../runs/read-run.js' */
/** @import { RunManifest, RunOrigin } from '../runs/types.js' */
/** @import { Analysis } from '../types.js' */

/**
 * @typedef {{ template: string, [name: string]: unknown }} Part what one template is filled with
 * @typedef {{ id: string, title: string, heading?: string, parts: Part[] }} PageChapter its heading is the title when left out
 * @typedef {{ id: string, title: string, heading: string | null, parts: Part[] }} Choice one of several of which a page shows one
 * @typedef {{ run: SavedRun, analysis: Analysis, graphs: FlameGraph[], tickTexts: TickText[] }} PageInput
 */

const groupTitles = { metrics: 'Metrics', trust: 'Trust', raw: 'Raw data' }
const LONGEST_NAME = 60
const MOST_DOUBTS = 6

/**
 * The chapters that are more than their sections one below the other.
 * @type {Record<string, (input: PageInput, sections: Section[]) => Part[][]>} by what is shown together
 */
const partsOf = {
  blame: ({ analysis }, sections) =>
    analysis.blames.map((blame, index) => {
      const [section, groups] = sections.slice(2 * index)
      const annotated = annotatedFunctions(blame, analysis).map(each => ({ template: 'annotated', ...each }))
      return [...shown(section), ...annotated, ...(groups ? [{ template: 'folded', section: groups }] : [])]
    }),
  costs: ({ analysis }, sections) =>
    (analysis.profile?.costs ?? []).map((costs, index) => {
      const lines = costLines(costs, analysis).flatMap(line => annotatedCosts(line, costs, analysis))
      const [section, packages] = sections.slice(2 * index)
      return [...shown(section), ...lines.map(each => ({ template: 'annotated', ...each })), ...shown(packages)]
    }),
  slices: ({ analysis }) => [sliceParts(analysis)],
  ticks: ({ analysis, tickTexts }, sections) => [tickParts(analysis.ticks, sections, tickTexts)],
  files: ({ run, analysis }) => [filesPart(run, analysis.variants)],
  reproduce: ({ run: { manifest } }) => [
    originOf(manifest, { variants: manifest.experiment.variants, seed: manifest.design.seed })
  ]
}

/**
 * Returns the report of a run as one HTML file that loads nothing.
 * @param {PageInput} input @returns {Promise<string>}
 */
export function renderPage(input) {
  const { run, analysis, graphs } = input
  const { manifest } = run
  const { experiment, question, baseline, candidates, profile } = analysis
  const outcome = analysis.verdicts.map(({ verdict }) => verdict).join(', ')
  const [only = ''] = candidates
  const name = candidates.length === 1 ? `${only} vs ${baseline}` : (profile?.variant ?? experiment)
  const { startedAt, machine } = manifest
  const asked = [requestsInWords(manifest.experiment), formatMoment(startedAt), `Node ${nodeVersionsInWords(manifest)}`]
  const time = graphs.some(({ unit }) => unit === 'latency') ? 'time' : 'CPU time'
  const measured = graphs.every(({ unit }) => unit === 'bytes') ? 'memory' : time
  const counted = analysis.imported ? importedName(analysis.imported.counts) : measured
  const doubts = [...againstLines(analysis), ...doubtsOf(analysis)]
  const more = doubts.length - MOST_DOUBTS
  return renderDocument('report', `${experiment}: ${profile?.variant ?? (outcome || name)}`, {
    template: 'run',
    name: shorten(name, LONGEST_NAME),
    when: (manifest.imported ? [`imported ${formatMoment(startedAt)}`] : [...asked, `${machine.cores} cores`]).join(
      ' · '
    ),
    question,
    fired: firedGates(analysis).map(gateInWords),
    open: filesToOpen(analysis),
    answers: answerParts(analysis),
    profile: profile || analysis.imported ? profilePart(analysis) : null,
    request: requestChart(analysis),
    waits: waitSections(analysis, Number.POSITIVE_INFINITY),
    markdown: pullRequestText(analysis, manifest),
    trust: trustItems(analysis),
    doubts:
      more > 1
        ? [...doubts.slice(0, MOST_DOUBTS), `and ${formatCounted(more, 'more warning')} below, in Trust.`]
        : doubts,
    flames: `Where the ${counted} ${counted.endsWith('s') ? 'go' : 'goes'}`,
    graphs: flamePart(graphs, analysis),
    groups: groupsOf(input)
  })
}

/**
 * Returns the page of a lab.
 * @param {string} title @param {object} view @param {{ experiment: string, question: string }} view.run
 * @param {RunOrigin & Pick<Partial<RunManifest>, 'answers'>} view.manifest
 * @param {Part} view.top what is read first
 * @param {PageChapter[]} view.chapters
 * @returns {Promise<string>}
 */
export function renderReport(title, { run, manifest, top, chapters: links }) {
  const { startedAt, machine } = manifest
  const when = `${formatMoment(startedAt)} UTC, Node ${nodeVersionsInWords(manifest)}, ${machine.cores} cores (${machine.cpuModel})`
  return renderDocument('report', title, { template: 'report', run, when, top, links, chapters: links })
}

/** Returns the parts of the page that a reader opens. @param {PageInput} input */
function groupsOf(input) {
  const placed = chaptersFor(input.analysis).flatMap(([id, { page, sections }]) => {
    if (!page) return []
    const [group, place, title] = page
    const own = sections?.(input.analysis) ?? []
    const parts = partsOf[id]?.(input, own) ?? (title ? [own.flatMap(shown)] : own.map(shown))
    return {
      group,
      place,
      picks: parts.filter(each => each.length > 0).map((each, index) => pickOf(id, index, title, each))
    }
  })
  const byGroup = groupBy(
    placed.toSorted((one, other) => one.place - other.place),
    ({ group }) => group
  )
  return Object.entries(groupTitles).flatMap(function groupOf([id, title]) {
    const picks = (byGroup.get(/** @type {keyof typeof groupTitles} */ (id)) ?? []).flatMap(chapter => chapter.picks)
    return picks.length === 0 ? [] : [{ id, title, result: resultOf(id, input, picks), picks }]
  })
}

/** @type {(id: string, index: number, title: string | undefined, parts: Part[]) => Choice} */
function pickOf(id, index, title, parts) {
  const [first] = parts
  const section = first?.template === 'section' ? /** @type {Section} */ (first.section) : null
  const heading = title && parts.length > 1 ? null : (section?.heading ?? title ?? null)
  const isHeaded = heading !== null && heading === section?.heading
  return {
    id: index === 0 ? id : `${id}-${index}`,
    title: title ?? section?.short ?? section?.heading ?? id,
    heading,
    parts: isHeaded && first ? [{ ...first, isHeaded }, ...parts.slice(1)] : parts
  }
}

/** Returns what a part of the page has, in a line. @type {(id: string, input: PageInput, picks: Choice[]) => string} */
function resultOf(id, { run, analysis }, picks) {
  if (id === 'raw' && !analysis.imported) return filesInWords(run.artifacts)
  if (id === 'trust' || analysis.imported) return picks.map(({ title }) => title).join(', ')
  const loads = analysis.loads.filter(({ rounds }) => rounds > 0).map(({ load }) => load.generator)
  return `under ${loads.join(', ') || 'no load'}; ${formatCounted(picks.length, 'table')}`
}

/** @param {Section} [section] @returns {Part[]} */
function shown(section) {
  return section ? [{ template: 'section', section }] : []
}

/**
 * Returns where a run was measured and how to repeat it.
 * @param {RunOrigin} manifest @param {{ variants: Variant[], seed: number }} measured @returns {Part[]}
 */
export function originOf({ startedAt, machine, versions, gitCommit, reproduce, ...manifest }, { variants, seed }) {
  const programs = Object.entries(versions).map(entry => entry.join(' '))
  const measured = [
    ['Measured', startedAt],
    ['Machine', machineInWords(machine)],
    ['Versions', programs.join(', ')],
    ['Commit', gitCommit ?? 'unknown'],
    ['Seed', String(seed)]
  ]
  const facts = [
    ...('imported' in manifest ? [['Imported', startedAt]] : measured),
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
  return [{ template: 'files', variants, files, hasLaunches: launches.length > 0 }]
}
