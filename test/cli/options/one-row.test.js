import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { expect, test } from '@jest/globals'
import { configSchema } from '../../../scripts/config-schema.js'
import { completionTable } from '../../../src/cli/commands/completion.js'
import { commands, helpOf } from '../../../src/cli/options/commands.js'
import { configValues, keyOfOption } from '../../../src/cli/options/compare-options.js'
import { optionsOf } from '../../../src/cli/options/options.js'
import { parserOptions } from '../../../src/cli/options/read-arguments.js'
import { measureWords, readMeasureOptions } from '../../../src/compare/ask/measure-options.js'
import { measureOptions } from '../../../src/compare/ask/options.js'
import { presets } from '../../../src/measure/rounds/presets.js'

const schemaText = readFileSync(path.join(import.meta.dirname, '../../../schemas/workshop.config.schema.json'), 'utf8')
const schema = JSON.parse(schemaText)
const rows = Object.keys(commands).flatMap(command =>
  Object.entries(optionsOf(command)).map(([name, row]) => ({ command, name, row }))
)
const keyed = Object.entries(optionsOf('compare')).flatMap(([name, { key }]) => (key ? [{ name, key }] : []))
/** A value as it is typed, of options whose kind does not say one. @type {Record<string, string>} */
const typed = {
  ...{
    profiler: 'prof,cdp',
    'fail-if-slower': '5%',
    against: 'a',
    until: '2%',
    'save-baseline': 'b',
    shard: '2/4',
    out: 'there'
  }
}
/** What the command that repeats a run leaves out: where it is saved, and what is printed. */
const leftOut = ['seed', 'out', 'save-baseline', 'dry-run', 'json', 'quiet', 'verbose']

test('a row has at most six fields, and stands in one place', () => {
  for (const { row } of rows) expect(Object.keys(row).length).toBeLessThanOrEqual(6)
  expect(rows.length).toBeGreaterThan(70)
})

test.each(rows.map(({ command, name }) => [command, name]))(
  '%s parses, completes and explains --%s',
  (command, name) => {
    const { kind } = optionsOf(command)[name] ?? {}
    const value = kind?.label ? ['x'] : []
    const { values } = parseArgs({ args: [`--${name}`, ...value], options: parserOptions(command) })
    expect(values).toEqual({ [name]: kind?.multiple ? ['x'] : kind?.label ? 'x' : true })
    expect(helpOf(command)).toMatch(new RegExp(`--${name}(?![\\w-])`))
    const completed = completionTable().find(each => each.name === command)
    const option = completed?.options.find(each => each.name === name)
    expect(option).toMatchObject({ takesValue: kind?.label !== undefined })
    for (const each of kind?.values ?? []) expect(option?.values).toContain(each)
  }
)

test.each(keyed)('the configuration has the key $key.name of --$name', ({ name, key }) => {
  const properties = {
    servers: schema.properties.servers.items.properties,
    request: schema.properties.request.properties
  }
  const place = key.of === undefined ? schema.properties : properties[key.of]
  const { examples, $ref } = place[key.name]
  const [example] = examples ?? schema.definitions[$ref.split('/').at(-1)].examples
  const server = { command: 'node a.js' }
  const own = key.of === undefined ? { [key.name]: example } : {}
  const inServer = key.of === 'servers' ? { [key.name]: example } : {}
  const inRequest = key.of === 'request' ? { request: { [key.name]: example } } : {}
  const config = { servers: [{ ...server, ...inServer }], ...inRequest, ...own }
  const { values, servers } = configValues({ name: 'a', config, folder: '/', placeOf: () => 'a' })
  expect({ ...values, ...servers.values }).toHaveProperty(name)
  expect(keyOfOption(`--${name}`)).toEqual(key.of === 'servers' ? ['servers'] : [key.of, key.name].filter(Boolean))
})

test('the schema of the configuration is what the table gives', () => {
  expect(JSON.parse(configSchema())).toEqual(schema)
  expect(JSON.stringify(JSON.parse(configSchema()))).toBe(JSON.stringify(schema))
})

test.each(Object.entries(measureOptions))('a run with --%s is repeated with it', (name, row) => {
  const { minimum } = /** @type {{ minimum?: number }} */ (row.kind.schema ?? {})
  const value = typed[name] ?? minimum?.toString() ?? row.kind.values?.[0] ?? true
  const values = { [name]: value, ...(name === 'force' && { against: 'a' }) }
  const words = measureWords(readMeasureOptions(values), 3).slice(2).join(' ')
  if (leftOut.includes(name)) expect(words).toBe('')
  else if (name === 'force') expect(words).toBe('--against a --force')
  else
    expect(words).toBe(
      value === true ? `--${name}` : `--${name}${'as' in row && row.as === 'failIfSlower' ? '=' : ' '}${value}`
    )
})

test.each(Object.values(presets))('$option is an option', ({ option }) => {
  const [name = '', value] = option.replace('--', '').split(' ')
  const { kind } = optionsOf('run')[name] ?? {}
  if (value === undefined) expect(kind?.label).toBeUndefined()
  else expect(kind?.values).toContain(value)
})
