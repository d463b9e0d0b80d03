import { expect, test } from '@jest/globals'
import { estimateGatewaysMs, plannedGateways } from '../../../../src/labs/gateway/measure/plan.js'
import { gateway } from '../../../../src/labs/gateway/question.js'
import { planLab } from '../../../../src/labs/skeleton/plan.js'
import { phasesOf } from '../../../../src/labs/skeleton/stages/schedule.js'

/** @import { GatewayPart } from '../../../../src/labs/gateway/types.js' */

const MOST_MS = 300_000

test('the table: five configurations of 25 s, with half the goal, the goal, and 20% above', () => {
  const cells = plannedGateways(gateway, planLab(gateway, { part: 'table', length: 'usual', seed: 1 }))
  expect(cells.map(({ variant }) => variant).toSorted()).toEqual(gateway.partVariants.table.toSorted())
  expect(cells[0]?.stages?.map(({ ratePerSecond, durationMs }) => [ratePerSecond, durationMs])).toEqual([
    [200, 9000],
    [400, 11_000],
    [480, 5000]
  ])
})

test.each(['table', 'first', 'step', 'overheads', 'users', 'peak', 'waits'])('%s takes less than 5 minutes', part => {
  const cells = plannedGateways(gateway, planLab(gateway, { part, length: 'usual', seed: 1 }))
  expect(estimateGatewaysMs(gateway, cells)).toBeLessThan(MOST_MS)
})

test('virtual users: at most 3 minutes, at the rates of the table with a ramp that artillery can play', () => {
  const cells = plannedGateways(gateway, planLab(gateway, { part: 'users', length: 'usual', seed: 1 }))
  expect(estimateGatewaysMs(gateway, cells)).toBeLessThan(180_000)
  for (const { variant, stages } of cells) {
    expect(stages?.map(({ ratePerSecond }) => ratePerSecond)).toEqual([200, 300, 400, 480])
    const { users } = gateway.variants.find(({ name }) => name === variant) ?? {}
    if (users)
      expect(phasesOf(stages ?? [], users).map(({ rampTo }) => rampTo)).toEqual([undefined, 400, undefined, undefined])
  }
})

test('the peak: the goal, 50% above and the goal again; half a core has rates of its own; in a minute and a half', () => {
  const cells = plannedGateways(gateway, planLab(gateway, { part: 'peak', length: 'usual', seed: 1 }))
  const ratesOf = (/** @type {string} */ name) =>
    cells.find(({ variant }) => variant === name)?.stages?.map(({ ratePerSecond }) => ratePerSecond)
  expect(cells).toHaveLength(2)
  expect(ratesOf('pool 168')).toEqual([200, 400, 600, 400])
  expect(ratesOf('half a core')).toEqual([50, 100, 120])
  expect(estimateGatewaysMs(gateway, cells)).toBeLessThan(90_000)
})

test('every part names variants of the lab, each once, and its order depends on the seed', () => {
  const names = gateway.variants.map(({ name }) => name)
  for (const [part, own] of Object.entries(gateway.partVariants)) {
    expect(new Set(own).size).toBe(own.length)
    expect(own.filter(name => !names.includes(name))).toEqual([])
    const orders = [1, 2, 3, 4, 5, 6, 7, 8].map(seed =>
      plannedGateways(gateway, planLab(gateway, { part, length: 'usual', seed })).map(({ variant }) => variant)
    )
    expect(new Set(orders.map(order => order.join())).size).toBeGreaterThan(1)
    expect(new Set(orders.map(order => order.toSorted().join())).size).toBe(1)
  }
})

test('each repeat has every variant once', () => {
  const plan = planLab(gateway, { part: /** @type {GatewayPart} */ ('first'), length: 'usual', seed: 1 })
  const cells = plannedGateways(gateway, plan)
  for (let repeat = 0; repeat < 8; repeat++) {
    const own = cells.filter(cell => cell.repeat === repeat).map(({ variant }) => variant)
    expect(own.toSorted()).toEqual(gateway.partVariants.first.toSorted())
  }
})
