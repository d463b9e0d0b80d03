import { describe, expect, test } from '@jest/globals'
import { blame, blamesOn, burn, completed, usual } from '../helpers/make-blame.js'
import { makeLaunch } from '../helpers/make-trees.js'

describe('a planted function', () => {
  test('is a row with its name, place, caller and cost', () => {
    const { rows } = blame(burn)
    expect(rows).toHaveLength(1)
    const [row] = rows
    expect(row).toMatchObject({ group: 'app', owner: { name: 'burn', file: '/srv/app/server.js', line: 14 }, path: [] })
    expect(row?.caller?.name).toBe('answer')
    expect(row?.cost.baseline).toBe(0)
    expect(row?.cost.difference).toBeGreaterThan(4)
    expect(row?.cost.difference).toBeLessThan(6)
  })

  test('is the same function wherever it is called from', () => {
    const moved = {
      'node:http:onRequest > express/handle > app:answer': 0,
      'node:timers:listOnTimeout > app:answer': 600
    }
    expect(blame(moved).rows).toEqual([])
  })

  test('is confirmed when CPU samples show it too, and seen by one profiler otherwise', () => {
    expect(blame(burn, { profilers: ['prof', 'cdp'] }).rows[0]?.evidence).toBe('confirmed')
    expect(blame(burn, { profilers: ['prof'] }).rows[0]?.evidence).toBe('one-profiler')
    expect(blame(burn, { profilers: ['cdp'] }).profiler).toBe('cdp')
    expect(blame(burn, { profilers: ['0x', 'prof'] }).secondProfiler).toBeNull()
  })

  test('has no interval and no row after a single round', () => {
    const { rows, total } = blame(burn, { rounds: 1 })
    expect(rows).toEqual([])
    expect(total.low).toBeNull()
  })
})

test('calls into Node.js count for the function that makes them, down to the call that carries the difference', () => {
  const answer = 'node:http:onRequest > express/handle > app:answer'
  const { rows } = blame({
    [`${answer} > node:console:log > node:fs:writeSync > native:writeString`]: 150,
    [`${answer} > node:console:log > node:util:inspect`]: 60
  })
  expect(rows.map(row => [row.owner?.name, ...row.path.map(call => call.name)])).toEqual([
    ['answer', 'log', 'writeSync', 'writeString'],
    ['answer', 'log', 'inspect']
  ])
})

test('two ways through Node.js that have the same name are one row with the sum of their costs', () => {
  const log = 'node:http:onRequest > express/handle > app:answer > node:console:log'
  const { rows } = blame({
    [`${log} > node:internal/util/inspect:formatNumber > node:fs:writeSync > native:writeString`]: 80,
    [`${log} > node:internal/util/inspect:formatValue > node:fs:writeSync > native:writeString`]: 80
  })
  expect(rows).toHaveLength(1)
  expect(rows[0]?.owner?.name).toBe('answer')
  expect(rows[0]?.cost.difference).toBeGreaterThan(6.5)
  expect(rows[0]?.cost.difference).toBeLessThan(9.5)
  expect(Number(rows[0]?.cost.low)).toBeLessThan(8)
  expect(Number(rows[0]?.cost.high)).toBeGreaterThan(8)
})

test('functions of one name in one line are one row, and two places of a name are two', () => {
  const answer = 'node:http:onRequest > express/handle > app:answer'
  const line = blame({ [`${answer} > app:get:3:5`]: 80, [`${answer} > app:get:3:40`]: 80 }).rows
  expect(line.map(row => [row.owner?.name, row.owner?.line])).toEqual([['get', 3]])
  expect(line[0]?.cost.difference).toBeGreaterThan(6.5)
  const places = blame({ [`${answer} > app:get:3:5`]: 80, [`${answer} > app:get:4:5`]: 80 }).rows
  expect(places.map(row => row.owner?.line).sort()).toEqual([3, 4])
})

describe('a renamed function', () => {
  const answer = 'node:http:onRequest > express/handle > app:answer'
  const [list, listAll] = ['list:20', 'listAll:70'].map(name => `${answer} > app:${name}`)
  const calls = { [`${list} > node:fs:readSync`]: 300, [`${list}`]: 40 }

  test('is no row where it does the same', () => {
    expect(blame({ [`${listAll} > node:fs:readSync`]: 300, [`${listAll}`]: 40 }, { off: calls }).rows).toEqual([])
  })

  test('is a row with its net cost where it is slower, and what is new below it is another', () => {
    const slower = { [`${listAll} > node:fs:readSync`]: 300, [`${listAll}`]: 140, [`${listAll} > app:sortRows`]: 200 }
    const { rows } = blame(slower, { off: calls })
    expect(rows.map(({ owner }) => [owner?.name, owner?.replaces])).toEqual([
      ['sortRows', undefined],
      ['listAll', 'list']
    ])
    expect(Math.abs(Number(rows[1]?.cost.difference) - 5)).toBeLessThan(2)
  })

  test('is not one that does something else at the same cost: both have a row', () => {
    const { rows } = blame({ [`${answer} > app:audit:70`]: 300 }, { off: { [`${answer} > app:check:20`]: 300 } })
    expect(rows.map(({ owner, cost }) => [owner?.name, Math.sign(cost.difference)]).sort()).toEqual([
      ['audit', 1],
      ['check', -1]
    ])
  })
})

test('what a new middleware calls costs no more than before: only the middleware has a row', () => {
  const answer = 'node:http:onRequest > express/handle > app:answer'
  const middleware = 'node:http:onRequest > express/handle > app:rights'
  const moved = Object.entries(usual).flatMap(([stack, samples]) =>
    stack.startsWith(answer)
      ? [
          [stack, 0],
          [stack.replace(answer, `${middleware} > express/next > app:answer`), samples]
        ]
      : []
  )
  const { rows } = blame({ ...Object.fromEntries(moved), [middleware]: 150 }, { profilers: ['prof', 'cdp'] })
  expect(rows.map(({ owner }) => owner?.name)).toEqual(['rights'])
  expect(rows[0]?.cost.difference).toBeGreaterThan(6)
  expect(rows[0]?.cost.difference).toBeLessThan(9)
})

test('beside work of the thread pool, a package that is only entered elsewhere has no row', () => {
  const before = 'node:http:onRequest > router/handle'
  const after = 'node:http:onRequest > compression/start > router/next'
  const { rows } = blame(
    { [`${after} > router/match`]: 120, 'node:http:onRequest > compression/start': 90 },
    { off: { [`${before} > router/match`]: 120 }, profilers: ['prof', 'cdp'], poolMicros: 60 }
  )
  expect(rows.map(({ threads, packageName }) => threads ?? packageName)).toEqual(['pool', 'compression'])
})

test('a package is entered by one function, which owns the cost inside the package', () => {
  const { rows } = blame({
    'node:http:onRequest > express/handle > app:answer > ejs/render > ejs/compile': 80,
    'node:http:onRequest > express/handle > app:answer > ejs/render > ejs/scan > native:exec': 80
  })
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toMatchObject({ group: 'package', packageName: 'ejs', owner: { name: 'render' } })
  const sum = rows.reduce((total, row) => total + row.cost.difference, 0)
  expect(sum).toBeGreaterThan(6.5)
  expect(sum).toBeLessThan(9.5)
})

test('what node does in the event loop without an owner is one row, and a function of the app is not in it', () => {
  const { rows } = blame({
    ...burn,
    'node:internal/stream_base_commons:onStreamRead': 150,
    'node:internal/timers:processTimers': 130,
    'native:uv__io_poll': 90
  })
  expect(rows.map(({ owner, joined }) => joined?.kind ?? owner?.name)).toEqual(['event-loop', 'burn'])
  expect(rows[0]?.joined?.count).toBe(3)
})

test('what only moves between functions of the event loop is no row, and stays unattributed', () => {
  const moving = { 'node:internal/stream_base_commons:onStreamRead': 150, 'node:internal/timers:processTimers': 30 }
  const back = { 'node:internal/stream_base_commons:onStreamRead': 30, 'node:internal/timers:processTimers': 150 }
  const { rows, unattributed, total } = blame({ ...burn, ...moving }, { off: back, profilers: ['prof', 'cdp'] })
  expect(rows.map(({ owner }) => owner?.name)).toEqual(['burn'])
  expect((rows[0]?.cost.difference ?? 0) + unattributed.difference).toBeCloseTo(total.difference, 6)
})

test('rows, displaced time and the unattributed rest add up to the difference, and so do their shares', () => {
  const { rows, displaced, unattributed, total } = blame(
    { ...burn, gc: 400 },
    { poolMicros: 30, profilers: ['prof', 'cdp'] }
  )
  const sum = rows.reduce((all, row) => all + row.cost.difference, 0)
  expect(sum + (displaced?.cost.difference ?? 0) + unattributed.difference).toBeCloseTo(total.difference, 6)
  const shares = [...rows.map(row => row.cost), ...(displaced ? [displaced.cost] : []), unattributed]
  expect(shares.reduce((all, { share }) => all + Number(share), 0)).toBeCloseTo(1, 6)
  expect(total.share).toBe(1)
})

test('displaced system-call time is one net difference, and of no function', () => {
  const writev = 'node:http:onRequest > express/handle > app:answer > express/json > node:net:end > native:writev'
  const memory = 'node:http:onRequest > express/handle > app:answer > node:process:memoryUsage > native:memoryUsage'
  const { rows, displaced } = blame({ [writev]: 250, [memory]: 450 })
  expect(rows).toEqual([])
  expect(displaced?.names.sort()).toEqual(['memoryUsage', 'writev'])
  expect(Math.abs(displaced?.cost.difference ?? 99)).toBeLessThan(3)
})

test('a system call that both variants make as often, with as many bytes, is displaced time though both profilers show it', () => {
  const write = { 'node:http:onRequest > express/handle > app:answer > node:net:end > native:__write': 250 }
  /** @type {import('../../src/profile/types.js').ProfilerName[]} */
  const profilers = ['prof', 'cdp']
  const usualWrite = { ...write, ...usual }
  const more = { [Object.keys(write)[0] ?? '']: 400 }
  expect(blame(more, { off: usualWrite, profilers }).rows.map(({ owner }) => owner?.name)).toEqual(['answer'])
  const { rows, displaced } = blame(more, { off: usualWrite, profilers, same: [/^__write$/] })
  expect(rows).toEqual([])
  expect(displaced).toMatchObject({ names: ['__write'] })
  expect(displaced?.cost.difference).toBeGreaterThan(3)
})

test('a builtin that moved is no system call, and confirmed by a profiler that counts it as code of its callers', () => {
  const answer = 'node:http:onRequest > express/handle > app:answer'
  const encode = `${answer} > app:encode`
  const stacks = {
    prof: {
      off: { [`${answer} > native:Builtin: JsonStringify`]: 400 },
      on: { [`${encode} > native:Builtin: JsonStringify`]: 700 }
    },
    cdp: { off: { [answer]: (usual[answer] ?? 0) + 400 }, on: { [encode]: 700 } }
  }
  const launches = [0, 1, 2, 3].flatMap(round =>
    /** @type {const} */ (['prof', 'cdp']).flatMap(profiler =>
      /** @type {const} */ (['off', 'on']).map(variant => {
        const own = { ...usual, ...stacks[profiler][variant] }
        const mainMicros = Object.values(own).reduce((sum, count) => sum + count, 0) / 20
        return makeLaunch({ variant, round, profiler, completed, poolMicros: 10, mainMicros, stacks: own })
      })
    )
  )
  const [found] = blamesOn(launches)
  expect(found?.displaced).toBeNull()
  expect(found?.rows).toMatchObject([
    { owner: { name: 'encode' }, path: [{ name: 'Builtin: JsonStringify' }], evidence: 'confirmed' }
  ])
  expect(found?.rows[0]?.cost.difference).toBeCloseTo(15, 0)
})

test('a call of fs is of the app, whichever calls are counted', () => {
  const logged = 'node:http:onRequest > express/handle > app:answer > node:fs:writeSync > native:__write'
  /** @type {import('../../src/profile/types.js').ProfilerName[]} */
  const profilers = ['prof', 'cdp']
  const off = { ...usual, [logged]: 250 }
  const { rows, displaced } = blame({ [logged]: 400 }, { off, profilers, same: [/^__write$/] })
  expect(rows.map(({ owner }) => owner?.name)).toEqual(['answer'])
  expect(displaced).toBeNull()
})

test('allocated bytes are attributed the same way', () => {
  const launches = [0, 1, 2].flatMap(round =>
    ['off', 'on'].map(variant =>
      makeLaunch({
        variant,
        round,
        profiler: 'heap',
        unit: 'bytes',
        stacks: { 'app:answer': 16384 * 500, ...(variant === 'on' ? { 'app:answer > app:allocate': 16384 * 500 } : {}) }
      })
    )
  )
  const [found] = blamesOn(launches)
  expect(found?.unit).toBe('bytes')
  expect(found?.rows.map(row => [row.owner?.name, Math.round(row.cost.difference)])).toEqual([['allocate', 8192]])
})

test('a write that only the candidate makes is not displaced time, with one profiler too', () => {
  const written =
    'node:http:onRequest > express/handle > app:answer > node:console:log > node:fs:writeSync > native:writeString'
  const { rows, displaced } = blame({ [written]: 150 })
  expect(displaced).toBeNull()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.cost.baseline).toBe(0)
})

test('a function that calls itself costs each sample once', () => {
  const walk = 'node:http:onRequest > express/handle > app:answer > app:walk'
  const { rows, total } = blame({ [`${walk} > app:walk > app:step > app:walk`]: 150, [walk]: 50 })
  expect(rows.map(({ owner }) => owner?.name)).toEqual(['walk'])
  expect(rows[0]?.cost.difference).toBeGreaterThan(9)
  expect(rows[0]?.cost.difference).toBeLessThan(11)
  expect(rows[0]?.cost.difference).toBeLessThan(1.2 * total.difference)
})

describe('where sampled time and CPU time', () => {
  /** @param {number} sampledPerCpu of the candidate */
  function rowWith(sampledPerCpu) {
    const launches = [0, 1, 2, 3].flatMap(round => [
      makeLaunch({ variant: 'off', round, completed, stacks: usual }),
      makeLaunch({ variant: 'on', round, completed, mainMicros: 105 / sampledPerCpu, stacks: { ...usual, ...burn } })
    ])
    const [found] = blamesOn(launches)
    const row = found?.rows.find(({ owner }) => owner?.name === 'burn')
    return { bias: Number(found?.samplingBias), low: Number(row?.cost.low), high: Number(row?.cost.high) }
  }

  test.each([0.94, 1, 1.04])('agree (%f), intervals are those of the samples', sampledPerCpu => {
    expect(rowWith(sampledPerCpu).bias).toBe(0)
  })

  test.each([
    [0.73, 0.27],
    [0.9, 0.1],
    [1.25, 0.2]
  ])('differ (%f), both ends of an interval are %f further out', (sampledPerCpu, bias) => {
    const found = rowWith(sampledPerCpu)
    expect(found.bias).toBeCloseTo(bias)
    const burnCost = 5 / sampledPerCpu
    expect(found.low).toBeLessThan(burnCost * (1 - bias))
    expect(found.low).toBeGreaterThan(0)
    expect(found.high).toBeGreaterThan(burnCost * (1 + bias))
  })
})

test('a launch without the other variant in its round is not used', () => {
  const unpaired = [0, 1, 2].map(round => makeLaunch({ variant: 'on', round, stacks: { ...usual, ...burn } }))
  expect(blamesOn(unpaired)).toEqual([])
})

describe.each([
  { rounds: 4, launchSd: 0 },
  { rounds: 4, launchSd: 0.03 },
  { rounds: 2, launchSd: 0.03 }
])('in 200 runs of $rounds rounds whose launches differ by $launchSd', changes => {
  test('of equal variants at most one in twenty has a row', () => {
    const falseAlarms = Array.from({ length: 200 }, (_, seed) => blame({}, { ...changes, seed: seed + 100 })).filter(
      ({ rows }) => rows.length > 0
    )
    // 18 or fewer in 99 of 100 such tests when the rate is 5%.
    expect(falseAlarms.length).toBeLessThanOrEqual(18)
  })

  test('95 of 100 intervals contain a planted cost', () => {
    const covered = Array.from({ length: 200 }, (_, seed) => blame(burn, { ...changes, seed: seed + 500 }).rows).filter(
      function holdsTruth(rows) {
        const cost = rows.find(row => row.owner?.name === 'burn')?.cost
        return cost && Number(cost.low) <= 5 && 5 <= Number(cost.high)
      }
    )
    // 182 or more in 99 of 100 such tests when the coverage is 95%.
    expect(covered.length).toBeGreaterThanOrEqual(182)
  })
})

test('of latency, queueing that both variants have is a row of its own beside running code, and no displaced time', () => {
  const waits = 'app:answer > node:wait:timer'
  const launches = [0, 1, 2].flatMap(round => [
    waitsOf('off', round, { [waits]: 100_000, 'native:event loop': 5000 + round, 'native:running': 10_000 - round }),
    waitsOf('on', round, { [waits]: 100_000, 'native:event loop': 20_000 - round, 'native:running': 30_000 + round })
  ])
  const [found] = blamesOn(launches)
  const sizes = found?.rows.map(({ owner, joined, cost }) => [owner?.name, joined, Math.round(cost.difference / 1000)])
  expect(sizes).toEqual([
    ['running', null, 20],
    ['event loop', null, 15]
  ])
  expect(found).toMatchObject({ displaced: null, queueing: { row: 1 } })
})

/** Returns a launch that followed one request. @param {string} variant @param {number} round @param {Record<string, number>} stacks µs */
function waitsOf(variant, round, stacks) {
  const launch = makeLaunch({ variant, round, stacks, profiler: 'waits', unit: 'latency' })
  const [thread] = launch.tree.trees
  return { ...launch, tree: { ...launch.tree, trees: thread ? [{ ...thread, sampleCount: 1 }] : [] } }
}
