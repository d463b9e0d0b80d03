import { workshopRoot } from '../../system/files/workshop-root.js'
import { freePorts } from '../../system/free-port.js'
import { withCompanions } from './companions.js'

/**
 * @import { Companion, Experiment, Variant } from '../../experiments/types.js'
 * @import { CompanionEvent, CompanionSession } from './companions.js'
 */

/**
 * Calls a function while the processes that an experiment names listen, with the experiment as it is measured: its variants have the
 * ports. Each run takes ports of its own, so that several can run at once.
 * @template T
 * @param {Experiment} experiment
 * @param {{ signal: AbortSignal, notify: (event: CompanionEvent) => void }} bounds
 * @param {(experiment: Experiment, session: CompanionSession) => Promise<T>} use
 * @returns {Promise<T>} rejects with ERR_COMPANION_EXITED too
 */
export async function withServed({ served = [], ...experiment }, bounds, use) {
  const ports = await freePorts(served.length)
  const companions = served.map(({ env, ...companion }, index) => ({
    ...companion,
    // Nothing but this run decides what a companion loads.
    env: { NODE_OPTIONS: '', ...env, PORT: String(ports[index]) },
    cwd: workshopRoot
  }))
  return withCompanions(companions, bounds, session => use(asServed(experiment, companions), session))
}

/**
 * Returns an experiment with the ports of its companions in the variables of its variants.
 * @param {Experiment} experiment
 * @param {Pick<Companion, 'name' | 'env'>[]} companions
 * @returns {Experiment}
 */
export function asServed(experiment, companions) {
  if (companions.length === 0) return experiment
  const variants = /** @type {Experiment['variants']} */ (experiment.variants.map(withPorts))
  return { ...experiment, variants, companions: companions.map(({ name }) => name) }

  /** @param {Variant} variant */
  function withPorts({ env, ...variant }) {
    return { ...variant, env: Object.fromEntries(Object.entries(env).map(([key, text]) => [key, withPort(text)])) }
  }

  /** @param {string} text */
  function withPort(text) {
    return companions.reduce((filled, { name, env }) => filled.replaceAll(`{${name}}`, env.PORT ?? ''), text)
  }
}
