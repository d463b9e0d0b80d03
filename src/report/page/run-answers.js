import { confidenceInWords, nameInWords } from '../blame-words.js'
import { nameOf } from '../charts/interval-rows.js'
import { placeInWords } from '../place.js'
import { loadInWords } from '../words.js'
import { shown } from './shown.js'

/**
 * @typedef {import('../../answer-types.js').RunAnswer} RunAnswer
 * @typedef {import('../../types.js').Analysis} Analysis
 * @typedef {import('../../types.js').RunManifest} RunManifest
 */

/**
 * The answers of a listed run, or why it has none.
 * @param {import('../../runs/list-runs.js').ListedRun} run
 * @returns {{ answers: RunAnswer[], problem: string | null }}
 */
export function runAnswers({ folder, hasPage, manifest, analysis, problem }) {
  if (!manifest || !analysis) return { answers: [], problem }
  try {
    const about = { folder, hasPage, ...aboutRun(manifest, analysis) }
    const answers = analysis.verdicts.map(verdict => ({ ...about, ...answerOf(verdict, manifest, analysis) }))
    return { answers, problem: answers.length === 0 ? 'it has no verdict' : null }
  } catch {
    return { answers: [], problem: 'its run.json or analysis.json is not as a workshop writes it' }
  }
}

/**
 * @param {RunManifest} manifest
 * @param {Analysis} analysis
 */
function aboutRun(manifest, { experiment, question, status, problem, rounds }) {
  const { startedAt, versions, gitCommit, design } = manifest
  const { cpuModel, cores, memoryBytes, platform, release } = manifest.machine
  return {
    experiment: shown(experiment),
    question: shown(question),
    startedAt: new Date(startedAt).toISOString(),
    status,
    problem: problem && shown(problem),
    versions,
    machine: { cpuModel: shown(cpuModel), cores, memoryBytes, platform, release },
    gitCommit: gitCommit && shown(gitCommit),
    load: loadInWords(design.loads[0]),
    rounds,
    sliceMs: design.sliceMs,
    isQuick: design.quick,
    profilers: design.profilers.map(({ name }) => shown(name))
  }
}

/**
 * @param {import('../../types.js').Verdict} answered
 * @param {RunManifest} manifest
 * @param {Analysis} analysis
 */
function answerOf(answered, { experiment }, analysis) {
  const { candidate, baseline, metric, verdict, change, marginRatio, reason } = answered
  const blames = analysis.blames.filter(blame => blame.candidate === candidate)
  return {
    candidate: shown(candidate),
    baseline: shown(baseline),
    metric,
    what: nameOf(metric),
    verdict,
    change,
    marginRatio,
    reason: reason && shown(reason),
    commands: { baseline: commandOf(baseline), candidate: commandOf(candidate) },
    blamed: blames.flatMap(({ unit, rows }) => rows.map(row => blamedOf(row, unit, analysis.folder)))
  }

  /** @param {string} name */
  function commandOf(name) {
    const { env = {}, command = [] } = experiment.variants.find(variant => variant.name === name) ?? {}
    return shown([...Object.entries(env).map(entry => entry.join('=')), ...command].join(' '))
  }
}

/**
 * @param {import('../../types.js').BlameRow} row
 * @param {'micros' | 'bytes'} unit
 * @param {string} folder
 * @returns {import('../../answer-types.js').Blamed}
 */
function blamedOf(row, unit, folder) {
  const { file, line } = row.group === 'other threads' ? (row.path[0] ?? row.owner) : row.owner
  const { difference, low, high } = row.cost
  const where = shown(placeInWords({ file, line: null }, folder))
  return { unit, name: shown(nameInWords(row)), where, line, difference, low, high, sure: confidenceInWords(row) }
}
