import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './package-setup.js'

/** A trial of every part: enough for the sign of a large change, and for its function. */
export const trial = ['--short', '--rounds', '3', '--duration', '0.5', '--load', 'autocannon', '--json']

/**
 * @typedef {object} Comparison
 * @property {string} folder in which the command is typed
 * @property {string[]} command that prints an analysis as JSON
 * @property {{ name: string, file: string, within?: string[] }} culprit the function that differs; `file` is relative to the folder
 */

/**
 * Runs a comparison, and fails unless its verdict is slower, the first function that it blames is the culprit, and its report has
 * the paths of the project.
 * @param {Comparison} asked
 */
export function expectCulprit({ folder, command: [program = '', ...args], culprit }) {
  const { verdicts, blames } = JSON.parse(jsonOf(run(program, args, folder)))
  const [{ verdict, lean }] = verdicts
  const { name, file } = blames[0].rows[0]?.owner ?? { name: 'nobody', file: 'no file' }
  console.log(`${path.basename(folder)}: ${lean ?? verdict}, ${name} in ${file}`)
  if ((lean ?? verdict) !== 'slower') throw new Error('the candidate is slower')
  if (![culprit.name, ...(culprit.within ?? [])].includes(name)) throw new Error(`${culprit.name} was not named`)
  checkReport(path.join(folder, 'profiles'), folder, culprit.file)
}

/** npm prints the name of a script before its output. @param {string} printed */
function jsonOf(printed) {
  return printed.slice(printed.indexOf('\n{\n') + 1)
}

/**
 * Checks the newest report: it is whole, names a file as the project does, and has no path of this machine's temporary folder there.
 * @param {string} profiles
 * @param {string} project
 * @param {string} file
 */
function checkReport(profiles, project, file) {
  const runs = readdirSync(profiles).filter(name => name.includes('compare'))
  const newest = path.join(profiles, runs.toSorted().at(-1) ?? '')
  if (!existsSync(path.join(newest, 'report.html'))) throw new Error('there is no report.html')
  const summary = readFileSync(path.join(newest, 'summary.md'), 'utf8')
  if (!summary.includes(`${file}:`)) throw new Error(`the report does not name ${file}`)
  if (summary.includes(path.join(project, file)) || /workshop-\d+-\d+-[^\s]*\.[cm]?[jt]s:/.test(summary))
    throw new Error(`the report names ${file} by the path of this machine`)
}
