import { randomInt } from 'node:crypto'
import { badOption } from '../../compare/ask/bad-option.js'
import { measureOptions } from '../../compare/ask/options.js'
import { APP_PACKAGES, requirePackages } from '../../compare/ask/require-packages.js'
import { WorkshopError } from '../../errors/errors.js'
import { labs } from '../../labs/index.js'
import { measureLab } from '../../labs/skeleton/measure-lab.js'
import { planLab } from '../../labs/skeleton/plan.js'
import { formatCounted, formatDuration } from '../../report/words/format.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { optionsOf } from '../options/options.js'
import { parseCommandLine, readGiven } from '../options/read-arguments.js'
import { startLabProgress } from '../print/lab-progress.js'
import { print } from '../print/print.js'
import { printLab } from '../print/print-report.js'
import { untilInterrupted } from './interrupts.js'
import { runCommand } from './run.js'

/** @import { Lab } from '../../labs/skeleton/types.js' */
/** @import { LabLength, LabPlan } from '../../runs/types.js' */
/** @import { Given } from '../options/read-arguments.js' */

/** The part of every lab that is measured where none is named: the table of its paper. */
const TABLE = 'table'
const rows = optionsOf('lab')
const optionsOfLab = Object.keys(rows)
/** Options that are short for --part. */
const shortParts = optionsOfLab.filter(name => rows[name]?.shortFor === 'part')
/** Options that `run` has too. */
const shared = optionsOfLab.filter(name => Object.hasOwn(measureOptions, inRun(name)))
/** Options that mean nothing to `run`. */
const ofCells = optionsOfLab.filter(name => name !== 'profiles' && !shared.includes(name))

/**
 * `workshop lab`: measures a lab in a run folder of its own, and reports it.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function labCommand(args) {
  const given = parseCommandLine('lab', args)
  const lab = labOf(given.words)
  const { name } = lab.question
  if (given.values.profiles) return profile(name, given.values)
  const { part, length, seed, out, dryRun, json, quiet } = readOptions(given, lab)
  const plan = planLab(lab.question, { part, length, seed })
  requirePackages(APP_PACKAGES)
  if (dryRun) return print(planText(lab, plan))
  const options = [...(part === TABLE ? [] : ['--part', part]), ...(length === 'usual' ? [] : [`--${length}`])]
  const reproduce = [typedCommand, 'lab', name, ...options, '--seed', seed].join(' ')
  const progress = startLabProgress(lab, plan, { quiet })
  const order = { lab, labs, plan, out, reproduce, notify: progress.show }
  const running = untilInterrupted(signal => measureLab({ ...order, signal }))
  const { problem, ...reported } = await running.finally(progress.stop)
  const code = printLab(reported, { json, quiet })
  if (problem) throw problem
  return code
}

/** Profiles the servers of a lab as an experiment. @param {string} name @param {Record<string, any>} values */
function profile(name, values) {
  const words = runOfProfiles(name, values)
  if (!values.quiet) console.error(`lab ${name} --profiles is: ${typedCommand} run ${words.join(' ')}`)
  return runCommand(words)
}

/**
 * Returns the arguments of `workshop run` that profile the servers of a lab.
 * @param {string} lab
 * @param {Record<string, any>} values of the options of `lab`
 * @returns {string[]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function runOfProfiles(lab, values) {
  const profiled = labs.get(lab)?.profiled
  if (!profiled) {
    const others = [...labs.values()].filter(each => each.profiled).map(({ question }) => question.name)
    throw badOption('--profiles', `the lab ${lab} has none`, others.join(', '))
  }
  const other = ofCells.find(name => values[name] !== undefined)
  if (other) throw badOption(`--${other}`, 'with --profiles a lab has neither parts nor --full', '--profiles alone')
  return [
    ...[profiled.experiment.name, '--profiler', profiled.profilers],
    ...shared.flatMap(name => wordsOf(inRun(name), values[name]))
  ]
}

/** Returns the name in `run` of an option of `lab`: what is a trial there is a short run. @param {string} name */
function inRun(name) {
  return name === 'quick' ? 'short' : name
}

/** @param {string} name @param {string | boolean | undefined} value @returns {string[]} */
function wordsOf(name, value) {
  if (value === undefined || value === false) return []
  return value === true ? [`--${name}`] : [`--${name}`, value]
}

/** @param {string[]} positionals @returns {Lab} */
function labOf([name, ...others]) {
  const allowed = [...labs.keys()].join(', ')
  if (name === undefined || others.length > 0) throw badOption('lab', 'name one lab', allowed)
  const lab = labs.get(name)
  if (!lab) throw new WorkshopError('ERR_UNKNOWN_LAB', { name, allowed })
  return lab
}

/** @param {Given} given @param {Lab} lab */
function readOptions(given, lab) {
  const { full, quick, seed = randomInt(1e6), ...read } = readGiven(given)
  if (full && quick) throw badOption('--full', 'it and --quick are two lengths', 'either --full or --quick')
  const length = /** @type {LabLength} */ (full ? 'full' : quick ? 'quick' : 'usual')
  const { out, dryRun, json, quiet } = read
  return { part: readPart(read, lab), length, seed, out, dryRun, json, quiet }
}

/** @param {Record<string, any>} read @param {Lab} lab @returns {string} */
function readPart({ part: typed = [], ...flags }, { help }) {
  const named = [...shortParts.filter(name => flags[name]), ...typed]
  const [asked = TABLE] = named
  const another = named.find(name => name !== asked)
  const option = typed.includes(asked) ? '--part' : `--${asked}`
  if (another !== undefined) throw badOption(option, `it and ${another} are two parts`, 'one')
  const allowed = [TABLE, ...Object.keys(help.parts ?? {})]
  if (allowed.includes(asked)) return asked
  throw badOption(option, `this lab has no part "${asked}"`, allowed.join(', '))
}

/**
 * Returns the plan of a lab, for --dry-run: the cells of each repeat in order, and how long it takes.
 * @param {Lab} lab @param {LabPlan} plan
 */
function planText({ question, plannedCells, estimateMs, nouns, cellInWords }, plan) {
  const cells = plannedCells(question, plan)
  const time = formatDuration(estimateMs(question, cells, plan))
  if (cells.length === 0)
    return `${question.name}, ${plan.part}, seed ${plan.seed}: about ${time}; each step follows from those before it`
  const lines = Array.from({ length: plan.repeats }, (_, repeat) => {
    const own = cells.filter(cell => cell.repeat === repeat)
    const texts = own.map(cell => `    ${cell.variant}, ${cellInWords(cell, question, plan)}`)
    return [`  repeat ${repeat + 1}${repeat < plan.dropped ? ', counts in no figure' : ''}`, ...texts]
  })
  const head = `${question.name}, seed ${plan.seed}: ${formatCounted(cells.length, ...nouns)}, about ${time}`
  return [head, ...lines.flat()].join('\n')
}
