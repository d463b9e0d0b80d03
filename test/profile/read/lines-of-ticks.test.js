import { describe, expect, test } from '@jest/globals'
import { readV8Ticks } from '../../../src/profile/read/read-v8-ticks.js'
import { weightsByLine } from '../../helpers/lines.js'

const text = `// one comment
function spin(n) {
  return n * n
}
function handle(k) {
  let t = spin(1)
  t += spin(
    3
  )
  return [t].map(mix)
}
`
const helper = 'export const mix = a =>\n  a + 1\n'

/** Where each function begins: at its parameters. */
const starts = { spin: text.indexOf('(n)'), handle: text.indexOf('(k)'), mix: helper.indexOf('a =>') }

const names = {
  spin: 'spin /srv/app.js:2:14',
  handle: 'handle /srv/app.js:5:16',
  mix: 'mix /srv/mix.js:1:20'
}

/** @param {string} part of the text of app.js */
function at(part) {
  return text.indexOf(part)
}

/** @type {Record<string, unknown>[]} */
const code = [
  codeOf('handle', 'Unopt', `C0O${at('let t')}C10O${at('spin(1)')}C20O${at('spin(\n')}C30O${at('[t]')}`),
  codeOf('spin', 'Opt', `C0O${starts.spin}C8O${at('n * n')}`),
  // `spin` is inlined into `handle` from 20 to 40, and `mix` of another file, which has code of its own, from 60.
  {
    ...codeOf('handle', 'Opt', `C0O${at('let t')}C20O${at('n * n')}I0C40O${at('[t]')}C60O${helper.indexOf('a + 1')}I1`),
    source: {
      ...sourceOf('handle'),
      positions: `C0O${at('let t')}C20O${at('n * n')}I0C40O${at('[t]')}C60O${helper.indexOf('a + 1')}I1`,
      inlined: `F0O${at('spin(\n')}F1O${at('map(')}`,
      fns: [1, 2]
    }
  },
  codeOf('mix', 'Unopt', ''),
  { name: '__write', type: 'CPP' },
  codeOf('spin', 'Sparkplug', '')
]
const functions = [{ name: names.handle }, { name: names.spin }, { name: names.mix }]
const scripts = [null, { source: text }, { source: helper }]

/** @param {keyof typeof names} name */
function sourceOf(name) {
  return { script: name === 'mix' ? 2 : 1, start: starts[name], positions: '', inlined: '', fns: [] }
}

/** @param {keyof typeof names} name @param {string} kind @param {string} positions */
function codeOf(name, kind, positions) {
  const func = { handle: 0, spin: 1, mix: 2 }[name]
  return { name: names[name], type: 'JS', kind, func, source: { ...sourceOf(name), positions } }
}

/** @param {number[][]} stacks @param {object} [changes] */
async function linesOf(stacks, changes = {}) {
  const log = { code, functions, ticks: stacks.map(s => ({ tm: 0, vm: 0, s })), scripts, ...changes }
  const profile = await readV8Ticks(JSON.stringify(log, null, 2).split('\n'))
  return weightsByLine(profile)
}

describe('lines of ticks', () => {
  test('a call has the line of its expression, and two calls of one function two lines', async () => {
    // Bytecode has the address of the call itself: one less would be the statement before it.
    const once = [1, 8, 0, 10]
    const thrice = [1, 8, 0, 20]
    expect(await linesOf([once, thrice, thrice, thrice])).toEqual({
      'handle:6 > spin': 1,
      'handle:7 > spin': 3,
      'spin:3': 4
    })
  })

  test('machine code has the address after its call, and on top the address itself', async () => {
    expect(
      await linesOf([
        [4, 0, 2, 40],
        [4, 0, 2, 21],
        [2, 40],
        [1, 7]
      ])
    ).toEqual({
      'handle:7 > spin': 2,
      'spin:3 > __write': 2,
      'handle:10': 1,
      'spin:2': 1
    })
  })

  test('an inlined function has its own line, and its caller that of the call, also of another file', async () => {
    expect(
      await linesOf([
        [2, 20],
        [2, 60],
        [2, 61]
      ])
    ).toEqual({
      'handle:7 > spin': 1,
      'spin:3': 1,
      'handle:10 > mix': 2,
      'mix:2': 2
    })
  })

  test('a library without a name counts for the line that called it', async () => {
    const library = { name: '/usr/lib/libc.so', type: 'SHARED_LIB' }
    const symbol = { name: 'ArrayMap', type: 'CODE', kind: 'Builtin' }
    const more = { code: [...code, library, symbol] }
    expect(await linesOf([[7, 3, 0, 30]], more)).toEqual({ 'handle:10 > Builtin: ArrayMap': 1 })
    const handler = { code: [...code, { name: 'AddHandler', type: 'CODE', kind: 'BytecodeHandler' }] }
    expect(await linesOf([[6, 3, 0, 30]], handler)).toEqual({ 'handle:10': 1 })
  })

  test('own code of Maglev has no line, and its calls have theirs', async () => {
    const maglev = { code: [...code, codeOf('handle', 'Maglev', `C0O${at('let t')}C20O${at('spin(1)')}`)] }
    expect(
      await linesOf(
        [
          [6, 25],
          [1, 8, 6, 25]
        ],
        maglev
      )
    ).toEqual({ 'handle:6 > spin': 1, 'spin:3': 1 })
  })

  test.each([
    ['of a caller in Sparkplug code', [1, 8, 5, 3], { 'spin:3': 1 }],
    ['on top in Sparkplug code', [5, 3, 0, 10], { 'handle:6 > spin': 1 }]
  ])('there is no line %s', async (_, stack, lines) => {
    expect(await linesOf([stack])).toEqual(lines)
  })

  test.each([
    ['without a text', { scripts: [null, null, null] }],
    ['without scripts', { scripts: undefined }],
    ['with a script that is none', { scripts: [null, 7, { source: 9 }] }],
    ['with another text', { scripts: [null, { source: `\n${text}` }, null] }],
    ['with a text that ends before', { scripts: [null, { source: text.slice(0, 30) }, null] }]
  ])('a log %s has no lines, and all else', async (_, changes) => {
    expect(await linesOf([[1, 8, 0, 10]], changes)).toEqual({})
  })

  test.each([
    ['beyond the text', 'C0O99999999'],
    ['before the function', 'C0O1'],
    ['that is no number', 'C0Ox'],
    ['below zero', 'C0O-5']
  ])('an offset %s is no line', async (_, positions) => {
    const [handle, , ...others] = code
    const damaged = [handle, codeOf('spin', 'Opt', positions), ...others]
    expect(await linesOf([[1, 8, 0, 10]], { code: damaged })).toEqual({ 'handle:6 > spin': 1 })
  })

  test('a call whose place V8 does not know has no line', async () => {
    const [handle, spin, inlining, ...others] = code
    const source = { ...Object(inlining).source, inlined: 'F0O-1F1O-1' }
    const more = { code: [handle, spin, { ...inlining, source }, ...others] }
    expect(await linesOf([[2, 20]], more)).toEqual({ 'spin:3': 1 })
  })
})

test('lines end as in JavaScript', async () => {
  const source = '/*\r\n*/\u2028(\r\n)\n'
  const start = source.indexOf('(')
  const own = {
    name: 'f /srv/app.js:3:1',
    type: 'JS',
    kind: 'Opt',
    source: { ...sourceOf('spin'), start, positions: `C0O${start}C4O${start + 3}` }
  }
  expect(
    await linesOf(
      [
        [0, 1],
        [0, 5]
      ],
      { code: [own], scripts: [null, { source }] }
    )
  ).toEqual({ 'f:3': 1, 'f:4': 1 })
})

test('a line of a file has a number for its text, which is the same with another indentation', async () => {
  const textsOf = async (/** @type {string} */ source, /** @type {string} */ file) => {
    const start = source.indexOf('(')
    const own = {
      name: `f ${file}:1:${start + 1}`,
      type: 'JS',
      kind: 'Opt',
      source: { ...sourceOf('spin'), start, positions: `C0O${source.indexOf('x')}` }
    }
    const log = { code: [own], functions, ticks: [{ tm: 0, vm: 0, s: [0, 1] }], scripts: [null, { source }] }
    return (await readV8Ticks(JSON.stringify(log, null, 2).split('\n'))).lineTexts
  }
  const [one, other] = [await textsOf('f()\nx()', '/srv/a.js'), await textsOf('f()\n  x()\n', '/srv/a.js')]
  expect(one).toEqual({ '/srv/a.js': { 2: expect.any(Number) } })
  expect(other).toEqual(one)
  expect(await textsOf('f()\nx(1)', '/srv/a.js')).not.toEqual(one)
  for (const file of ['node:fs', '__proto__', '']) expect(await textsOf('f()\nx()', file)).toEqual({})
  expect(await textsOf(`f()\n${'x'.repeat(2e6)}`, '/srv/a.js')).toEqual({})
})
