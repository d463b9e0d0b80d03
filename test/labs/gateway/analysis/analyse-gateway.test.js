import { describe, expect, test } from '@jest/globals'
import { analyseGateway } from '../../../../src/labs/gateway/analysis/analyse-gateway.js'
import { followedInWords } from '../../../../src/labs/gateway/report/words.js'
import { makeGatewayLab } from '../../../helpers/make-gateway-lab.js'

/** @import { PlayedStages } from '../../../../src/labs/skeleton/stages/types.js' */
/** @import { ConclusionRow } from '../../../../src/labs/skeleton/types.js' */
/** @import { GatewayCell, GatewaySample, SavedGatewayLab } from '../../../../src/labs/gateway/types.js' */

const { lab } = analyseGateway(makeGatewayLab())

test('a limit at the lines that wait is named by the rules of that from counters, without their figures', () => {
  const wait = {
    kind: 'waiting',
    file: '/app/client.js',
    line: 75,
    times: 2,
    micros: 900e3,
    resources: { queue: 700e3, 'first byte': 200e3 }
  }
  const parts = /** @type {any[]} */ ([wait, { kind: 'running', file: '', line: 0, micros: 10e3, resources: {} }])
  const cell = followedCell('pool 10', parts)
  expect(cell.waits?.limit).toEqual({ code: 'pool', excessMs: 710, poolMs: 700, upstreamMs: 0, ownMs: 10 })
  expect(cell.waits).toMatchObject({ file: 'client.js', line: 75, resource: 'queue', ms: 900 })
  const busy = followedCell('pool 10', parts, { cpuMainThreadMicros: 500_000, eventLoopUtilization: 1 })
  expect([busy.limit.code, busy.waits?.limit.code]).toEqual(['cpu', 'pool'])
  const queued = { ...parts[1], kind: 'event loop', micros: 900e3 }
  const call = { ...wait, micros: 200e3, resources: { 'first byte': 200e3 } }
  expect(followedCell('pool 10', [call, queued]).waits?.limit.code).toBe('event-loop')
})

test('where no line waits, none is named', () => {
  const part = /** @type {any} */ ({ kind: 'waiting', file: '', line: 0, micros: 200e3, resources: { connect: 200e3 } })
  const [text] = followedInWords(/** @type {any} */ ({ cells: [followedCell('pool 10', [part])] }))
  expect(text).toMatch(/^pool 10 waits at no line\. Its limit by counters: /)
})

/** @param {string} name @param {any[]} parts @param {Partial<GatewaySample>} [figures] of the counters */
function followedCell(name, parts, figures) {
  const saved = makeGatewayLab()
  const cells = saved.cells.map(cell => ({
    ...cell,
    stages: [{ name: /** @type {const} */ ('waits'), ratePerSecond: 400, durationMs: 1000 }],
    samples: cell.samples.map(sample => ({ ...sample, ...figures })),
    waits: { requests: 1, parts }
  }))
  return cellOf(analyseGateway({ ...saved, cells }).lab.cells, name)
}

describe('a pool with enough connections', () => {
  const cell = cellOf(lab.cells, 'pool 168')

  test('has as many requests in flight and connections in use as Little predicts', () => {
    for (const { ratePerSecond, predicted, inFlight, running, waiting } of cell.stages) {
      expect(predicted).toEqual({
        inFlight: ratePerSecond / 5,
        running: ratePerSecond / 5,
        poolWaitMs: expect.any(Number)
      })
      expect(inFlight).toBeCloseTo(ratePerSecond / 5, 0)
      expect(running).toBeCloseTo(ratePerSecond / 5, 0)
      expect(waiting).toBe(0)
    }
  })

  test('answers at the rate of each stage, in the time of both calls', () => {
    expect(cell.stages.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([200, 400, expect.closeTo(480, 0)])
    for (const { meanMs, p95Ms, poolWaitMs, upstreamMs } of cell.stages) {
      expect([meanMs, poolWaitMs, upstreamMs]).toEqual([expect.closeTo(200, 6), 0, expect.closeTo(200, 6)])
      expect(p95Ms).toBeCloseTo(200, 0)
    }
  })

  test('meets every goal, and nothing limits it', () => {
    expect(cell.contract).toBe('met')
    expect(cell.limit).toMatchObject({ code: 'none', poolMs: 0 })
    expect(cell.recoveryMs).toBeLessThanOrEqual(200)
    // 96 at 480 requests/s, and one more where a call begins at the moment when another one ends.
    expect([96, 97]).toContain(cell.highestRunning)
    expect(cell.memoryBytes).toBe(150e6)
  })

  test('has its CPU per request, in cores at the rate', () => {
    const [, atGoal] = cell.stages
    expect(atGoal?.cpuPerRequestMicros).toBeCloseTo(500, 6)
    expect(atGoal?.cpuCores).toBeCloseTo(0.2, 6)
    expect(atGoal?.mainThreadCores).toBeCloseTo(0.16, 6)
  })
})

test.each(/** @type {const} */ ([1, 2]))(
  'a request that fails in stage %d of one launch of three is a failed request',
  index => {
    const saved = makeGatewayLab()
    const launches = [0, 1, 2].flatMap(repeat => saved.cells.map(cell => ({ ...cell, repeat })))
    const cells = launches.map(cell =>
      cell.repeat === 2 ? { ...cell, played: withFailure(cell.played, index) } : cell
    )
    const { goals, contract } = cellOf(analyseGateway({ ...saved, cells }).lab.cells, 'pool 168')
    expect(goals.filter(({ outcome }) => outcome === 'missed')).toMatchObject([{ code: 'errors' }])
    expect(goals.find(({ code }) => code === 'errors')?.found).toBeCloseTo(1 / sentIn(launches, 'pool 168'), 9)
    expect(contract).toBe('missed')
  }
)

describe('a pool of 10', () => {
  const cell = cellOf(lab.cells, 'pool 10')

  // Of 100 calls/s most are first calls: a second one waits behind all first ones that came before.
  test('answers less than 50 requests/s, with all connections in use', () => {
    for (const { requestsPerSecond, running, predicted } of cell.stages) {
      expect(requestsPerSecond).toBeLessThan(50)
      expect(running).toBeCloseTo(10, 6)
      expect(predicted.poolWaitMs).toBeNull()
    }
  })

  test('misses the goals, and its limit is the pool', () => {
    const missed = cell.goals.filter(({ outcome }) => outcome === 'missed').map(({ code }) => code)
    expect(missed).toEqual(['rate', 'p95', 'recovery'])
    expect(cell.limit.code).toBe('pool')
    expect(cell.limit.poolMs).toBeGreaterThan(0.9 * Number(cell.limit.excessMs))
    expect(cell.highestWaiting).toBeGreaterThan(1000)
  })
})

test('the conclusions of the table', () => {
  expect(lab.conclusions.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['goals', 'holds'],
    ['at-once', 'does not hold'],
    // A pool of 168 keeps its latency too.
    ['steady-latency', 'does not hold'],
    ['small-pool', 'holds'],
    ['second-client', 'does not hold']
  ])
  expect(conclusion(lab.conclusions, 'at-once')).toMatchObject({ claimed: 168, byLittle: expect.closeTo(82.4, 9) })
  expect(conclusion(lab.conclusions, 'small-pool')).toMatchObject({ capacityPerSecond: 50, limit: 'pool' })
})

test('an upstream that was too slow makes slow responses no evidence', () => {
  const slow = (/** @type {number} */ addedP99Ms) => {
    const saved = makeGatewayLab({ check: { addedP99Ms } })
    const cells = saved.cells.map(cell => ({ ...cell, played: { ...cell.played, lastResponseMs: 5000 } }))
    return analyseGateway({ ...saved, cells }).lab
  }
  expect(slow(10).checks).toMatchObject([{ isHeld: true, mostAddedMs: 10 }])
  expect(conclusion(slow(10).conclusions, 'goals')).toMatchObject({ outcome: 'does not hold', missed: ['recovery'] })
  expect(slow(11).checks).toMatchObject([{ isHeld: false }])
  expect(conclusion(slow(11).conclusions, 'goals')?.outcome).toBe('cannot tell')
  // Slow calls keep connections longer in use.
  expect(conclusion(slow(11).conclusions, 'small-pool')?.outcome).toBe('cannot tell')
  expect(conclusion(slow(11).conclusions, 'second-client')?.outcome).toBe('does not hold')
})

test('virtual users of an upstream that was too slow decide nothing', () => {
  const { conclusions } = analyseGateway(makeGatewayLab({ part: 'users', check: { addedP99Ms: 11 } })).lab
  expect(conclusions.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['most-users', 'cannot tell'],
    ['users-not-rates', 'cannot tell']
  ])
})

test.each([{ failed: 1 }, { addedP99Ms: null }])('an upstream that fails is not trusted: %j', check => {
  expect(analyseGateway(makeGatewayLab({ check })).lab.checks).toMatchObject([{ isHeld: false }])
})

test('the step: the response time stays the same, CPU doubles', () => {
  const step = analyseGateway(makeGatewayLab({ part: 'step' })).lab
  expect(conclusion(step.conclusions, 'step')).toMatchObject({ outcome: 'holds', cpuRatio: expect.closeTo(0.125, 2) })
  expect(step.cells.every(({ contract }) => contract === 'not measured')).toBe(true)
})

describe('the peak of 50% and half a core', () => {
  const saved = makeGatewayLab({ part: 'peak' })
  const peak = analyseGateway(saved).lab

  test('are loads without a contract; a pool with enough connections settles within one round of requests', () => {
    expect(peak.cells.map(({ variant, load }) => [variant, load])).toEqual([
      ['pool 168', 'peak'],
      ['half a core', 'half-core']
    ])
    expect(peak.cells.every(({ contract }) => contract === 'not measured')).toBe(true)
    for (const { settledAfterMs } of peak.cells.flatMap(({ stages }) => stages))
      expect(settledAfterMs).toBeLessThanOrEqual(500)
  })

  test('the peak is served, and the p95 of half a core is another one where nothing limits it', () => {
    expect(conclusion(peak.conclusions, 'peak')).toMatchObject({
      outcome: 'holds',
      atPeak: { ratePerSecond: 600, failedRatio: 0, p95Ms: expect.closeTo(200, 0) },
      again: { ratePerSecond: 400, failedRatio: 0 }
    })
    expect(conclusion(peak.conclusions, 'half-core')).toMatchObject({
      outcome: 'does not hold',
      ratePerSecond: 100,
      claimedP95Ms: 404,
      p95Ms: expect.closeTo(200, 0)
    })
  })

  test('a failed request at the peak contradicts the paper, unless the upstream was slow', () => {
    const cells = saved.cells.map(cell => ({ ...cell, played: withFailure(cell.played, 2) }))
    const outcomeOf = (/** @type {SavedGatewayLab['checks']} */ checks) =>
      conclusion(analyseGateway({ ...saved, cells, checks }).lab.conclusions, 'peak')?.outcome
    expect(outcomeOf(saved.checks)).toBe('does not hold')
    expect(outcomeOf(saved.checks.map(check => ({ ...check, addedP99Ms: 11 })))).toBe('cannot tell')
  })
})

test('the CPU of the step counts from the moment when the rate doubles', () => {
  const saved = makeGatewayLab({ part: 'step' })
  const cells = saved.cells.map(cell => {
    const { fromMs } = cell.played.stages[2] ?? { fromMs: 0 }
    const samples = cell.samples.map(sample => (sample.fromMs === fromMs ? { ...sample, cpuMicros: 560_000 } : sample))
    return { ...cell, samples }
  })
  const { cpuRatio } = stepOf(saved)
  // 0.56 s of CPU in half a second are 56% of two cores.
  expect(stepOf({ ...saved, cells })).toMatchObject({ highestCpuRatio: expect.closeTo(0.56, 9), cpuRatio })

  /** @param {SavedGatewayLab} lab */
  function stepOf(lab) {
    return conclusion(analyseGateway(lab).lab.conclusions, 'step')
  }
})

test('a latency above the goal before the step decides nothing about it', () => {
  const saved = makeGatewayLab({ part: 'step' })
  // With ten connections both rates are above the capacity.
  const slow = makeGatewayLab().cells.find(({ variant }) => variant === 'pool 10')
  const cells = saved.cells.map(cell =>
    cell.variant === 'pool 200' && slow ? { ...slow, variant: 'pool 200', stages: cell.stages } : cell
  )
  expect(conclusion(analyseGateway({ ...saved, cells }).lab.conclusions, 'step')?.outcome).toBe('cannot tell')
})

test('first requests: the ratio of each launch, and its mean with an interval', () => {
  const { firsts, conclusions } = analyseGateway(makeGatewayLab({ part: 'first' })).lab
  expect(firsts.map(({ variant, launches }) => [variant, launches])).toEqual([
    ['plain with JSON', 3],
    ['plain', 3],
    ['pool 168', 3]
  ])
  const [serialised, plain] = firsts
  expect(serialised?.firstMs.value).toBe(261)
  expect(serialised?.steadyMs.value).toBe(201)
  // The launches have 260, 261 and 262 ms, and then 201 ms each.
  expect(serialised?.requestMs).toEqual([261, ...new Array(20).fill(201)])
  expect(serialised?.ratio?.value).toBeCloseTo(261 / 201, 3)
  expect(serialised?.firstOverheadMs.value).toBe(61)
  // Of the repeats: 60 / 50, 61 / 51 and 62 / 52.
  expect(serialised?.overheadRatio?.value).toBeCloseTo(61 / 51, 3)
  expect(plain?.overheadRatio).toBeNull()
  expect(conclusion(conclusions, 'first-request')).toMatchObject({ outcome: 'does not hold', claimed: 5 })
})

test('overheads: the CPU that each variant costs more than the first one', () => {
  const { overheads, conclusions } = analyseGateway(makeGatewayLab({ part: 'overheads' })).lab
  const more = overheads.map(({ variant, moreCpuMicros }) => [
    variant,
    moreCpuMicros && Math.round(moreCpuMicros.value)
  ])
  expect(more).toEqual([
    ['plain', null],
    ['plain with JSON', 50],
    ['plain with a log', 100],
    ['TLS', 200],
    ['plain with fetch', 400]
  ])
  expect(conclusion(conclusions, 'tls-costs')?.outcome).toBe('cannot tell')
})

describe('virtual users', () => {
  const users = analyseGateway(makeGatewayLab({ part: 'users' })).lab
  const [at400, at480] = [2, 3]

  test('without a limit they find what requests at the same rates find', () => {
    const figuresOf = (/** @type {string} */ name) =>
      cellOf(users.cells, name).stages.map(({ sent, notSent, inFlight, p95Ms }) => ({ sent, notSent, inFlight, p95Ms }))
    expect(figuresOf('pool 168, users')).toEqual(figuresOf('pool 168'))
    expect(figuresOf('pool 168').map(({ sent }) => sent)).toEqual([200, 600, 800, 480])
    expect(figuresOf('pool 168').every(({ notSent }) => notSent === 0)).toBe(true)
  })

  test('with a limit at the number in flight at the goal, they leave out what the peak has more', () => {
    const { stages, users: limit } = cellOf(users.cells, 'pool 168, 82 users')
    expect(limit).toEqual({ most: 82 })
    expect(stages[at400]).toMatchObject({ sent: 800, notSent: 0, inFlight: expect.closeTo(80, 0) })
    // 82 users of 200 ms each send 410 requests/s.
    expect(stages[at480]?.inFlight).toBeGreaterThan(81)
    expect(stages[at480]?.inFlight).toBeLessThanOrEqual(82)
    expect(stages[at480]?.requestsPerSecond).toBeCloseTo(410, -1)
    expect(stages[at480]?.notSentRatio).toBeCloseTo(1 - 410 / 480, 1)
    expect(stages[at480]).toMatchObject({ failedRatio: 0, p95Ms: expect.closeTo(200, 0) })
  })

  test('two users send 10 requests/s at any rate, and find nothing slow', () => {
    const { stages } = cellOf(users.cells, 'pool 168, 2 users')
    for (const stage of stages) {
      expect(stage.requestsPerSecond).toBeCloseTo(10, -1)
      expect(stage.notSentRatio).toBeCloseTo(1 - 10 / stage.ratePerSecond, 1)
      expect(stage).toMatchObject({ failedRatio: 0, p95Ms: expect.closeTo(200, 0) })
    }
  })

  test('with a small pool they hide the queue that requests find', () => {
    const { stages } = cellOf(users.cells, 'pool 10, 82 users')
    // 50 requests/s of 400 are sent, in bursts.
    expect(stages[at400]?.notSentRatio).toBeGreaterThan(0.75)
    expect(conclusion(users.conclusions, 'users-not-rates')).toMatchObject({
      outcome: 'does not hold',
      users: { ratePerSecond: 400, notSentRatio: stages[at400]?.notSentRatio, p95Ms: stages[at400]?.p95Ms },
      requests: { notSentRatio: 0, p95Ms: cellOf(users.cells, 'pool 10').stages[at400]?.p95Ms }
    })
  })

  test('the limit does not let the peak through; no configuration has a contract', () => {
    expect(conclusion(users.conclusions, 'most-users')).toMatchObject({
      outcome: 'does not hold',
      variant: 'pool 168, 82 users',
      most: 82,
      atGoal: { notSentRatio: 0 }
    })
    expect(users.cells.every(({ contract }) => contract === 'not measured')).toBe(true)
  })
})

test('a run without a launch has no figures', () => {
  const { manifest } = makeGatewayLab()
  const { lab, rounds } = analyseGateway({ manifest, cells: [], firsts: [], checks: [] })
  expect({ cells: lab.cells, conclusions: lab.conclusions, rounds }).toEqual({ cells: [], conclusions: [], rounds: 0 })
})

/** @param {PlayedStages} played @param {number} index of the stage in which one request fails @returns {PlayedStages} */
function withFailure(played, index) {
  const stages = played.stages.map((stage, at) =>
    at === index ? { ...stage, completed: stage.completed - 1, non2xx: 1 } : stage
  )
  return { ...played, stages }
}

/** @param {SavedGatewayLab['cells']} cells @param {string} name */
function sentIn(cells, name) {
  const stages = cells.filter(({ variant }) => variant === name).flatMap(({ played }) => played.stages)
  return stages.reduce((sum, { sent }) => sum + sent, 0)
}

/** @param {GatewayCell[]} cells @param {string} name @returns {GatewayCell} */
function cellOf(cells, name) {
  const found = cells.find(({ variant }) => variant === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

/** Returns a conclusion with its values beside its outcome. @param {ConclusionRow[]} conclusions @param {string} id @returns {any} */
function conclusion(conclusions, id) {
  const found = conclusions.find(each => each.id === id)
  return found && { outcome: found.outcome, ...found.values }
}
