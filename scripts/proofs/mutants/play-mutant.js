import { mutated } from './sample.js'

/** @import { Mutant, MutantName } from './sample.js' */
/** @import { Sandbox } from './sandbox.js' */

/** Tests that hang end earlier by themselves, code in an endless loop does not. */
const LIMIT_MS = 120_000

/**
 * @typedef {'killed' | 'timeout' | 'survived' | 'open'} Result `timeout`: the tests did not end, which shows the mutant too; `open`: only
 *   the tests of its own were played
 *
 * @typedef {MutantName & { group: string, operator: string, line: number, result: Result, by: string | null, ms: number }} PlayedMutant
 *   `by`: the test file that failed first
 *
 * @typedef {object} Job
 * @property {Mutant} mutant
 * @property {string[]} tests
 * @property {boolean} isLast whether the mutant survives where these tests pass
 * @property {Job} [last] the tests after these
 */

/**
 * Plays the tests of a mutant until one fails. A test that also fails without a mutant does not count.
 * @param {Job} job @param {string} source of the file
 * @param {{ sandbox: Sandbox, sound: Map<string, boolean>, signal: AbortSignal }} tools `sound`: which tests pass without a mutant
 * @returns {Promise<PlayedMutant>}
 */
export async function playMutant({ mutant, tests, isLast }, source, { sandbox, sound, signal }) {
  const startMs = performance.now()
  const { group, file, line, operator, before, after, nth } = mutant
  const { result, by } = (await played(tests)) ?? { result: isLast ? 'survived' : 'open', by: null }
  const ms = Math.round(performance.now() - startMs)
  return { group, file, line, operator, before, after, nth, result, by, ms }

  /** @param {string[]} tests @returns {Promise<Pick<PlayedMutant, 'result' | 'by'> | null>} null: none failed */
  async function played(tests) {
    const rest = tests.filter(test => sound.get(test) !== false)
    if (rest.length === 0) return null
    const { failed, isLate } = await playWith(mutated(source, mutant), rest)
    if (isLate) return { result: 'timeout', by: null }
    if (failed === null) return null
    if (failed === '' ? await endsTests(rest) : await isSound(failed)) return { result: 'killed', by: failed }
    return played(rest)
  }

  /** Returns whether it is the mutant that ended the process of its tests. @param {string[]} tests */
  async function endsTests(tests) {
    const { failed } = await playWith(source, tests)
    if (failed === '') throw new Error(`the process of these tests ends without a mutant: ${tests.join(' ')}`)
    return true
  }

  /** @param {string} test */
  async function isSound(test) {
    const known = sound.get(test)
    if (known !== undefined) return known
    const { failed, isLate } = await playWith(source, [test])
    const passes = failed === null && !isLate
    if (!passes) console.error(`${test} fails without a mutant, and is not played`)
    sound.set(test, passes)
    return passes
  }

  /** @param {string} text @param {string[]} tests */
  async function playWith(text, tests) {
    sandbox.write(file, text)
    try {
      return await sandbox.play(tests, { limitMs: LIMIT_MS, signal })
    } finally {
      sandbox.write(file, source)
    }
  }
}
