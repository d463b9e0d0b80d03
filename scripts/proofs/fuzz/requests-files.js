import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import path from 'node:path'
import fc from 'fast-check'
import { parse } from 'yaml'
import { readRequestOptions } from '../../../src/cli/options/compare-options.js'
import { leftOutInWords } from '../../../src/report/words/request-words.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { changeText, textChanges } from '../../../test/helpers/mutations.js'
import { damages, inNewFolder, writeDamaged } from './damaged-file.js'
import { assertPlain, assertRefused, assertSavable } from './refusal.js'

/** @import { Arbitrary } from 'fast-check' */
/** @import { Damage } from './damages.js' */
/** @import { FuzzTarget } from './targets.js' */
/** @import { WeightedRequest } from '../../../src/experiments/types.js' */

const folder = path.join(workshopRoot, 'test/fixtures/requests')
const session = readFileSync(path.join(folder, 'session.har'), 'utf8')
const script = readFileSync(path.join(folder, 'shop.yml'), 'utf8')

/** The files of `--requests` of a browser. @type {FuzzTarget<Damage[]>} */
export const harFiles = fileTarget('session.har', damages, (file, own) => writeDamaged(file, session, own))

/** YAML values that JSON does not have, and others of another type than a key of a script has. */
const yamlValue = fc.constantFrom(
  ...['1', '-1', '1e400', '.nan', '.inf', '~', 'true', '"/a"', '"http://other/a"', '""', '"a\\u0000b"', '"{{ x }}"'],
  ...['[]', '[1]', '{}', '{a: 1}', '{a: {b: 1}}', '{toString: 1}', '{__proto__: 1}', '{constructor: x}', '[[[[]]]]'],
  ...['!!binary aGk=', '!!set {a}', '!!timestamp 2001-01-01', '&a [*a]', '&b {c: *b}', '*a', '!own x', '0x10', '1_000']
)
const keys = ['url', 'uri', 'headers', 'json', 'body', 'form', 'qs', 'auth', 'name']
const step = fc.record({
  key: fc.constantFrom('get', 'post', 'put', 'loop', 'parallel', 'think', 'log'),
  values: fc.dictionary(fc.constantFrom(...keys), yamlValue, { maxKeys: 4 })
})
const odd = fc
  .record({
    target: yamlValue,
    headers: yamlValue,
    weight: yamlValue,
    engine: yamlValue,
    steps: fc.array(step, { maxLength: 3 })
  })
  .map(oddScript)

/**
 * Scripts of artillery: changed text, the same as JSON with damages, and scripts with values of any type.
 * @type {FuzzTarget<{ text: string } | { own: Damage[] }>}
 */
export const artilleryFiles = fileTarget(
  'shop.yml',
  fc.oneof(
    textChanges.map(changes => ({ text: changeText(script, changes) })),
    odd.map(text => ({ text })),
    damages.map(own => ({ own }))
  ),
  function write(file, input) {
    if ('text' in input) writeFileSync(file, input.text)
    else writeDamaged(file, JSON.stringify(parse(script), null, 2), input.own)
  }
)

const word = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '3x',
    '0x',
    `${'9'.repeat(400)}x`,
    'GET',
    'post',
    '/a',
    '/ü',
    'http://a/',
    'http://b:99999/',
    '//',
    '#'
  )
)
const file = fc.constantFrom('@body.txt', '@none', '@.', '@pipe', '@/dev/zero', '@a\0b', '')
const line = fc.tuple(fc.array(word, { maxLength: 4 }), file).map(([words, body]) => [...words, body].join(' '))

/** Lists of requests, whose bodies are in files beside them. @type {FuzzTarget<string[]>} */
export const requestLists = fileTarget('urls.txt', fc.array(line, { maxLength: 6 }), function write(list, lines) {
  writeFileSync(list, lines.join('\n'))
  writeFileSync(path.join(path.dirname(list), 'body.txt'), 'a body')
  writeDamaged(path.join(path.dirname(list), 'pipe'), '', [{ file: 0, at: 0, kind: 'pipe', value: '' }])
})

/**
 * Returns a target that writes a file of requests and reads it as `compare --requests` does.
 * @template Input
 * @param {string} name
 * @param {Arbitrary<Input>} arbitrary
 * @param {(file: string, input: Input) => void} write
 * @returns {FuzzTarget<Input>}
 */
function fileTarget(name, arbitrary, write) {
  return {
    arbitrary,
    check: input =>
      inNewFolder(function check(own) {
        const file = path.join(own, name)
        write(file, input)
        try {
          const { requests, leftOut, origin } = readRequestOptions({ requests: file })
          assertSendable(requests)
          assertPlain(leftOutInWords(leftOut, origin).join('\n'))
        } catch (error) {
          assertRefused(error, new RegExp(name.replace('.', '\\.')))
        }
      })
  }
}

/**
 * Asserts that requests can be sent as they are.
 * @param {WeightedRequest[]} requests
 */
export function assertSendable(requests) {
  assert.ok(requests.length > 0)
  for (const { name, weight, path: target, headers, body } of requests) {
    assert.ok(typeof name === 'string' && name !== '' && Number.isSafeInteger(weight) && weight > 0)
    assert.match(target, /^\/[!-~]*$/)
    assert.ok(body === undefined || typeof body === 'string')
    for (const [header, value] of Object.entries(headers)) {
      validateHeaderName(header)
      validateHeaderValue(header, value)
    }
    assertPlain(JSON.stringify([name, target, Object.entries(headers)]))
  }
  assertSavable(requests)
}

/** @param {{ target: string, headers: string, weight: string, engine: string, steps: { key: string, values: Record<string, string> }[] }} parts */
function oddScript({ target, headers, weight, engine, steps }) {
  const flow = steps.map(({ key, values }) => {
    const pairs = Object.entries(values).map(pair => pair.join(': '))
    return key === 'loop'
      ? `{ loop: ${values.json ?? '[]'}, count: ${values.body ?? 2} }`
      : `{ ${key}: { ${pairs.join(', ')} } }`
  })
  return [
    `config: { target: ${target}, http: { defaults: { headers: ${headers} } } }`,
    `scenarios: [{ weight: ${weight}, flow: [${flow.join(', ')}] }, { engine: ${engine}, flow: [${flow[0] ?? ''}] }]`
  ].join('\n')
}
