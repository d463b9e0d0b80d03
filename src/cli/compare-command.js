import { randomInt } from 'node:crypto'
import { quote } from 'shell-quote'
import { WorkshopError } from '../errors.js'
import { comparedServers } from '../experiments/compared-servers.js'
import { askServers } from '../measure/ask-servers.js'
import { usableCores } from '../system/cores.js'
import { formatJson } from '../system/files.js'
import { answerProblem, encodingOf } from '../verdict/compare-answers.js'
import { readCompareOptions } from './compare-options.js'
import { describePlan } from './describe-plan.js'
import { designOf } from './design-of.js'
import { watchForInterrupts } from './interrupts.js'
import { measureAndReport } from './measure-and-report.js'
import { exitCodeOf } from './print-report.js'
import { withVariants } from './with-variants.js'

/**
 * @import { Experiment, Request } from '../experiments/types.js'
 * @import { Answers } from '../runs/types.js'
 */

/** @typedef {Experiment['variants']} Variants */

/**
 * `workshop compare`: measures two or more servers of a user, and reports their difference.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function compareCommand(args) {
  const options = readCompareOptions(args)
  const { variants, request } = options
  const seed = options.seed ?? randomInt(1e6)
  const cores = await usableCores()
  const [{ cwd: folder = '' }] = variants
  const planned = comparedServers({ variants, request, folder })
  const design = designOf(planned, options, seed, cores)
  if (options.dryRun) return print(describePlan(planned, design))

  const { signal, stop } = watchForInterrupts()
  const reproduce = commandOf(args, seed)
  try {
    return await withVariants(options, signal, measureVariants)
  } finally {
    stop()
  }

  /** @type {(variants: Variants, folder: string) => Promise<number>} */
  async function measureVariants(variants, folder) {
    const answers = await askServers(variants, request, signal)
    refuseOtherWork(answers, request)
    const experiment = comparedServers({ variants: withEncodings(variants, answers), request, folder })
    const { analysis, problem } = await measureAndReport({ experiment, design, reproduce, answers, signal }, options)
    if (options.json) print(formatJson(analysis))
    if (problem) throw problem
    return exitCodeOf(analysis)
  }
}

/**
 * @param {Answers[]} answers
 * @param {Request} request
 * @throws {WorkshopError} ERR_WRONG_STATUS, ERR_NOT_COMPARABLE
 */
function refuseOtherWork(answers, { method = 'GET', path }) {
  const problem = answerProblem(answers, `${method} ${path}`)
  if (problem) throw new WorkshopError(problem.code, problem.details)
}

/** @type {(variants: Variants, answers: Answers[]) => Variants} */
function withEncodings(variants, answers) {
  return /** @type {Variants} */ (
    variants.map((variant, index) => ({ ...variant, contentEncoding: encodingOf(answers[index]?.answers ?? []) }))
  )
}

/** @param {string[]} args @param {number} seed */
function commandOf(args, seed) {
  const hasSeed = args.some(word => /^--seed(=|$)/.test(word))
  return `node scripts/workshop.js compare ${quote(args)}${hasSeed ? '' : ` --seed ${seed}`}`
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text.trimEnd()}\n`)
  return 0
}
