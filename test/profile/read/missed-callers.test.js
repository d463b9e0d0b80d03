import { expect, test } from '@jest/globals'
import { readV8Ticks } from '../../../src/profile/read/read-v8-ticks.js'
import { selfByStack } from '../../helpers/check-profile.js'

const names = {
  serve: 'serve /srv/app.js:1:1',
  handle: 'handle /srv/app.js:5:16',
  spin: 'spin /srv/app.js:20:10',
  mix: 'mix /srv/app.js:30:10',
  getter: 'get total /srv/app.js:40:10'
}
const [serve, handle, spin, mix, getter, map, call, wide, twice, endless] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const code = [
  ...Object.keys(names).map((name, func) => codeOf(/** @type {keyof typeof names} */ (name), func)),
  { name: 'ArrayMap', type: 'CODE', kind: 'Builtin' },
  { name: 'Call_ReceiverIsAny', type: 'CODE', kind: 'Builtin' },
  // `spin`, and below it `mix`, are inlined.
  codeOf('handle', handle, { inlined: 'F0O100F1O200I0', fns: [spin, mix] }),
  // `mix` is inlined into `handle` and into `spin`.
  codeOf('handle', handle, { inlined: 'F1O50F0O100F1O200I1', fns: [spin, mix] }),
  codeOf('handle', handle, { inlined: 'F0O1I1FO1I2FO1I1', fns: [spin] })
]

/** @type {(name: keyof typeof names, func: number, inlined?: { inlined: string, fns: number[] }) => Record<string, unknown>} */
function codeOf(name, func, inlined = { inlined: '', fns: [] }) {
  return {
    name: names[name],
    type: 'JS',
    kind: 'Opt',
    func,
    source: { script: 1, start: 0, positions: 'C0O0', ...inlined }
  }
}

/** Of machine code that is called at two places: 40 and 80. */
const [first, second] = [40, 80]
/** What V8 logs of `ArrayMap` that is called by what `serve` calls there. */
const cutOff = [map, 3, serve, first]

/** @param {number[][]} stacks */
async function read(stacks) {
  return selfByStack(await readAll(stacks))
}

/** Of ticks that are 1 ms apart. @param {number[][]} stacks @param {{ startMs: number, endMs: number }[]} [windows] */
function readAll(stacks, windows) {
  const functions = Object.values(names).map(name => ({ name }))
  const log = { code, functions, ticks: stacks.map((s, ms) => ({ tm: 1000 * ms, vm: 0, s })), scripts: [] }
  return readV8Ticks(JSON.stringify(log, null, 2).split('\n'), { windows })
}

/** @param {number} count @param {number[]} stack */
function times(count, stack) {
  return Array.from({ length: count }, () => stack)
}

test('the caller that V8 missed is the function that all other ticks show at that call', async () => {
  expect(await read([...times(10, [handle, 7, serve, first]), ...times(5, cutOff)])).toEqual({
    'serve;handle': 10,
    'serve;handle;Builtin: ArrayMap': 5
  })
})

test.each([
  ['too few ticks show it', times(9, [handle, 7, serve, first])],
  ['ticks show two functions', [...times(10, [handle, 7, serve, first]), ...times(10, [spin, 7, serve, first])]],
  ['ticks show it at another call', times(10, [handle, 7, serve, second])]
])('no caller is added where %s', async (_, stacks) => {
  expect(await read([...stacks, ...times(5, cutOff)])).toMatchObject({ 'serve;Builtin: ArrayMap': 5 })
})

test('a builtin that runs before the called function begins has its caller', async () => {
  const found = await read([...times(10, [handle, 7, serve, first]), ...times(5, [call, 3, serve, first])])
  expect(found).toEqual({ serve: 5, 'serve;handle': 10 })
})

test('what looks up an accessor is not of the accessor', async () => {
  const found = await read([...times(10, [getter, 7, serve, first]), ...times(5, cutOff)])
  expect(found).toEqual({ 'serve;get total': 10, 'serve;Builtin: ArrayMap': 5 })
})

test('ticks outside of the windows show calls, and no others count', async () => {
  const stacks = [...times(10, [handle, 7, serve, first]), [serve, 7], cutOff, [serve, 9]]
  const { nodes, ...profile } = await readAll(stacks, [{ startMs: 10, endMs: 99 }])
  expect(selfByStack({ nodes, ...profile })).toEqual({ serve: 2, 'serve;handle;Builtin: ArrayMap': 1 })
  const top = (profile.samples?.nodes ?? []).map(node => profile.frames[nodes.frame[node] ?? -1]?.name)
  expect(top).toEqual(['serve', 'Builtin: ArrayMap', 'serve'])
})

test('a function has what was inlined into it when it was called, not later', async () => {
  const early = [...times(10, [handle, 7, serve, first]), ...times(10, cutOff)]
  const later = [...times(10, [mix, 7, handle, second]), ...times(10, [map, 3, handle, second])]
  const found = await read([...early, ...later, ...times(10, [wide, 7, serve, first])])
  expect(found).toMatchObject({ 'serve;handle;Builtin: ArrayMap': 10 })
})

test('of a function that is inlined twice, what both places have in common', async () => {
  const alone = [...times(10, [mix, 7, handle, second, serve, second]), ...times(10, [map, 3, handle, second])]
  const found = await read([...alone, ...times(10, [twice, 7, serve, first]), ...times(5, cutOff)])
  expect(found).toMatchObject({ 'serve;handle;Builtin: ArrayMap': 5 })
})

test('functions that are inlined into each other without end are named', async () => {
  const log = [...times(10, [endless, 7, serve, first]), ...times(5, cutOff)]
  await expect(read(log)).rejects.toThrow('"code":"cycle"')
})

test('of the functions that are inlined there it is the one that calls this builtin elsewhere', async () => {
  const inlined = [...times(10, [wide, 7, serve, first]), ...times(5, cutOff)]
  expect(await read(inlined)).toMatchObject({ 'serve;handle;Builtin: ArrayMap': 5 })
  const alone = (/** @type {number} */ name) => [
    ...times(10, [name, 7, handle, second, serve, second]),
    ...times(10, [map, 3, handle, second, serve, second])
  ]
  expect(await read([...alone(mix), ...inlined])).toMatchObject({ 'serve;handle;spin;mix;Builtin: ArrayMap': 5 })
  const both = [...alone(mix), ...times(10, [spin, 7, handle, first]), ...times(10, [map, 3, handle, first])]
  expect(await read([...both, ...inlined])).toMatchObject({ 'serve;handle;Builtin: ArrayMap': 5 })
})
