import { WorkshopError } from '../errors.js'
import { comparedServers } from '../experiments/compared-servers.js'
import { askServers } from '../measure/ask-servers.js'
import { answerProblem, encodingOf } from '../verdict/compare-answers.js'
import { measureAndSave } from './measure-and-save.js'
import { withVariants } from './with-variants.js'

/**
 * @import { Experiment, WeightedRequest } from '../experiments/types.js'
 * @import { AskedRequest } from '../measure/ask-servers.js'
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
 * @property {[WeightedRequest, ...WeightedRequest[]]} requests
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
export function compareServers({ asked, requests, signal, notify, ...others }) {
  return withVariants(asked, { signal, notify }, async function measureVariants(variants, folder) {
    const { request, requests: several = [request] } = comparedServers({ variants, requests, folder })
    const answers = await askServers(variants, several, signal)
    for (const each of several) refuseOtherWork(answers, each)
    const experiment = comparedServers({ variants: withEncodings(variants, answers), requests, folder })
    return measureAndSave({ ...others, experiment, answers, signal, notify })
  })
}

/** @param {Answers[]} answers @param {AskedRequest} request */
function refuseOtherWork(answers, { name, method = 'GET', path }) {
  const own = answers.filter(({ request }) => request === name)
  const problem = answerProblem(own, `${method} ${path}`)
  if (problem) throw new WorkshopError(problem.code, problem.details)
}

/** Returns the variants, each with the encoding of its responses to all requests. @type {(variants: Variants, answers: Answers[]) => Variants} */
function withEncodings(variants, answers) {
  return /** @type {Variants} */ (
    variants.map(function withEncoding(variant) {
      const own = answers.filter(each => each.variant === variant.name)
      return { ...variant, contentEncoding: encodingOf(own.flatMap(each => each.answers)) }
    })
  )
}
