import { WorkshopError } from '../../errors/errors.js'
import { comparedServers } from '../../experiments/compared-servers.js'
import { askServers } from '../../measure/launch/ask-servers.js'
import { withCompanions } from '../../measure/launch/companions.js'
import { answerProblem, encodingOf } from '../../verdict/decide/compare-answers.js'
import { measureAndSave } from '../save/measure-and-save.js'
import { withVariants } from './with-variants.js'

/** @import { Companion, Experiment, LoginRequest, WeightedRequest } from '../../experiments/types.js' */
/** @import { AskedRequest } from '../../measure/launch/ask-servers.js' */
/** @import { CompanionEvent } from '../../measure/launch/companions.js' */
/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { Design } from '../../measure/types.js' */
/** @import { KnownLabs } from '../../runs/lab-types.js' */
/** @import { Answers } from '../../runs/types.js' */
/** @import { AskedBaselines, Measured } from '../save/measure-and-save.js' */
/** @import { AskedVariants, CheckoutEvent } from './with-variants.js' */

/** @typedef {Experiment['variants']} Variants */

/**
 * @typedef {{ type: 'ports', variant: string, loaded: number, others: number[] }} PortsEvent a server listens on several ports; as its
 *   code has them, 0 for any
 *
 * @typedef {object} Comparison
 * @property {AskedVariants} asked
 * @property {[WeightedRequest, ...WeightedRequest[]]} requests
 * @property {Companion[]} companions processes that run beside the servers, from before the first until after the last
 * @property {string} [health] path that responds with 2xx once a server is ready
 * @property {LoginRequest[]} [login] played once per launch, before its warm-up
 * @property {Design} design
 * @property {string} out the folder of all runs
 * @property {AskedBaselines} baselines
 * @property {KnownLabs} [labs] whose runs are listed beside it
 * @property {string} reproduce the command that repeats it
 * @property {AbortSignal} signal
 * @property {(event: Parameters<Order['notify']>[0] | CheckoutEvent | CompanionEvent | PortsEvent) => void} notify
 */

/**
 * Measures servers of a user: starts each once to compare its responses with those of the others, and then measures them.
 * @param {Comparison} comparison @returns {Promise<Measured>}
 * @throws {WorkshopError} ERR_WRONG_STATUS, ERR_NOT_COMPARABLE, ERR_NO_RESPONSE, ERR_COMPANION_EXITED, those of `withVariants`, of a login and of a launch
 */
export function compareServers({ asked, companions, requests, health, login, signal: caller, notify, ...others }) {
  return withCompanions(companions, { signal: caller, notify }, function measureBeside({ signal, readCpu }) {
    return withVariants(asked, { out: others.out, signal, notify }, async function measureVariants(variants, folder) {
      const { request, requests: several = [request] } = comparedServers({ variants, requests, folder })
      const answers = await askServers(variants, several, signal, health, login)
      for (const each of several) refuseOtherWork(answers, each)
      const compared = { variants: asAnswered(variants, answers), requests, folder, health, login }
      for (const event of portEvents(answers)) notify(event)
      const experiment = comparedServers({ ...compared, companions: companions.map(({ name }) => name) })
      return measureAndSave({ ...others, experiment, answers, readCompanions: readCpu, signal, notify })
    })
  })
}

/** Returns an event for each variant that listens on several ports when none was named. @param {Answers[]} answers @returns {PortsEvent[]} */
function portEvents(answers) {
  /** @type {Map<string, PortsEvent>} */
  const events = new Map()
  for (const { variant, wantedPort, otherPorts = [] } of answers)
    if (otherPorts.length > 0) events.set(variant, { type: 'ports', variant, loaded: wantedPort, others: otherPorts })
  return [...events.values()]
}

/** @param {Answers[]} answers @param {AskedRequest} request */
function refuseOtherWork(answers, { name, method = 'GET', path }) {
  const own = answers.filter(({ request }) => request === name)
  const problem = answerProblem(own, `${method} ${path}`)
  if (problem) throw new WorkshopError(problem.code, problem.details)
}

/**
 * Returns the variants with what their responses show: the encoding of those to all requests, and the port of a server that listens
 * on several, since another one may be open first in another launch.
 * @type {(variants: Variants, answers: Answers[]) => Variants}
 */
function asAnswered(variants, answers) {
  return /** @type {Variants} */ (
    variants.map(function addFacts(variant) {
      const own = answers.filter(each => each.variant === variant.name)
      const [{ wantedPort: port = 0, otherPorts = [] } = {}] = own
      const contentEncoding = encodingOf(own.flatMap(each => each.answers))
      return { ...variant, contentEncoding, ...(otherPorts.length > 0 && { port }) }
    })
  )
}
