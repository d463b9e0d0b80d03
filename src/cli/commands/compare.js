import { compareServers } from '../../compare/ask/compare-servers.js'
import { designOf } from '../../compare/ask/design-of.js'
import { seedOf } from '../../compare/ask/measure-options.js'
import { packagesOf, requirePackages } from '../../compare/ask/require-packages.js'
import { askedLogin } from '../../compare/requests/asked-login.js'
import { hidden, maskedArguments, quoted } from '../../errors/secrets.js'
import { comparedServers } from '../../experiments/compared-servers.js'
import { checkRevisions } from '../../measure/project/checkouts.js'
import { checkPackage } from '../../measure/project/package-copies.js'
import { equalCommandsInWords } from '../../report/sections/server-sections.js'
import { leftOutInWords } from '../../report/words/request-words.js'
import { usableCores } from '../../system/cores.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { readCompareConfig, readCompareOptions } from '../options/compare-options.js'
import { withLongNames } from '../options/other-names.js'
import { printError } from '../print/print.js'
import { measureRuns } from './measure-runs.js'

/** @import { Session } from './measure-runs.js' */

/** How one server alone is measured without the word compare. */
const PROFILE_HINT = `One command has nothing to be compared with, so it is profiled: ${typedCommand} profile does the same.`

/**
 * `workshop compare`: measures two or more servers of a user, and reports their difference. One alone is profiled.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export function compareCommand(args) {
  return measureServers('compare', args)
}

/**
 * Measures the servers that the arguments of `workshop compare` or `workshop profile` ask for.
 * @param {'compare' | 'profile'} name @param {string[]} typed
 * @returns {Promise<number>} exit code
 */
export async function measureServers(name, typed) {
  const args = withLongNames(typed)
  const config = await readCompareConfig(args, name)
  const options = readCompareOptions(args, config, name)
  const { variants, companions, requests, leftOut, origin, health, revisions, nodes, packages } = options
  const login = await askedLogin(options.login, requests)
  const seed = seedOf(options)
  const experiment = comparedServers({ variants, requests, folder: '' })
  const design = designOf(experiment, options, seed, await usableCores())
  requirePackages(packagesOf(design))
  if (config && !options.quiet) printError(`Configuration: ${config.name}`)
  const isOneCommand = [revisions, nodes, packages].some(each => each.length > 0)
  const about = [
    ...(name === 'compare' && variants.length === 1 ? [PROFILE_HINT] : []),
    ...(isOneCommand ? [] : equalCommandsInWords(variants)),
    ...leftOutInWords(leftOut, origin)
  ]
  const asked = { asked: options, companions, requests, health, login, design, reproduce: commandOf(name, args, seed) }
  const measure = (/** @type {Session} */ session) => compareServers({ ...asked, ...session })
  const checkPlan = async () => {
    const [{ cwd = '.' }] = variants
    if (packages[0]) checkPackage(cwd, packages[0].name)
    if (revisions.length > 0) await checkRevisions(revisions, cwd)
  }
  return measureRuns([{ experiment, design, measure }], options, { about, checkPlan, json: ([analysis]) => analysis })
}

/**
 * Returns the command that repeats a run, as a report has it: a variable stands for each secret value and for a body.
 * @param {'compare' | 'profile'} name @param {string[]} args @param {number} seed
 */
export function commandOf(name, args, seed) {
  const hasSeed = args.some(word => /^--seed(=|$)/.test(word))
  const shown = maskedArguments(args).map(function withoutBody(word, index) {
    if (args[index - 1] === '--body') return hidden('body', word)
    return word.replace(/^(--body=)(.+)$/s, (_, option, body) => option + hidden('body', body))
  })
  const words = [...shown, ...(hasSeed ? [] : ['--seed', String(seed)])].map(quoted).join(' ')
  return `${typedCommand} ${name} ${words}`
}
