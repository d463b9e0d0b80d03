import { importFiles } from '../../compare/imported/import-files.js'
import { maskedArguments, quoted } from '../../errors/secrets.js'
import { labs } from '../../labs/index.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { command, misuse, readGiven } from '../options/read-arguments.js'
import { printJson } from '../print/print.js'
import { exitCodeOf, exitCodeWith, printReport } from '../print/print-report.js'
import { untilInterrupted } from './interrupts.js'

/** @import { Given } from '../options/read-arguments.js' */

const SIDES = ['--baseline', '--candidate']

/**
 * `workshop import`: reports profiles that other tools wrote, and results of load generators, as a run; of two sides their difference.
 * @param {string[]} args @returns {Promise<number>} exit code
 */
export function importCommand(args) {
  const reproduce = [typedCommand, 'import', ...maskedArguments(args).map(quoted)].join(' ')
  return command({ name: 'import', options: readOptions, run: importAsked })(perFile(args))

  /** @param {ReturnType<typeof readOptions>} options */
  async function importAsked({ sides, ...options }) {
    const { out } = options
    const asked = { sides, out, labs, reproduce }
    const { analysis, saved, problem } = await untilInterrupted(signal => importFiles({ ...asked, signal }))
    if (problem) throw problem
    printReport(analysis, saved, options)
    if (options.json) printJson(analysis)
    return exitCodeWith(exitCodeOf(analysis), saved)
  }
}

/** Returns the arguments with the option of a side before each of its files: all words up to the next option. @param {string[]} args */
function perFile(args) {
  let side = ''
  return args.flatMap(function withSide(word) {
    if (word.startsWith('-')) side = SIDES.includes(word) ? word : ''
    if (side === '' || word === side) return side === '' ? word : []
    return `${side}=${word}`
  })
}

/** @param {Given} given */
function readOptions(given) {
  const { words, baseline = [], candidate = [], out, json, quiet, verbose } = readGiven(given)
  /** @type {string[][]} */
  const sides = baseline.length + candidate.length > 0 ? [baseline, candidate] : [words]
  if (sides.some(files => files.length === 0) || (sides.length > 1 && words.length > 0))
    throw misuse('import', 'name files, or the files of both sides')
  const twice = sides.flatMap(files => files.filter((file, index) => files.indexOf(file) !== index))
  if (twice.length > 0) throw misuse('import', `${twice[0]} is named twice on one side`)
  return { sides, out, json, quiet, verbose }
}
