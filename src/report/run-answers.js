import { messageOf } from '../errors.js'
import { commandText } from '../secrets.js'
import { CONFIDENCE } from '../stats/levels.js'
import { differenceText } from './blame-sections.js'
import { evidenceWords, nameInWords, threadWords } from './blame-words.js'
import { formatChange, formatMoment } from './format.js'
import { cellsInWords, labRefusalInWords } from './lab-words.js'
import { wrapped } from './terminal.js'
import { placeInWords, shorten, shown } from './text.js'
import { refusalInWords } from './verdict-words.js'
import { decidedInWords, loadInWords, metricInWords, metricWords, slicesWords, statusWords } from './words.js'

/**
 * @import { Blame, BlameRow } from '../blame/types.js'
 * @import { SavedProblem } from '../error-types.js'
 * @import { ListedRun } from '../runs/list-runs.js'
 * @import { LabManifest, RunManifest, RunOrigin, RunStatus } from '../runs/types.js'
 * @import { Change } from '../stats/types.js'
 * @import { Analysis } from '../types.js'
 * @import { LabAnalysis, LabMetricName, LabVerdict, MetricName, Verdict, VerdictName } from '../verdict/types.js'
 * @import { Blamed, RunAnswer } from './types.js'
 */

const MOST_RUNS = 5
const LONGEST_NAME = 40
/** In words made of a value that is missing, or is no number. */
const MISSING = /\b(?:NaN|undefined)\b|∞/
/** More rounds or repeats than any run has: the factor of an interval of so many takes no time. */
const MOST_PAIRS = 1e4
/** @type {VerdictName[]} */
const VERDICTS = ['slower', 'faster', 'no difference', 'cannot tell']
const METRICS = /** @type {(MetricName | LabMetricName)[]} */ (Object.keys(metricWords))
const SLICES = /** @type {Verdict['slices'][]} */ (Object.keys(slicesWords))
const THREADS = /** @type {(keyof typeof threadWords)[]} */ (Object.keys(threadWords))
const STATUSES = /** @type {RunStatus[]} */ (Object.keys(statusWords))

/**
 * Returns the verdicts of a listed run, each checked to have what is printed of it, or why it has none: its files may be of
 * another version, or damaged.
 * @param {ListedRun} run
 * @returns {{ answers: RunAnswer[], problem: string | null }}
 */
export function runAnswers({ folder, hasPage, manifest, analysis, problem }) {
  if (!manifest || !analysis) return { answers: [], problem: problem && shown(problem) }
  try {
    const about = { folder, hasPage, ...aboutRun(manifest, analysis) }
    const answers = analysis.verdicts.map(verdict => ({ ...about, ...answerOf(verdict, manifest, analysis) }))
    return { answers, problem: answers.length === 0 ? reasonOf(manifest, analysis) : null }
  } catch {
    return { answers: [], problem: 'its run.json or analysis.json is damaged' }
  }
}

/** Returns why a run has no verdict. @param {RunManifest | LabManifest} manifest @param {Analysis | LabAnalysis} analysis */
function reasonOf(manifest, { status }) {
  const hasGoals = 'lab' in manifest && manifest.lab.name === 'gateway'
  return hasGoals && status === 'complete' ? 'it has goals instead, see its report' : 'it has no verdict'
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

/**
 * Returns a run as `--json` lists it.
 * @param {ListedRun} run
 */
export function listedRun(run) {
  const { answers, problem } = runAnswers(run)
  return { folder: run.folder, startedAt: run.manifest?.startedAt ?? null, problem, answers }
}

/** @param {ListedRun} run @param {number} [columns] */
function linesOf(run, columns) {
  const { answers, problem } = runAnswers(run)
  if (problem !== null) return [wrapped(`${run.folder}: ${problem}`, columns, { lead: '  ', next: '    ' })]
  return answers.map(answer => answerText(answer, columns))
}

/** @param {RunAnswer} answer @param {number} [columns] */
function answerText(answer, columns) {
  const { startedAt, experiment, candidate, baseline, verdict, change, reason, isLab } = answer
  const why = reason === null ? '' : `: ${reason}`
  const effect = change ? `, ${formatChange(change, { hasAllRounds: !isLab })} ${decidedInWords(answer)}` : why
  const [asked, one, other] = [experiment, candidate, baseline].map(name => shorten(name, LONGEST_NAME))
  const lead = `  ${formatMoment(startedAt)}  `
  const text = `${asked}: ${one} compared with ${other}: ${verdict}${effect}`
  return wrapped(text, columns, { lead, next: ' '.repeat(lead.length) })
}

/** @param {RunManifest | LabManifest} manifest @param {Analysis | LabAnalysis} analysis */
function aboutRun(manifest, { experiment, question, status, problem, rounds, quick }) {
  const { startedAt, versions, gitCommit } = manifest
  const { cpuModel, cores, memoryBytes, platform, release } = manifest.machine
  return {
    experiment: shown(experiment),
    question: shown(question),
    startedAt: new Date(startedAt).toISOString(),
    status: oneOf(STATUSES, status),
    problem: problem && problemInWords(problem),
    versions: Object.fromEntries(Object.entries(versions).map(entry => entry.map(shown))),
    machine: {
      cpuModel: shown(cpuModel),
      cores: figure(cores),
      memoryBytes: figure(memoryBytes),
      platform: shown(platform),
      release: shown(release)
    },
    gitCommit: gitCommit && shown(gitCommit),
    rounds: figure(rounds),
    isQuick: quick === true,
    ...('lab' in manifest ? workOfLab(manifest) : workOfExperiment(manifest))
  }
}

/** @param {SavedProblem} problem */
function problemInWords(problem) {
  const words = messageOf(problem)
  if (typeof problem.code !== 'string' || MISSING.test(words)) throw new TypeError('no problem')
  return shown(words)
}

/** @param {RunManifest} manifest */
function workOfExperiment({ design }) {
  return {
    isLab: false,
    load: shown(loadInWords(design.loads[0])),
    sliceMs: figure(design.sliceMs),
    profilers: design.profilers.map(({ name }) => shown(name))
  }
}

/** @param {LabManifest} manifest */
function workOfLab(manifest) {
  return { isLab: true, load: shown(cellsInWords(manifest)), sliceMs: null, profilers: [] }
}

/** @param {Verdict | LabVerdict} answered @param {RunManifest | LabManifest} manifest @param {Analysis | LabAnalysis} analysis */
function answerOf(answered, manifest, analysis) {
  const { candidate, baseline, metric, verdict, change, marginRatio, slices } = answered
  /** @type {Blame[]} */
  const blames = analysis.blames
  const { variants } = 'lab' in manifest ? manifest.lab : manifest.experiment
  return {
    candidate: shown(candidate),
    baseline: shown(baseline),
    metric: oneOf(METRICS, metric),
    what: metricInWords(metric),
    verdict: oneOf(VERDICTS, verdict),
    change: change && changeOf(change),
    slices: slices ? oneOf(SLICES, slices) : null,
    marginRatio: figure(marginRatio),
    reason: refusalOf(answered),
    commands: { baseline: commandOf(baseline), candidate: commandOf(candidate) },
    blamed: blames
      .filter(blame => blame.candidate === candidate)
      .flatMap(blame =>
        blame.rows.map((row, index) => blamedOf(row, blame, blame.headline.includes(index), analysis.folder))
      )
  }

  /** @param {string} name */
  function commandOf(name) {
    const variant = variants.find(variant => variant.name === name)
    return variant ? shown(commandText(variant)) : ''
  }
}

/** @param {Verdict | LabVerdict} answered */
function refusalOf({ slices, refusal }) {
  if (!refusal) return refusal
  const words = slices === null ? labRefusalInWords(refusal) : refusalInWords(refusal)
  if (MISSING.test(words)) throw new TypeError('no refusal')
  return shown(words)
}

/** @param {Change} change */
function changeOf({ relative, low, high, pairs, spread, pValue, confidence = CONFIDENCE }) {
  const isInterval = low <= high && confidence > 0 && confidence < 1
  if (!isInterval || !Number.isInteger(pairs) || pairs < 1 || pairs > MOST_PAIRS) throw new TypeError('no interval')
  return {
    relative: figure(relative),
    low: figure(low),
    high: figure(high),
    confidence: figure(confidence),
    pairs: figure(pairs),
    spread: figure(spread),
    pValue: figure(pValue)
  }
}

/** @type {(row: BlameRow, blame: Blame, isHeadline: boolean, folder: string) => Blamed} */
function blamedOf(row, { unit, total }, isHeadline, folder) {
  checkNames(row)
  const { file, line } = row.owner ?? { file: '', line: null }
  const cost = {
    difference: figure(row.cost.difference),
    low: row.cost.low === null ? null : figure(row.cost.low),
    high: row.cost.high === null ? null : figure(row.cost.high)
  }
  const whole = { baseline: figure(total.baseline), candidate: figure(total.candidate) }
  const where = shown(placeInWords({ file, line: null }, folder))
  return {
    unit,
    isHeadline,
    name: shown(nameInWords(row)),
    where,
    line: line === null ? null : figure(line),
    ...cost,
    words: differenceText(cost, { unit, total: whole }),
    evidence: shown(evidenceWords[row.evidence])
  }
}

/**
 * Checks what the name of a row is made of.
 * @param {BlameRow} row
 */
function checkNames({ caller, owner, path, packageName, threads, poolUser, joined }) {
  const functions = [caller, owner, ...path].filter(each => each !== null && each !== undefined)
  const texts = [...functions.flatMap(({ name, replaces = '' }) => [name, replaces]), packageName ?? '', poolUser ?? '']
  if (texts.some(text => typeof text !== 'string')) throw new TypeError('no name')
  if (threads) oneOf(THREADS, threads)
  if (joined) figure(joined.count)
}

/**
 * Checks a number of a file, which may contain anything: a larger one than is counted exactly would be infinite in percent.
 * @param {number} value
 */
function figure(value) {
  if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  throw new TypeError('not a number')
}

/**
 * @template Word
 * @param {Word[]} known
 * @param {Word} word
 */
function oneOf(known, word) {
  if (known.includes(word)) return word
  throw new TypeError('unknown word')
}
