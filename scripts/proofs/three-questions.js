import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'shell-quote'
import { WorkshopError } from '../../src/errors/errors.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { workshopRoot } from '../../src/system/files/workshop-root.js'
import { runProgram } from '../../src/system/processes.js'
import { untilInterrupted } from '../until-interrupted.js'
import { figuresOf, QUESTIONS_APP, QUESTIONS_PAGE, questionsOf, withFigures } from './lib/questions.js'
import { completeRuns } from './lib/record.js'

/** @import { Question } from './lib/questions.js' */

/**
 * Plays the commands of docs/three-questions.md, each about five minutes, and prints the figures of their runs, or writes them there:
 * `node scripts/proofs/three-questions.js [folder] [--short] [--write]`. A question that has a complete run by its command in the folder is
 * not played again. With --short it is a trial of each, which is never written.
 */
const LIMIT_MS = 30 * 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, write: { type: 'boolean' } }
})
const { short = false, write = false } = values
const folder = path.resolve(positionals[0] ?? 'profiles/three-questions', short ? 'short' : 'full')
const page = path.join(workshopRoot, QUESTIONS_PAGE)

await untilInterrupted(async function playQuestions(signal) {
  await installApp(signal)
  for (const question of questionsOf(readFileSync(page, 'utf8'))) {
    const root = completeRunOf(question) ?? (await play(question, signal))
    const { manifest } = new RunFolder(root).read()
    const analysis = JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))
    const figures = figuresOf(analysis, manifest, root)
    if (write && !short) writeFileSync(page, withFigures(readFileSync(page, 'utf8'), question.name, figures))
    else console.log(`${figures}\n`)
  }
})

/** @param {AbortSignal} signal */
async function installApp(signal) {
  const app = path.join(workshopRoot, QUESTIONS_APP)
  if (existsSync(path.join(app, 'node_modules/.package-lock.json'))) return
  const { code, stderr } = await runProgram('npm', ['ci'], { cwd: app, signal, limitMs: LIMIT_MS })
  if (code !== 0) throw new WorkshopError('ERR_SYSTEM', { problem: `npm ci failed in ${QUESTIONS_APP}: ${stderr}` })
}

/** Returns the folder of the last complete run of a question, asked by the command that the page has. @param {Question} question */
function completeRunOf({ name, words }) {
  const runs = completeRuns(path.join(folder, name))
  return runs.findLast(({ manifest }) => parse(manifest.reproduce).map(String).join(' ').startsWith(words.join(' ')))
    ?.root
}

/** @param {Question} question @param {AbortSignal} signal @returns {Promise<string>} the run folder */
async function play(question, signal) {
  const { name, words } = question
  console.error(`${name}: ${words.join(' ')}`)
  const [, ...args] = [...words, ...(short ? ['--short'] : []), '--quiet', '--out', path.join(folder, name)]
  const { stderr, problem } = await runProgram(process.execPath, args, { cwd: workshopRoot, signal, limitMs: LIMIT_MS })
  const root = completeRunOf(question)
  if (!root) throw new WorkshopError('ERR_SYSTEM', { problem: `${name} has no complete run: ${problem ?? stderr}` })
  return root
}
