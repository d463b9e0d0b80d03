import process from 'node:process'
import { TestEnvironment } from 'jest-environment-node'

/** What makes programs print in colours, in another width, or differently in CI. The workers of jest have FORCE_COLOR in a terminal. */
const TERMINAL_VARIABLES = [
  'CI',
  'COLORTERM',
  'COLUMNS',
  'FORCE_COLOR',
  'LINES',
  'NODE_DISABLE_COLORS',
  'NO_COLOR',
  'TERM',
  'TERM_PROGRAM'
]

// Of the process itself, from which the environment of each test is copied: programs that a test starts inherit it too.
for (const name of TERMINAL_VARIABLES) delete process.env[name]

/**
 * The environment of jest for Node.js in which no test sees a terminal. A single test file runs in the process that has the terminal
 * of the user, several run in workers that have pipes.
 */
export default class PlainEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
      const value = Object.create(process[name], { isTTY: { value: false }, columns: { value: undefined } })
      Object.defineProperty(this.global.process, name, { value, configurable: true })
    }
  }
}
