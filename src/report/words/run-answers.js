import { messageOf } from '../../errors/errors.js'
import { commandText } from '../../errors/secrets.js'
import { wrapped } from '../print/terminal.js'
import { differenceText } from '../sections/blame-sections.js'
import { profileLines } from '../sections/profile-sections.js'
import { besideInWords } from './answer-words.js'
import { evidenceWords, nameInWords } from './blame-words.js'
import { formatSum } from './card-words.js'
import { formatChange, formatChangePoint, formatCounted, formatMoment } from './format.js'
import { requestsInWords } from './request-words.js'
import { fileOf } from './source-lines.js'
import { placeInWords, shorten, shown } from './text.js'
import { isTooWide } from './too-few-samples.js'
import { openingParts, refusalInWords } from './verdict-words.js'
import { decidedInWords, decidingWords, loadInWords, statusWords } from './words.js'

/** @import { BlameRow } from '../../blame/types.js' */
/** @import { ListedRun } from '../../runs/list-runs.js' */
/** @import { LabInLists, LabManifest, LabRefusal, ListedAnalysis, ListedBlame, ListedLabAnalysis, ListedLabVerdict, ListedVerdict, RunManifest } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Verdict } from '../../verdict/types.js' */
/** @import { Blamed, RunAnswer, RunValues, WorkOfRun } from '../types.js' */

const MOST_RUNS = 5
const LONGEST_NAME = 40

/**
 * Returns the verdicts of a listed run in words, or why it has none.
 * @param {ListedRun} run @returns {{ answers: RunAnswer[], problem: string | null }}
 */
export function runAnswers({ folder, hasPage, manifest, lab, analysis, problem }) {
  if (!manifest || !analysis) return { answers: [], problem: problem && shown(problem) }
  const about = { folder, hasPage, ...aboutRun(manifest, analysis, lab) }
  const answers = analysis.verdicts.map(verdict => ({ ...about, ...answerOf(verdict, manifest, analysis, lab) }))
  const [figure] = 'lab' in manifest ? [] : figuresOf(manifest, /** @type {ListedAnalysis} */ (analysis))
  const none = (analysis.status === 'complete' && (lab?.instead ?? figure)) || 'it has no verdict'
  return { answers, problem: answers.length === 0 ? none : null }
}

/** @type {(manifest: RunManifest, analysis: ListedAnalysis) => string[]} of a run without a verdict */
function figuresOf({ imported }, analysis) {
  return imported ? [`imported: ${imported.map(({ name }) => shown(name)).join(', ')}`] : profileLines(analysis)
}

/** Returns a listed run as values and codes, as `--json` prints it. @param {ListedRun} run @returns {RunValues} */
export function listedRun({ folder, hasPage, manifest, analysis, problem }) {
  const startedAt = manifest?.startedAt ?? null
  if (!manifest || !analysis) return { folder, startedAt, hasPage, problem, run: null, answers: [] }
  const { experiment, question, status, problem: cause, rounds, quick: isQuick, verdicts, blames } = analysis
  const { versions, machine, gitCommit } = manifest
  const about = { experiment, question, status, problem: cause, rounds, isQuick }
  const run = { ...about, ...workOf(manifest), versions, machine, gitCommit }
  const answers = verdicts.map(verdict => ({ ...verdict, blamed: blamedOn(verdict.candidate) }))
  return { folder, startedAt, hasPage, problem, run, answers }

  /** @param {string} candidate */
  function blamedOn(candidate) {
    const own = blames.filter(blame => blame.candidate === candidate)
    return own.flatMap(({ unit, headline, rows }) =>
      rows.map((row, index) => ({ unit, isHeadline: headline.includes(index), ...row }))
    )
  }
}

/** @param {RunManifest | LabManifest} manifest @returns {WorkOfRun} */
export function workOf(manifest) {
  if ('lab' in manifest) return { load: null, requests: [], sliceMs: null, profilers: [], plan: manifest.plan }
  const { request, requests = [request] } = manifest.experiment
  const { loads, sliceMs, profilers } = manifest.design
  const names = profilers.map(({ name }) => name)
  if (manifest.imported) return { load: null, requests: [], sliceMs: null, profilers: names, plan: null }
  return {
    load: loads[0],
    requests: requests.map(({ method = 'GET', path }) => ({ method, path })),
    sliceMs,
    profilers: names,
    plan: null
  }
}

/**
 * Returns the newest runs for a terminal, one text per verdict.
 * @param {ListedRun[]} runs newest first
 * @param {number} [columns] of the terminal
 * @returns {string[]}
 */
export function runLines(runs, columns) {
  if (runs.length === 0) return ['  There is no run yet: the commands run and compare make one.']
  const lines = runs.slice(0, MOST_RUNS).flatMap(run => linesOf(run, columns))
  const more = runs.length - MOST_RUNS
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}

/**
 * Returns all runs for a terminal: the folder of each, and a text per verdict.
 * @param {ListedRun[]} runs newest first
 * @param {number} [columns] of the terminal
 * @returns {string[]}
 */
export function listLines(runs, columns) {
  if (runs.length === 0) return ['There is no run yet: the commands run and compare make one.']
  return runs.flatMap(run => {
    const { answers, problem } = runAnswers(run)
    return problem === null
      ? [shown(run.folder), ...answers.map(answer => answerText(answer, columns))]
      : linesOf(run, columns)
  })
}

/** @param {ListedRun} run @param {number} [columns] */
function linesOf(run, columns) {
  const { answers, problem } = runAnswers(run)
  if (problem !== null) return [wrapped(`${run.folder}: ${problem}`, columns, { lead: '  ', next: '    ' })]
  return answers.map(answer => answerText(answer, columns))
}

/** @param {RunAnswer} answer @param {number} [columns] */
function answerText(answer, columns) {
  const { startedAt, experiment, candidate, baseline, verdict, change, reason, isLab, isCold, beside, status } = answer
  const why = reason === null ? '' : `: ${reason}`
  const effect = change ? `, ${formatChange(change, { hasAllRounds: !isLab })} ${decidedInWords(answer)}` : why
  const [asked, one, other] = [experiment, candidate, baseline].map(name => shorten(name, LONGEST_NAME))
  const lead = `  ${formatMoment(startedAt)}  `
  const ended = status === 'complete' ? '' : `; the run ${statusWords[status]}`
  const text = `${asked}: ${one} compared with ${other}: ${isCold ? 'cold servers, ' : ''}${verdict}${effect}${beside}${ended}`
  return wrapped(text, columns, { lead, next: ' '.repeat(lead.length) })
}

/** @param {RunManifest | LabManifest} manifest @param {ListedAnalysis | ListedLabAnalysis} analysis @param {LabInLists} [lab] */
function aboutRun(manifest, { experiment, question, status, problem, rounds, quick }, lab) {
  const { startedAt, versions, gitCommit } = manifest
  const { cpuModel, cores, memoryBytes, platform, release } = manifest.machine
  return {
    experiment: shown(experiment),
    question: shown(question),
    startedAt: new Date(startedAt).toISOString(),
    status,
    problem: problem && shown(messageOf(problem)),
    versions: Object.fromEntries(Object.entries(versions).map(entry => entry.map(shown))),
    machine: { cpuModel: shown(cpuModel), cores, memoryBytes, platform: shown(platform), release: shown(release) },
    gitCommit: gitCommit && shown(gitCommit),
    rounds,
    isQuick: quick,
    ...('lab' in manifest ? workOfLab(manifest, lab) : workOfExperiment(manifest))
  }
}

/** @param {RunManifest} manifest */
function workOfExperiment({ design, experiment, imported }) {
  return {
    isLab: false,
    load: imported ? 'imported' : shown(loadInWords(design.loads[0])),
    requests: imported ? '' : shown(requestsInWords(experiment)),
    sliceMs: design.sliceMs,
    profilers: design.profilers.map(({ name }) => shown(name))
  }
}

/** @param {LabManifest} manifest @param {LabInLists} [lab] */
function workOfLab(manifest, lab) {
  const cells = lab ? lab.cells(manifest) : `its part ${manifest.plan.part}`
  return { isLab: true, load: shown(cells), requests: null, sliceMs: null, profilers: [] }
}

/**
 * @param {ListedVerdict | ListedLabVerdict} answered @param {RunManifest | LabManifest} manifest
 * @param {ListedAnalysis | ListedLabAnalysis} analysis @param {LabInLists} [lab]
 */
function answerOf(answered, manifest, analysis, lab) {
  const { blames, folder } = analysis
  const { candidate, baseline, metric, verdict, change, marginRatio, slices } = answered
  const { variants } = 'lab' in manifest ? manifest.lab : manifest.experiment
  const summaries = 'summary' in analysis ? (analysis.summary ?? []) : []
  const summary = summaries.find(each => each.candidate === candidate)
  return {
    ...shownFirst(answered, summary, folder),
    candidate: shown(candidate),
    baseline: shown(baseline),
    metric,
    what: shown(decidingWords(metric, lab?.metrics?.[metric]).name),
    verdict,
    change: change && changeOf(change),
    slices,
    beside: 'secondary' in answered ? shown(besideInWords(answered, [])) : '',
    isCold: 'isCold' in answered && answered.isCold === true,
    marginRatio,
    reason: refusalOf(answered, lab),
    commands: { baseline: commandOf(baseline), candidate: commandOf(candidate) },
    blamed: blames
      .filter(blame => blame.candidate === candidate)
      .flatMap(blame => blame.rows.map((row, index) => blamedOf(row, blame, blame.headline.includes(index), folder)))
  }

  /** @param {string} name */
  function commandOf(name) {
    const variant = variants.find(variant => variant.name === name)
    return variant ? shown(commandText(variant)) : ''
  }
}

/**
 * Returns the figure that the report of a verdict begins with, and the first source line of its card.
 * @type {(answered: ListedVerdict | ListedLabVerdict, summary: NonNullable<ListedAnalysis['summary']>[0] | undefined, folder: string) => Pick<RunAnswer, 'figure' | 'line'>}
 */
function shownFirst(answered, summary, folder) {
  const { verdict, change, slices } = answered
  if (!change) return { figure: '', line: null }
  const [point, whole] = [formatChangePoint(change), formatChange(change, { hasAllRounds: slices !== null })]
  const { size, lines: [first] = [] } = summary ?? {}
  const sum = size && {
    start: size.baselineMicros,
    difference: size.difference,
    groups: first ? [{ parts: [first.micros], low: first.low, high: first.high }] : [],
    rest: { low: null, high: null }
  }
  const { number = point, half = '', groups: [cost] = [] } = sum ? formatSum(sum) : {}
  const line = first && cost ? { where: shown(`${fileOf(first, folder)}:${first.line}`), cost: cost.text } : null
  if (isTooWide(change)) return { figure: whole, line }
  if (slices === null || verdict === 'slower' || verdict === 'faster')
    return { figure: `${number} ${half}`.trim(), line }
  return { figure: shown(openingParts(/** @type {Verdict} */ (answered))[1]), line }
}

/** @param {ListedVerdict | ListedLabVerdict} answered @param {LabInLists} [lab] */
function refusalOf({ slices, refusal }, lab) {
  return refusal && shown(slices === null ? labRefusalInWords(refusal, lab) : refusalInWords(refusal))
}

/** Returns why a candidate of a lab has no verdict, as a part of a sentence. @param {LabRefusal} refusal @param {LabInLists} [lab] */
function labRefusalInWords(refusal, lab) {
  if (refusal.code === 'no-time') return `${refusal.strategy}: ${lab?.losses?.[refusal.outcome] ?? refusal.outcome}`
  if (refusal.repeats === 0) return 'no repeat has times of both'
  return `${formatCounted(refusal.repeats, 'repeat')}: too few for an interval`
}

/** @param {Change} change */
function changeOf({ relative, low, high, pairs, spread, confidence }) {
  return { relative, low, high, confidence, pairs, spread }
}

/** @type {(row: BlameRow, blame: ListedBlame, isHeadline: boolean, folder: string) => Blamed} */
function blamedOf(row, { unit, total }, isHeadline, folder) {
  const { file, line } = row.owner ?? { file: '', line: null }
  const { difference, low, high } = row.cost
  const name = shown(nameInWords(row))
  const where = shown(placeInWords({ file, line: null }, folder))
  const words = differenceText(row.cost, { unit, total })
  return { unit, isHeadline, name, where, line, difference, low, high, words, evidence: evidenceWords[row.evidence] }
}
