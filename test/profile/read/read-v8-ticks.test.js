import { describe, expect, test } from '@jest/globals'
import { frameOfFunction } from '../../../src/profile/read/code-entries.js'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { readV8Ticks } from '../../../src/profile/read/read-v8-ticks.js'
import { rowsOf } from '../../helpers/call-trees.js'
import { checkProfile, majors, recording, selfByStack, stackOf } from '../../helpers/check-profile.js'

describe.each(majors)('recorded on Node %s', major => {
  test.each(['esm', 'cjs'])('%s', async format => {
    const text = recording(`prof/node-${major}/${format}.json`)
    const log = JSON.parse(text)
    const profile = await readV8Ticks(text.split('\n'))
    checkProfile(profile, log.ticks.length)

    const gcTicks = log.ticks.filter((/** @type {{ vm: number }} */ tick) => tick.vm === 1).length
    expect(selfByStack(profile)['(garbage collector)']).toBe(gcTicks)
    expect(profile.states).toMatchObject({ gc: gcTicks, idle: profile.idle, javascript: expect.any(Number) })
    expect(Object.values(profile.states ?? {}).reduce((sum, ticks) => sum + ticks)).toBe(log.ticks.length)
    expect(profile.idle > 0).toBe(major !== '26')
    expect(profile.frames.map(frame => frame.file)).toContain('/srv/app/node_modules/router/lib/layer.js')
    const tiers = new Set(rowsOf(profile.nodes).map(node => node.tier))
    expect(tiers).toEqual(new Set([null, 'ignition', 'sparkplug', 'turbofan', ...(major >= '24' ? ['maglev'] : [])]))
    const inlined = rowsOf(profile.nodes).findIndex(
      node => profile.frames[node.frame]?.name === 'mix' && node.tier === 'turbofan'
    )
    expect(stackOf(profile, inlined)).toMatch(/;showPage;burnCpu;mix$/)
  })

  test('functions are the same as in a .cpuprofile', async () => {
    const ticks = await readV8Ticks(recording(`prof/node-${major}/esm.json`).split('\n'))
    const cpu = readCpuprofile(JSON.parse(recording(`cpu-prof/node-${major}/esm.cpuprofile`)))
    for (const name of [
      'burnCpu',
      'makeGarbage',
      'showPage',
      'processChunkSync',
      'handleRequest',
      'wasm-function[0]'
    ]) {
      const frame = ticks.frames.find(frame => frame.name === name)
      expect(frame).toBeDefined()
      expect(cpu.frames).toContainEqual(frame)
    }
  })
})

test('a log is read line by line', async () => {
  const text = recording('prof/node-24/cjs.json')
  async function* lines() {
    for (const line of text.split('\n')) yield line
  }
  expect(await readV8Ticks(lines())).toEqual(await readV8Ticks(text.split('\n')))
})

const code = [
  { name: '/usr/lib/libc.so.6', type: 'SHARED_LIB' },
  { name: '__write@@GLIBC_2.2.5', type: 'CPP' },
  { name: 'ArrayForEach', type: 'CODE', kind: 'Builtin' },
  { name: 'handle node:events:4:5', type: 'JS', kind: 'Unopt' },
  {
    name: 'work file:///srv/my%20app/a.js:10:1',
    type: 'JS',
    kind: 'Maglev',
    // `mix` runs from 20 to 40, and inside of it `add` from 30 to 35
    source: { script: 1, positions: 'C0O1C20O2I0C30O3I1C35O2I0C40O1', inlined: 'F0O5F1O6I0', fns: [0, 1] }
  },
  { name: ' :1:20', type: 'JS', kind: 'Sparkplug' },
  { name: 'a[{', type: 'CODE', kind: 'RegExp' },
  { name: '[vdso]', type: 'SHARED_LIB' },
  { name: 'get a b /srv/c d/e.js:7:8', type: 'JS', kind: 'Opt' }
]
const functions = [
  { name: 'mix file:///srv/my%20app/a.js:1:1', codes: [] },
  { name: 'add file:///srv/my%20app/a.js:5:1', codes: [] }
]

/**
 * @param {{ tm?: number, vm?: number, s: number[] }[]} ticks
 * @param {Parameters<typeof readV8Ticks>[1]} [options]
 */
function readTicks(ticks, options) {
  return readLog({ code, functions, ticks: ticks.map(tick => ({ tm: 0, vm: 0, ...tick })) }, options)
}

/**
 * @param {object} log
 * @param {Parameters<typeof readV8Ticks>[1]} [options]
 */
function readLog(log, options) {
  return readV8Ticks(JSON.stringify({ ...log, scripts: [null] }, null, 2).split('\n'), options)
}

test('stacks are read from the innermost frame on, with the functions inlined at each place', async () => {
  const profile = await readTicks([
    { s: [4, 10, 3, 0] },
    { s: [4, 20, 3, 0] },
    { s: [4, 34, 3, 0] },
    { s: [4, 35, 3, 0] },
    { s: [4, 40, 3, 0] },
    // a call returns to the place after it
    { s: [1, 0, 4, 40, 3, 0] },
    { s: [2, 0, 4, 20, 3, 0] }
  ])
  expect(selfByStack(profile)).toEqual({
    'handle;work': 2,
    'handle;work;mix': 2,
    'handle;work;mix;add': 1,
    'handle;work;mix;__write': 1,
    'handle;work;Builtin: ArrayForEach': 1
  })
  const mix = { name: 'mix', file: '/srv/my app/a.js', line: 1, column: 1, kind: 'javascript' }
  const ofMix = rowsOf(profile.nodes).filter(
    node => node.frame === profile.frames.findIndex(frame => frame.name === 'mix')
  )
  expect(profile.frames).toContainEqual(mix)
  expect(ofMix.map(node => node.tier)).toEqual(['maglev'])
})

test('names of code other than plain functions', async () => {
  const { frames } = await readTicks([{ s: [0, 1, 5, 1] }, { s: [6, 1] }, { s: [7, 1] }, { s: [8, 1] }])
  expect(frames.filter(frame => frame.kind !== 'program')).toEqual([
    { name: '(anonymous)', file: '', line: 1, column: 20, kind: 'javascript' },
    { name: 'native code called from code from eval:1', file: '', line: 1, column: 20, kind: 'native' },
    { name: 'RegExp: a[{', file: '', line: null, column: null, kind: 'native' },
    { name: '[vdso]', file: '', line: null, column: null, kind: 'native' },
    { name: 'get a b', file: '/srv/c d/e.js', line: 7, column: 8, kind: 'javascript' }
  ])
})

test.each([
  ['GET /users /srv/app.cjs:2:15', 'GET /users', '/srv/app.cjs', 2],
  ['GET /users file:///srv/sp%20ace/app.mjs:2:15', 'GET /users', '/srv/sp ace/app.mjs', 2],
  ['GET /users /srv/sp ace/app.cjs:2:15', 'GET /users', '/srv/sp ace/app.cjs', 2],
  ['POST /a b:c /srv/app.cjs:3:16', 'POST /a b:c', '/srv/app.cjs', 3],
  ['GET https://x/y file:///srv/app.mjs:4:20', 'GET https://x/y', '/srv/app.mjs', 4],
  ['node: x /srv/app.cjs:5:12', 'node: x', '/srv/app.cjs', 5],
  [' /lead /srv/app.cjs:6:11', ' /lead', '/srv/app.cjs', 6],
  ['get /u file:///srv/app.mjs:8:11', 'get /u', '/srv/app.mjs', 8],
  ['GET /users :1:15', 'GET /users', '', 1],
  ['f evalmachine.<anonymous>:1:11', 'f', 'evalmachine.<anonymous>', 1],
  [' file:///srv/app.mjs:1:1', '(anonymous)', '/srv/app.mjs', 1]
])('a name with a path in it is apart from its source, as in a CPU profile: %s', (text, name, file, line) => {
  expect(frameOfFunction(text)).toMatchObject({ name, file, line, kind: 'javascript' })
})

test('idle ticks are counted separately, garbage collection has no callers, unknown code is one frame at any depth', async () => {
  const profile = await readTicks([
    { vm: 8, s: [1, 0] },
    { vm: 10, s: [1, 0] },
    { vm: 7, s: [1, 0] },
    { vm: 1, s: [0, 4] },
    { vm: 6, s: [-1, 999, -1, 998, 3, 0] },
    { vm: 6, s: [-1, 999] },
    { vm: 0, s: [3, 0, -1, 5, -1, 6] }
  ])
  expect(profile.idle).toBe(2)
  expect(selfByStack(profile)).toEqual({
    __write: 1,
    '(garbage collector)': 1,
    'handle;(program)': 1,
    '(program)': 1,
    '(program);handle': 1
  })
  expect(profile.samples?.nodes.slice(0, 2)).toEqual([-1, -1])
})

describe('native code has the name of what JavaScript called', () => {
  const api = 'v8::internal::Builtin_HandleApiCall(int, unsigned long*, v8::internal::Isolate*)'
  /** Symbols as `nm -C` prints them of Node 20. @type {Record<number, string>} */
  const symbols = {
    1: 'node::fs::Stat(v8::FunctionCallbackInfo<v8::Value> const&)',
    2: 'void node::(anonymous namespace)::CompressionStream<node::(anonymous namespace)::ZlibContext>::Write<false>(v8::FunctionCallbackInfo<v8::Value> const&)',
    3: 'void node::StreamBase::JSMethod<&node::StreamBase::Writev>(v8::FunctionCallbackInfo<v8::Value> const&)',
    4: 'v8::internal::JsonStringifier::SerializeString(v8::internal::Handle<v8::internal::String>)',
    5: 'v8::internal::Runtime_RegExpExec(int, unsigned long*, v8::internal::Isolate*)',
    6: 'Builtins_StringPrototypeReplace',
    7: 'Builtins_LoadIC',
    8: 'v8::internal::Runtime_StoreIC_Miss(int, unsigned long*, v8::internal::Isolate*)',
    9: api
  }
  const symbolAt = (/** @type {number} */ address) => symbols[address] ?? null

  test.each([
    ['a function of node', [1, 9], 'work;node::fs::Stat'],
    ['a method of a template', [2, 9], 'work;node::CompressionStream::Write'],
    ['a method of a stream', [3, 9], 'work;node::StreamBase::Writev'],
    ['JSON', [4], 'work;Builtin: JsonStringify'],
    ['RegExp', [900, 5], 'work;Builtin: RegExpExec'],
    ['a builtin of strings', [900, 6], 'work;Builtin: StringPrototypeReplace'],
    ['V8 itself, on behalf of a function', [8], 'work;native code called from a.js:10'],
    ['code without a symbol', [900], 'work;native code called from a.js:10']
  ])('%s', async (_, addresses, stack) => {
    const s = [...addresses.flatMap(address => [-1, address]), 4, 10]
    expect(selfByStack(await readTicks([{ s }], { symbolAt }))).toEqual({ [stack]: 1 })
  })

  test('handlers and inline caches are the function that runs', async () => {
    expect(selfByStack(await readTicks([{ s: [-1, 7, 4, 10] }], { symbolAt }))).toEqual({ work: 1 })
  })

  test('the place of the function of the app is that of the caller above node', async () => {
    expect(selfByStack(await readTicks([{ s: [-1, 900, 3, 0, 4, 10] }]))).toEqual({
      'work;handle;native code called from a.js:10': 1
    })
  })

  test('builtins that V8 has copied are found where the log says', async () => {
    const mark = { name: ' workshop-builtins:7f0000:7f1000:100:1:1', type: 'JS', kind: 'Unopt' }
    const log = { code: [...code, mark], functions, ticks: [{ tm: 0, vm: 0, s: [-1, 0x7f0010, 4, 10] }] }
    const found = (/** @type {number} */ address) => (address === 0x110 ? 'Builtins_ArrayMap' : null)
    const profile = await readV8Ticks(JSON.stringify(log, null, 2).split('\n'), { symbolAt: found })
    expect(selfByStack(profile)).toEqual({ 'work;Builtin: ArrayMap': 1 })
  })
})

describe('windows', () => {
  const ticks = [999, 1000, 1999, 2000, 4000].map(tm => ({ tm, s: [3, 0] }))

  test('exclude the ticks outside all of them', async () => {
    const windows = [
      { startMs: 1, endMs: 2 },
      { startMs: 4, endMs: 5 }
    ]
    const profile = await readTicks(ticks, { windows, label: 'worker 1' })
    expect(selfByStack(profile)).toEqual({ handle: 3 })
    expect(profile.samples?.atMicros).toEqual([1000, 1999, 4000])
    expect(profile.label).toBe('worker 1')
  })

  test('without a tick give an empty profile, as of an idle thread on Node 26', async () => {
    const profile = await readTicks(ticks, { windows: [{ startMs: 2.5, endMs: 3 }] })
    expect(profile).toMatchObject({ nodes: { self: [] }, idle: 0, samples: { nodes: [] } })
  })
})

test('refuses a text that is cut off or of another format, and a log without ticks', async () => {
  const lines = recording('prof/node-20/esm.json').split('\n')
  expect(await faultIn(readV8Ticks(lines.slice(0, -200)))).toEqual({ code: 'cut-off', missing: ['ticks'] })
  const all = { code: 'cut-off', missing: ['code', 'functions', 'ticks'] }
  expect(await faultIn(readV8Ticks(lines.slice(0, 200)))).toEqual(all)
  expect(await faultIn(readV8Ticks(['node: bad option: --preprocess']))).toEqual(all)
  expect(await faultIn(readV8Ticks([]))).toEqual(all)
  expect(await faultIn(readTicks([]))).toEqual({ code: 'no-samples' })
})

/** @type {[string, object, import('../../../src/errors/types.js').ProfileFault][]} */
const refused = [
  ['a time as text', { tm: '7', s: [] }, { code: 'wrong-value', at: 'ticks[0].tm', expected: 'amount' }],
  ['a time before 0', { tm: -7, s: [] }, { code: 'wrong-value', at: 'ticks[0].tm', expected: 'amount' }],
  ['no state', { vm: null, s: [] }, { code: 'wrong-value', at: 'ticks[0].vm', expected: 'count' }],
  ['half a frame', { s: [3] }, { code: 'wrong-value', at: 'ticks[0].s', expected: 'stack' }],
  ['a stack of text', { s: ['3', '0'] }, { code: 'wrong-value', at: 'ticks[0].s', expected: 'stack' }],
  ['unknown code', { s: [99, 0] }, { code: 'unknown-code', index: 99 }]
]

test.each(refused)('refuses a tick with %s', async (_, tick, fault) => {
  expect(await faultIn(readTicks([/** @type {any} */ (tick)]))).toEqual(fault)
})

test('refuses functions that are inlined into each other, and one that the log does not have', async () => {
  const source = { script: 1, positions: 'C0O1C20O2I0', fns: [0, 7] }
  const entry = (/** @type {string} */ inlined) => ({
    name: 'a /a.js:1:1',
    type: 'JS',
    kind: 'Opt',
    source: { ...source, inlined }
  })
  const ticks = [{ tm: 0, vm: 0, s: [0, 30] }]
  expect(await faultIn(readLog({ code: [entry('F0O5I1F0O6I0')], functions, ticks }))).toMatchObject({ code: 'cycle' })
  expect(await faultIn(readLog({ code: [entry('F1O5')], functions, ticks }))).toEqual({
    code: 'unknown-function',
    index: 7
  })
})

test('a stack 100,000 deep is read', async () => {
  const s = Array.from({ length: 100_000 }, () => [3, 0]).flat()
  expect((await readTicks([{ s }])).nodes.self).toHaveLength(100_000)
})

/** @param {Promise<unknown>} reading @returns {Promise<unknown>} the fault it ends with */
function faultIn(reading) {
  return reading.then(
    () => null,
    error => error.fault ?? error
  )
}
