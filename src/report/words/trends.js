import { groupBy } from '../../stats/group-by.js'
import { trendChanges } from '../../verdict/gates/against-baseline.js'
import { wrapped } from '../print/terminal.js'
import { formatChange, formatChangePoint, formatMoment, formatPValue } from './format.js'
import { shorten } from './text.js'
import { decidedInWords, machineInWords } from './words.js'

/** @import { ListedRun } from '../../runs/list-runs.js' */
/** @import { RunManifest } from '../../runs/types.js' */
/** @import { RunAnswer } from '../types.js' */

/**
 * @typedef {RunAnswer & { workload: string }} MeasuredAnswer `workload`: what was measured apart from the variants. It is the same text
 *   for the same values, and is shown nowhere
 * @typedef {ReturnType<typeof trendsOf>[0]} Trend
 */

const LONGEST_NAME = 40

/**
 * Returns the trends of an experiment: two or more runs of one candidate, oldest first, with the same primary metric, baseline, load
 * and requests.
 * @param {MeasuredAnswer[]} answers newest first
 * @param {number} most runs per trend, the newest
 */
export function trendsOf(answers, most) {
  const comparable = groupBy(answers.filter(hasChange), ({ candidate, baseline, metric, workload }) =>
    JSON.stringify([candidate, baseline, metric, workload])
  )
  return [...comparable.values()].flatMap(function trendOf(group) {
    const runs = group.slice(0, most).reverse()
    const newest = runs.at(-1)
    return newest && runs.length > 1 ? [{ runs, newest, changes: trendChanges(runs.map(({ change }) => change)) }] : []
  })
}

/** @param {Pick<RunAnswer, 'load' | 'requests'>} answer */
export function workloadInWords({ load, requests }) {
  return requests === null ? load : `${load}, ${requests}`
}

/**
 * Returns what differs between the runs of a trend as a sentence; nothing where nothing does.
 * @param {Pick<Trend, 'runs'>} trend @returns {string[]}
 */
export function trendNotes({ runs }) {
  const different = [
    ...(areSame(runs, ({ machine }) => machineInWords(machine)) ? [] : ['machine']),
    ...(areSame(runs, ({ versions }) => versions.node) ? [] : ['Node.js version'])
  ]
  const words = `The runs differ in ${different.join(' and ')}, which can change a result as much as code does.`
  return [
    ...(different.length > 0 ? [words] : []),
    ...(runs.some(({ isQuick }) => isQuick) ? ['Some of them are short runs.'] : [])
  ]
}

/** @param {Pick<Trend, 'runs' | 'changes'>} trend */
export function changePointsInWords({ runs, changes }) {
  return changes.map(({ index, pValue, before, after }) => {
    const [from, to] = [before, after].map(relative => formatChangePoint({ relative }))
    const at = formatMoment(runs[index]?.startedAt ?? '')
    return `Change point: from ${from} to ${to}, first in the run of ${at} (${formatPValue(pValue)}).`
  })
}

/** Returns why a trend lacks a run, as a sentence. @param {Pick<ListedRun, 'folder' | 'problem'>} run */
export function unreadRunInWords({ folder, problem }) {
  const sentence = `Trend undecided: it lacks the run ${folder}: ${problem}`.replace(/\.?$/, '.')
  return `${sentence} Write it again with report <run folder>, or remove the folder.`
}

/**
 * Returns a trend for a terminal: a text per run, oldest first, with the change points between them.
 * @param {Trend} trend
 * @param {number} [columns] of the terminal
 * @returns {string[]}
 */
export function trendLines(trend, columns) {
  const { newest, runs, changes } = trend
  const [one, other] = [newest.candidate, newest.baseline].map(name => shorten(name, LONGEST_NAME))
  const points = changePointsInWords(trend)
  const lines = runs.flatMap(function linesOf({ startedAt, change, verdict, folder, isLab }, index) {
    const place = changes.findIndex(each => each.index === index)
    const text = `${formatChange(change, { hasAllRounds: !isLab })}, ${verdict}, ${folder}`
    return [...(place < 0 ? [] : [indented(points[place] ?? '')]), indented(text, `${formatMoment(startedAt)}  `)]
  })
  const none = changes.length === 0 ? [indented('No change point.')] : []
  const title = `${newest.experiment}: ${one} compared with ${other}, ${decidedInWords(newest)}. Load: ${workloadInWords(newest)}.`
  return [wrapped(title, columns), ...lines, ...none, ...trendNotes(trend).map(note => indented(note))]

  /** @param {string} text @param {string} [start] */
  function indented(text, start = '') {
    const lead = `  ${start}`
    return wrapped(text, columns, { lead, next: ' '.repeat(lead.length) })
  }
}

/** @type {(answer: MeasuredAnswer) => answer is MeasuredAnswer & { change: NonNullable<RunAnswer['change']> }} */
function hasChange({ change }) {
  return change !== null
}

/** @type {(runs: RunAnswer[], property: (run: RunAnswer) => string | undefined) => boolean} */
function areSame(runs, property) {
  return new Set(runs.map(property)).size === 1
}

/**
 * Returns the answers of a run with its workload: the deciding load and the requests, or the cells of a lab.
 * @param {ListedRun} run
 * @param {RunAnswer[]} answers of the same run
 * @returns {MeasuredAnswer[]}
 */
export function withWorkload({ manifest, lab }, answers) {
  if (!manifest || answers.length === 0) return []
  const workload = JSON.stringify('lab' in manifest ? (lab?.workload(manifest) ?? manifest.plan) : sentBy(manifest))
  return answers.map(answer => ({ ...answer, workload }))
}

/** @param {RunManifest} manifest */
function sentBy({ design, experiment: { request, requests } }) {
  return [design.loads[0], requests ?? request]
}
