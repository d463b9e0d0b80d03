import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { optionsOf } from '../../../src/cli/options/options.js'
import { GENERATORS } from '../../../src/compare/ask/options.js'
import { checkConfig } from '../../../src/compare/config/check-config.js'
import { METHODS } from '../../../src/compare/requests/asked-requests.js'
import { profilers } from '../../../src/profilers/index.js'
import { budgetedMetrics } from '../../../src/verdict/gates/budgeted-metrics.js'

const root = path.join(import.meta.dirname, '../../..')
const published = JSON.parse(readFileSync(path.join(root, 'schemas/workshop.config.schema.json'), 'utf8'))
const schema = withoutReferences(published)
const libraryText = readFileSync(path.join(root, 'src/compare/index.js'), 'utf8')
const { servers, request, requests, companions, profilers: profilerNames, loads, budgets } = schema.properties
const server = { command: 'node a.js' }

test('the schema has the keys that the command reads, and no others', () => {
  const keys = Object.values(optionsOf('compare')).flatMap(({ key }) => key ?? [])
  const keysOf = (/** @type {string | undefined} */ of) => keys.filter(key => key.of === of).map(({ name }) => name)
  const read = ['$schema', 'servers', 'request', 'budgets', ...keysOf(undefined)]
  expect(Object.keys(schema.properties).toSorted()).toEqual(read.toSorted())
  expect(Object.keys(request.properties).toSorted()).toEqual(keysOf('request').toSorted())
  expect(Object.keys(servers.items.properties).toSorted()).toEqual(['command', 'env', ...keysOf('servers')].toSorted())
})

test('the schema has the keys of compare() that are data, by the same names', () => {
  const ofCalls = ['signal', 'onProgress']
  const keys = propertiesOf('CompareOptions').filter(name => !ofCalls.includes(name))
  expect(keys.length).toBeGreaterThan(7)
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(keys))
  expect(Object.keys(servers.items.properties)).toEqual(expect.arrayContaining(propertiesOf('Server')))
  expect(Object.keys(companions.items.properties)).toEqual(propertiesOf('CompanionProcess'))
})

test('the schema has the names that the options allow', () => {
  expect(profilerNames.items.enum).toEqual([...profilers.keys()].filter(name => name !== 'none'))
  expect(loads.items.enum).toEqual(GENERATORS)
  expect(request.properties.method.enum).toEqual(METHODS)
  expect(Object.keys(budgets.properties)).toEqual(Object.keys(budgetedMetrics))
})

const exampleCases = [
  ...casesOf(schema.properties, (key, value) => ({ servers: [server], [key]: value })),
  ...casesOf(servers.items.properties, (key, value) => ({ servers: [{ ...server, [key]: value }] })),
  ...casesOf(requests.items.properties, (key, value) => ({ servers: [server], requests: [{ [key]: value }] })),
  ...casesOf(companions.items.properties, (key, value) => ({
    servers: [server],
    companions: [{ ...server, [key]: value }]
  })),
  ...casesOf(budgets.properties, (key, value) => ({ servers: [server], budgets: { [key]: value } })),
  ...casesOf(request.properties, (key, value) => ({ servers: [server], request: { [key]: value } }))
]

test.each(exampleCases)('%s has an example that is valid', (_key, configs) => {
  expect(configs.length).toBeGreaterThan(0)
  for (const config of configs) expect(checkConfig(config)).toEqual([])
})

test.each([
  [{}, 'the configuration needs the key servers', []],
  [5, 'the configuration must be an object, and is 5', []],
  [{ servers: [] }, 'servers must be not empty, and is []', ['servers']],
  [{ servers: [{}] }, 'servers[0] needs the key command', ['servers', 0]],
  [
    { servers: [server, { command: 5 }] },
    'servers[1].command must be a string or a list of strings, and is 5',
    ['servers', 1, 'command']
  ],
  [
    { servers: [{ command: ['node', 5] }] },
    'servers[0].command must be a string or a list of strings, and is ["node",5]',
    ['servers', 0, 'command']
  ],
  [
    { servers: [{ ...server, environment: {} }] },
    'servers[0].environment is no key; the keys are name, command, env, cwd, port, memoryMB',
    ['servers', 0, 'environment']
  ],
  [{ servers: [server], Rounds: 5 }, 'Rounds is no key; did you mean rounds?', ['Rounds']],
  [{ servers: [server], rounds: 1.5 }, 'rounds must be a whole number from 1 to 200, and is 1.5', ['rounds']],
  [{ servers: [server], clean: 5 }, 'clean must be a string or a list of strings, and is 5', ['clean']],
  [{ servers: [server], prepare: [] }, 'prepare must be a string or a list of strings, and is []', ['prepare']],
  [
    { servers: [server], companions: [{ command: [5] }] },
    'companions[0].command must be a string or a list of strings, and is [5]',
    ['companions', 0, 'command']
  ],
  [
    { servers: [server], requests: [{ method: 'HEAD' }] },
    'requests[0].method must be "GET" or "POST" or "PUT" or "PATCH" or "DELETE", and is "HEAD"',
    ['requests', 0, 'method']
  ],
  [
    { servers: [server], request: { path: 'a' } },
    'request.path must be a string such as "/items", and is "a"',
    ['request', 'path']
  ],
  [
    { servers: [server], request: { headers: { 'x/y~z': 1 } } },
    'request.headers.x/y~z must be a string, and is 1',
    ['request', 'headers', 'x/y~z']
  ],
  [{ servers: [server], only: 'size' }, 'only must be "verdict" or "counters", and is "size"', ['only']],
  [
    { servers: [server], budgets: { cpuPerReqest: '+3%' } },
    'budgets.cpuPerReqest is no key; did you mean cpuPerRequest?',
    ['budgets', 'cpuPerReqest']
  ],
  [{ servers: [server], budgets: { p99: 50 } }, 'budgets.p99 must be a string, and is 50', ['budgets', 'p99']],
  [{ servers: [server], refs: 'main' }, 'refs must be a list of strings, and is "main"', ['refs']]
])('%j is refused with its key', (config, problem, keys) => {
  expect(checkConfig(config)).toEqual([{ path: keys, problem }])
})

test.each([
  [{ servers: [{ ...server, name: 'a\0' }] }, 'servers[0].name', ['servers', 0, 'name']],
  [{ servers: [{ ...server, cwd: '/srv\0' }] }, 'servers[0].cwd', ['servers', 0, 'cwd']],
  [{ servers: [{ command: 'A=\0 node a.js' }] }, 'servers[0].command', ['servers', 0, 'command']],
  [{ servers: [server, { command: ['node', 'a\0.js'] }] }, 'servers[1].command[1]', ['servers', 1, 'command', 1]],
  [{ servers: [{ ...server, env: { A: 'b\0c' } }] }, 'servers[0].env.A', ['servers', 0, 'env', 'A']],
  [{ servers: [{ ...server, env: { 'A\0': '' } }] }, 'servers[0].env.A\\0', ['servers', 0, 'env', 'A\0']],
  [{ servers: [{ ...server, env: { body: '\0' } }] }, 'servers[0].env.body', ['servers', 0, 'env', 'body']],
  [{ servers: [server], prepare: ['a', '\0'] }, 'prepare[1]', ['prepare', 1]],
  [
    { servers: [server], companions: [{ ...server, env: { A: '\0' } }] },
    'companions[0].env.A',
    ['companions', 0, 'env', 'A']
  ]
])('%j is refused, as no program can be given it', (config, key, path) => {
  expect(checkConfig(config)).toEqual([{ path, problem: `${key} must have no NUL character (\\0)` }])
})

test('a body may have any character', () => {
  expect(checkConfig({ servers: [server], request: { method: 'POST', body: 'a\0b' } })).toEqual([])
})

test('no form of a value stands twice in the schema', () => {
  const forms = formsIn(published).map(form => JSON.stringify(form))
  expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([])
})

/** Returns the schemas of more than one keyword that have a name, without what only describes them. @param {any} node @returns {object[]} */
function formsIn(node) {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.entries(node).flatMap(([key, value]) => (key === 'examples' ? [] : formsIn(value)))
  const { description, examples, ...form } = node
  const isForm = form.anyOf !== undefined || form.pattern !== undefined || form.additionalProperties !== undefined
  return isForm ? [form, ...below] : below
}

/** Returns a schema with its definitions in the place of references. @param {any} node @returns {any} */
function withoutReferences(node) {
  if (Array.isArray(node)) return node.map(withoutReferences)
  if (typeof node !== 'object' || node === null) return node
  const { $ref: reference, ...own } = node
  const definition = typeof reference === 'string' ? published.definitions[reference.split('/').at(-1) ?? ''] : {}
  const entries = Object.entries({ ...definition, ...own })
  const plain = Object.fromEntries(
    entries.filter(([key]) => key !== '$ref').map(([key, value]) => [key, withoutReferences(value)])
  )
  return definition.$ref ? withoutReferences({ $ref: definition.$ref, ...plain }) : plain
}

/** @param {string} name of a type of the library */
function propertiesOf(name) {
  const [, text = ''] = libraryText.split(`@typedef {object} ${name} `.trimEnd())
  const [ofType = ''] = text.split('@typedef')
  return [...ofType.matchAll(/@property \{.*\} \[?(\w+)\]? ?/g)].map(([, key = '']) => key)
}

/**
 * @param {Record<string, { examples?: unknown[] }>} properties
 * @param {(key: string, value: unknown) => unknown} toConfig
 * @returns {[string, unknown[]][]}
 */
function casesOf(properties, toConfig) {
  return Object.entries(properties).map(([key, { examples = [] }]) => [
    key,
    examples.map(value => toConfig(key, value))
  ])
}
