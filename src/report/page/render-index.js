import path from 'node:path'
import { bundleForBrowser } from '../../system/bundle.js'
import { reachOf } from '../charts/interval-bar.js'
import { trendChart } from '../charts/trend-chart.js'
import { indexRow } from './index-row.js'
import { momentInWords } from './moment.js'
import { renderTemplate } from './render-template.js'
import { runAnswers } from './run-answers.js'
import { shown } from './shown.js'

const BROWSER_CODE = path.join(import.meta.dirname, '../../browser')

/**
 * @typedef {import('../../runs/list-runs.js').ListedRun} ListedRun
 * @typedef {import('../../answer-types.js').RunAnswer} RunAnswer
 */

/**
 * The page of all runs as one HTML file that loads nothing but what its links lead to.
 * @param {ListedRun[]} runs newest first
 * @returns {Promise<string>}
 */
export async function renderIndex(runs) {
  const { script, style, policy } = bundleForBrowser(BROWSER_CODE, 'index')
  const read = runs.map(run => ({ run, ...runAnswers(run) }))
  const answers = read.flatMap(run => run.answers)
  const body = await renderTemplate('index', {
    summary: summaryOf(runs),
    experiments: experimentsOf(answers),
    canCompare: answers.length > 1,
    untold: read.flatMap(({ run, problem }) => (problem === null ? [] : [untoldRow(run, problem)])),
    answers
  })
  return renderTemplate('document', { title: 'All runs', body, script, style, policy })
}

/** @param {ListedRun[]} runs */
function summaryOf(runs) {
  const newest = runs[0]?.manifest?.startedAt
  const count = runs.length === 1 ? '1 run' : `${runs.length} runs`
  return newest ? `${count}, the newest of ${momentInWords(String(newest))} UTC` : count
}

/** @param {RunAnswer[]} answers newest first */
function experimentsOf(answers) {
  return groupsBy(answers, ({ experiment }) => experiment).map(function viewOf(own, index) {
    const effects = own.flatMap(({ change }) => (change ? [{ value: change.relative, ...change }] : []))
    return {
      id: `experiment-${index}`,
      name: own[0]?.experiment ?? '',
      question: own[0]?.question ?? '',
      reach: reachOf(effects),
      rows: own.map(answer => ({ ...indexRow(answer), id: answers.indexOf(answer) })),
      trends: trendsOf(own)
    }
  })
}

/**
 * One chart a candidate that has an effect in two runs or more.
 * @param {RunAnswer[]} answers
 * @returns {string[]}
 */
function trendsOf(answers) {
  const withEffect = answers.filter(({ change }) => change !== null)
  const asked = groupsBy(withEffect, ({ candidate, baseline, metric }) => JSON.stringify([candidate, baseline, metric]))
  return asked.flatMap(function drawn(runs) {
    const [newest] = runs
    return newest && runs.length > 1 ? [trendChart({ ...newest, runs })] : []
  })
}

/**
 * @param {RunAnswer[]} answers
 * @param {(answer: RunAnswer) => string} keyOf
 * @returns {RunAnswer[][]} in the order of the first of each
 */
function groupsBy(answers, keyOf) {
  /** @type {Map<string, RunAnswer[]>} */
  const groups = new Map()
  for (const answer of answers) {
    const key = keyOf(answer)
    groups.set(key, [...(groups.get(key) ?? []), answer])
  }
  return [...groups.values()]
}

/**
 * @param {ListedRun} run
 * @param {string} problem
 */
function untoldRow({ folder, manifest }, problem) {
  return {
    folder: shown(folder),
    known: [momentInWords(String(manifest?.startedAt ?? '')), shown(String(manifest?.experiment?.name ?? ''))],
    problem: shown(problem)
  }
}
