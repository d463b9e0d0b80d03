import { expect, test } from '@jest/globals'
import { readV8Ticks } from '../../../src/profile/read/read-v8-ticks.js'
import { selfByStack } from '../../helpers/check-profile.js'

const names = {
  serve: 'serve /srv/app.js:1:1',
  handle: 'handle /srv/app.js:5:16',
  spin: 'spin /srv/app.js:20:10',
  mix: 'mix /srv/app.js:30:10'
}
const [serve, handle, spin, mix, map, call, wide] = [0, 1, 2, 3, 4, 5, 6]
const code = [
  ...Object.keys(names).map((name, func) => codeOf(/** @type {keyof typeof names} */ (name), func)),
  { name: 'ArrayMap', type: 'CODE', kind: 'Builtin' },
  { name: 'Call_ReceiverIsAny', type: 'CODE', kind: 'Builtin' },
  // `spin`, and below it `mix`, are inlined.
  codeOf('handle', handle, { inlined: 'F0O100F1O200I0', fns: [spin, mix] })
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
  const functions = Object.values(names).map(name => ({ name }))
  const log = { code, functions, ticks: stacks.map(s => ({ tm: 0, vm: 0, s })), scripts: [] }
  return selfByStack(await readV8Ticks(JSON.stringify(log, null, 2).split('\n')))
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
  expect(found).not.toHaveProperty('serve;handle;Builtin: Call_ReceiverIsAny')
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
