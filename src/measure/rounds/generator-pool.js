import { startGenerator } from '../../load/generator.js'
import { getOrAdd } from '../../stats/group-by.js'

/** @import { WorkshopError } from '../../errors/errors.js' */
/** @import { Generator } from '../../load/generator.js' */
/** @import { GeneratorName, Load } from '../../load/types.js' */

/** @typedef {ReturnType<typeof generatorPool>} GeneratorPool */

/**
 * Returns how many processes of a generator a load needs. One plays the closed loops of all launches that are loaded at the same time: two
 * that do not sleep would share a core where there are two, and responses would wait for the scheduler. An open loop must be on time, and
 * artillery plays one batch at a time.
 * @param {{ load: Load, launches: unknown[] }} played
 */
export function processesOf({ load: { generator, mode }, launches }) {
  return { generator, processes: mode === 'closed' ? 1 : launches.length }
}

/**
 * Returns the generators of a run. Each is started before the first block that needs it.
 * @param {object} setup @param {(name: string) => string} setup.logPathOf @param {AbortSignal} setup.signal
 */
export function generatorPool({ logPathOf, signal }) {
  /** @type {Map<GeneratorName, Generator[]>} */
  const up = new Map()
  return { prepare, at, pids, restart, end }

  /**
   * Starts the processes that are missing.
   * @param {{ generator: GeneratorName, processes: number }[]} needs
   * @throws {WorkshopError} ERR_GENERATOR
   */
  async function prepare(needs) {
    for (const { generator, processes } of needs) {
      const copies = copiesOf(generator)
      while (copies.length < processes) {
        const name = copies.length === 0 ? generator : `${generator}-${copies.length + 1}`
        copies.push(await startGenerator(generator, { logPath: logPathOf(name), signal }))
      }
    }
  }

  /** @param {GeneratorName} name */
  function copiesOf(name) {
    return getOrAdd(up, name, () => [])
  }

  async function restart() {
    const needs = [...up].map(([generator, { length }]) => ({ generator, processes: length }))
    await end()
    await prepare(needs)
  }

  async function end() {
    const ending = [...up.values()].flat()
    up.clear()
    await Promise.all(ending.map(generator => generator.end()))
  }

  /**
   * Returns the generator for the launch at that place: where there is more than one, launches that are loaded at the same time have
   * different ones.
   * @param {GeneratorName} name @param {number} place
   */
  function at(name, place) {
    const copies = copiesOf(name)
    const generator = copies[place % copies.length]
    if (!generator) throw new TypeError(`no ${name} is up`)
    return generator
  }

  function pids() {
    return [...up.values()].flat().flatMap(({ pid }) => pid ?? [])
  }
}
