import assert from 'node:assert/strict'
import fc from 'fast-check'
import { readRunOptions } from '../../../src/cli/commands/run.js'
import { readCompareOptions } from '../../../src/cli/options/compare-options.js'
import { optionsOf } from '../../../src/cli/options/options.js'
import { parseCommandLine } from '../../../src/cli/options/read-arguments.js'
import { readMessage } from '../../../src/measure/agent/agent-messages.js'
import { assertRefused } from './refusal.js'

/** @import { FuzzTarget } from './targets.js' */

const names = Object.keys(optionsOf('compare'))
const words = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'node a.js',
    'A=1 node a.js',
    '--',
    '-',
    '0x10',
    '1e9',
    '-1',
    '../../x',
    '\0',
    'none,prof',
    '3x GET /a @b'
  )
)
const option = fc.tuple(fc.constantFrom(...names), words).map(([name, value]) => [`--${name}`, value])
const args = fc
  .array(
    fc.oneof(
      option,
      words.map(word => [word])
    ),
    { maxLength: 8 }
  )
  .map(parts => parts.flat())

/** Any words are options, or a sentence about one of them. @type {FuzzTarget<string[]>} */
export const commandLine = {
  arbitrary: args,
  check(given) {
    const readRun = () => readRunOptions(parseCommandLine('run', given))
    for (const read of [readRun, () => readCompareOptions(given)]) {
      try {
        const { out } = read()
        assert.ok(typeof out === 'string' && out !== '')
      } catch (error) {
        assertRefused(error)
      }
    }
  }
}

const agentKey = fc.constantFrom(
  'token',
  'type',
  'pid',
  'threadId',
  'nodeVersion',
  'address',
  'port',
  'id',
  'answer',
  '__proto__'
)

/** Any line is a message whose values can be used, or none. @type {FuzzTarget<string>} */
export const agentMessages = {
  arbitrary: fc.oneof(
    fc.string(),
    fc.json(),
    fc.dictionary(agentKey, fc.jsonValue()).map(part => JSON.stringify(part))
  ),
  check(line) {
    const message = readMessage(line)
    if (message === null) return
    if (!('type' in message)) return assert.ok(Number.isSafeInteger(message.id))
    assert.ok(Number.isSafeInteger(message.pid) && message.pid > 0)
    if (message.open) assert.ok(message.open.port > 0 && message.open.port < 65_536)
  }
}
