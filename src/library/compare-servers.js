import { WorkshopError } from '../errors.js'
import { comparedServers } from '../experiments/compared-servers.js'
import { askServers } from '../measure/ask-servers.js'
import { answerProblem, encodingOf } from '../verdict/compare-answers.js'
import { measureAndSave } from './measure-and-save.js'
import { withVariants } from './with-variants.js'

/**
 * @import { Experiment, Request } from '../experiments/types.js'
 * @import { Order } from '../measure/run-experiment.js'
 * @import { Design } from '../measure/types.js'
 * @import { Answers } from '../runs/types.js'
 * @import { Measured } from './measure-and-save.js'
 * @import { AskedVariants, CheckoutEvent } from './with-variants.js'
 */

/** @typedef {Experiment['variants']} Variants */

/**
 * @typedef {object} Comparison
 * @property {AskedVariants} asked
 * @property {Request} request
 * @property {Design} design
 * @property {string} out the folder of all runs
 * @property {string} reproduce the command that repeats it
 * @property {AbortSignal} signal
 * @property {(event: Parameters<Order['notify']>[0] | CheckoutEvent) => void} notify
 */

/**
 * Measures servers of a user: starts each once to compare its responses with those of the others, and then measures them.
 * @param {Comparison} comparison
 * @returns {Promise<Measured>}
 * @throws {WorkshopError} ERR_WRONG_STATUS, ERR_NOT_COMPARABLE, ERR_NO_RESPONSE, those of `withVariants` and of a launch
 */
export function compareServers({ asked, request, signal, notify, ...others }) {
  return withVariants(asked, { signal, notify }, async function measureVariants(variants, folder) {
    const answers = await askServers(variants, request, signal)
    refuseOtherWork(answers, request)
    const experiment = comparedServers({ variants: withEncodings(variants, answers), request, folder })
    return measureAndSave({ ...others, experiment, answers, signal, notify })
  })
}

/** @param {Answers[]} answers @param {Request} request */
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
