import { randomInt } from 'node:crypto'
import { badOption } from '../../compare/ask/bad-option.js'
import { APP_PACKAGES, requirePackages } from '../../compare/ask/require-packages.js'
import { WorkshopError } from '../../errors/errors.js'
import { labs } from '../../labs/index.js'
import { measureLab } from '../../labs/skeleton/measure-lab.js'
import { planLab } from '../../labs/skeleton/plan.js'
import { formatCounted, formatDuration } from '../../report/words/format.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { runOfProfiles } from '../options/lab-profiles.js'
import { optionsOf } from '../options/options.js'
import { parseCommandLine, readGiven } from '../options/read-arguments.js'
import { startLabProgress } from '../print/lab-progress.js'
import { print, printJson } from '../print/print.js'
import { exitCodeOfLab, exitCodeWith, printLab } from '../print/print-report.js'
import { watchForInterrupts } from './interrupts.js'
import { runCommand } from './run.js'

/** @import { Lab } from '../../labs/skeleton/types.js' */
/** @import { LabLength, LabPlan } from '../../runs/types.js' */
/** @import { Given } from '../options/read-arguments.js' */

/** The part of every lab that is measured where none is named: the table of its paper. */
const TABLE = 'table'
/** Options that are short for --part. */
const shortParts = Object.entries(optionsOf('lab')).flatMap(([name, row]) => (row.shortFor === 'part' ? [name] : []))

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
  const words = [typedCommand, 'lab', name, ...options, '--seed', seed]
  const progress = startLabProgress(lab, plan, { quiet })
  const interrupts = watchForInterrupts()
  const { problem, ...reported } = await measureLab({
    lab,
    labs,
    plan,
    out,
    reproduce: words.join(' '),
    signal: interrupts.signal,
    notify: progress.show
  }).finally(function endWatching() {
    progress.stop()
    interrupts.stop()
  })
  printLab(reported, { json, quiet })
  if (json) printJson(reported.analysis)
  if (problem) throw problem
  return exitCodeWith(exitCodeOfLab(reported.analysis), reported.saved)
}

/** Profiles the servers of a lab as an experiment. @param {string} name @param {Record<string, any>} values */
function profile(name, values) {
  const words = runOfProfiles(name, values)
  if (!values.quiet) console.error(`lab ${name} --profiles is: ${typedCommand} run ${words.join(' ')}`)
  return runCommand(words)
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
