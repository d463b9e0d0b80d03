import assert from 'node:assert/strict'
import fc from 'fast-check'
import { compareOptions, readCompareOptions } from '../../../src/cli/compare-options.js'
import { readRunOptions } from '../../../src/cli/run-options.js'
import { checkConfig } from '../../../src/config/check-config.js'
import { WorkshopError } from '../../../src/errors.js'
import { measureOptions } from '../../../src/library/measure-options.js'
import { readMessage } from '../../../src/measure/agent-messages.js'

/** @import { FuzzTarget } from './targets.js' */

const names = Object.keys({ ...measureOptions, ...compareOptions })
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
    for (const read of [readRunOptions, readCompareOptions]) {
      try {
        const { out } = read(given)
        assert.ok(typeof out === 'string' && out !== '')
      } catch (error) {
        assertOfUser(error)
      }
    }
  }
}

const key = fc.constantFrom(
  'servers',
  'refs',
  'nodes',
  'request',
  'requests',
  'rounds',
  'budgets',
  'prepare',
  'companions',
  'out'
)
const server = fc.record({ name: fc.jsonValue(), command: fc.jsonValue(), env: fc.jsonValue() }, { requiredKeys: [] })
const value = fc.oneof(fc.jsonValue(), server, fc.array(server, { maxLength: 3 }))

/** Any configuration is valid, or has sentences about its keys. @type {FuzzTarget<unknown>} */
export const configuration = {
  arbitrary: fc.oneof(fc.jsonValue(), fc.dictionary(fc.oneof(key, fc.string()), value, { maxKeys: 6 })),
  check(config) {
    for (const { problem } of checkConfig(config)) assert.match(problem, /\S+ \S+/)
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

/** @param {unknown} error */
function assertOfUser(error) {
  if (!(error instanceof WorkshopError)) throw error
  assert.match(error.message, /\S+ \S+/)
  assert.doesNotMatch(error.message, /undefined|\[object/)
}
