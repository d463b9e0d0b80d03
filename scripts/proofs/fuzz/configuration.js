import assert from 'node:assert/strict'
import path from 'node:path'
import fc from 'fast-check'
import { readCompareConfig, readCompareOptions } from '../../../src/cli/options/compare-options.js'
import { changeJson, jsonChanges } from '../../../test/helpers/mutations.js'
import { damages, inNewFolder, noDamages, writeDamaged } from './damaged-file.js'
import { assertRefused, assertSavable } from './refusal.js'
import { assertSendable } from './requests-files.js'

/** @import { Damage } from './damages.js' */
/** @import { FuzzTarget } from './targets.js' */

const NAME = 'workshop.config.json'

/** Configurations that together have every key. */
const bases = [
  {
    $schema: './schema.json',
    servers: [
      { name: 'old', command: 'A=1 node a.js', env: { B: '2' }, cwd: '.', port: 3000 },
      { command: ['node', 'b c.js'], memoryMB: 512 }
    ],
    request: { path: '/items', method: 'PUT', headers: { Accept: 'text/html' }, body: 'x' },
    companions: [{ command: 'node up.js', env: { PORT: '1' }, cwd: '.' }],
    ...{
      prepare: 'npm run build',
      clean: ['npm', 'run', 'drop'],
      health: '/ready',
      profilers: ['cdp'],
      loads: ['paced']
    },
    ...{ rounds: 7, maxSeconds: 60, seed: 0, out: './runs', budgets: { cpuPerRequest: '+3%', p99: '50ms' } }
  },
  {
    servers: [{ command: 'node a.js' }],
    refs: ['main', '.'],
    requests: [
      { path: '/a', weight: 3 },
      { name: 'b', path: '/b', body: '{}', headers: { a: 'b' } }
    ],
    only: 'verdict'
  },
  { servers: [{ command: 'node a.js' }], nodes: ['20', './node'] },
  { servers: [{ command: 'node a.js' }], preloads: ['some-apm/register'] }
].map(config => JSON.stringify(config, null, 2))

const base = fc.constantFrom(...bases)
const command = fc.oneof(
  fc.string(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.constantFrom('A=1', 'a | b', '${', 'a "b')
)
const server = fc.record(
  {
    name: fc.string(),
    command,
    env: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
    cwd: fc.constantFrom('.', '\0', '/no')
  },
  { requiredKeys: ['command'] }
)
const texts = fc.array(fc.string(), { maxLength: 3 })
const request = fc.record(
  {
    path: fc.string().map(text => `/${text}`),
    headers: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
    body: fc.string()
  },
  { requiredKeys: [] }
)
/** Every value has the type of its key. */
const typed = fc.record(
  {
    servers: fc.array(server, { minLength: 1, maxLength: 3 }),
    ...{ refs: texts, nodes: texts, preloads: texts },
    ...{ request, requests: fc.array(request, { minLength: 1, maxLength: 3 }) },
    companions: fc.array(server, { maxLength: 2 }),
    budgets: fc.dictionary(fc.constantFrom('cpuPerRequest', 'p99', 'requestsPerSecond'), fc.string(), { maxKeys: 2 })
  },
  { requiredKeys: ['servers'] }
)

/**
 * Files of configurations, read by the functions of `compare`: damaged files, files with other values, and values of the right type.
 * @type {FuzzTarget<{ text: string, own: Damage[] }>}
 */
export const configuration = {
  arbitrary: fc.record({
    text: fc.oneof(
      { weight: 3, arbitrary: base },
      {
        weight: 3,
        arbitrary: fc.tuple(base, jsonChanges).map(([text, changes]) => JSON.stringify(changeJson(text, changes)))
      },
      { weight: 3, arbitrary: typed.map(config => JSON.stringify(config)) },
      { weight: 1, arbitrary: fc.json() }
    ),
    own: fc.oneof(noDamages, damages)
  }),
  check: ({ text, own }) =>
    inNewFolder(async function check(folder) {
      const args = ['--config', path.join(folder, NAME)]
      writeDamaged(path.join(folder, NAME), text, own)
      try {
        const config = await readCompareConfig(args)
        assert.ok(config)
        const { variants, requests, out, ...others } = readCompareOptions(args, config)
        assert.ok(variants.length > 1 && typeof out === 'string' && out !== '')
        assertSendable(requests)
        assertSavable({ variants, ...others })
      } catch (error) {
        assertRefused(error, /workshop\.config\.json/)
      }
    })
}
