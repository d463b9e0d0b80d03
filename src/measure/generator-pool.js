import { startGenerator } from '../load/generator.js'

/**
 * @import { WorkshopError } from '../errors.js'
 * @import { Generator } from '../load/generator.js'
 * @import { GeneratorName } from '../load/types.js'
 * @import { Design } from './types.js'
 */

/** @typedef {Awaited<ReturnType<typeof startGenerators>>} GeneratorPool */

/**
 * Starts the generators of a run: one per variant of the load that is played in shared-core slices, one of each other
 * load.
 * @param {object} setup
 * @param {Design} setup.design
 * @param {number} setup.variants how many
 * @param {(name: string) => string} setup.logPathOf
 * @param {AbortSignal} setup.signal
 * @throws {WorkshopError} ERR_GENERATOR
 */
export async function startGenerators({ design, variants, logPathOf, signal }) {
  const names = new Set([design.warmupLoad, ...design.loads].map(load => load.generator))
  /** @type {Map<string, Generator>} */
  const up = new Map()
  await start()
  return { at, pids, restart, end }

  async function start() {
    try {
      for (const name of names) await startCopies(name)
    } catch (error) {
      await end()
      throw error
    }
  }

  /** @param {GeneratorName} name */
  function copiesOf(name) {
    return design.slices.sharedCore > 0 && name === design.loads[0].generator ? variants : 1
  }

  /** @param {GeneratorName} name */
  async function startCopies(name) {
    for (let place = 0; place < copiesOf(name); place++)
      up.set(key(name, place), await startGenerator(name, { logPath: logPathOf(key(name, place)), signal }))
  }

  async function restart() {
    await end()
    await start()
  }

  async function end() {
    await Promise.all([...up.values()].map(generator => generator.end()))
  }

  /**
   * Returns the generator for the launch at that place: launches that are loaded at the same time have different ones.
   * @param {GeneratorName} name
   * @param {number} place
   */
  function at(name, place) {
    const generator = up.get(key(name, place % copiesOf(name)))
    if (!generator) throw new TypeError(`no ${name} is up`)
    return generator
  }

  function pids() {
    return [...up.values()].flatMap(({ pid }) => pid ?? [])
  }
}

/** @param {string} name @param {number} place */
function key(name, place) {
  return place === 0 ? name : `${name}-${place + 1}`
}
