import { expect, test } from '@jest/globals'
import { costMap } from '../../../src/blame/costs/cost-map.js'
import { launchCosts } from '../../../src/blame/costs/launch-costs.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { present } from '../../helpers/call-trees.js'
import { makeLaunch } from '../../helpers/make-trees.js'

/** @import { LaunchCosts } from '../../../src/blame/costs/launch-costs.js' */
/** @import { Stacks } from '../../helpers/make-trees.js' */

const LAUNCHES = 4
const NAMES = ['app:a', 'app:b', 'app:c', 'express/d', 'node:fs:e']

test('the cost below an owner is that of the stacks that it is on, in each launch', () => {
  const random = seededRandom(7)
  const stacks = Array.from({ length: LAUNCHES }, () => randomStacks(random))
  const { owners, costsBelow } = costMap(stacks.map(costsOf))
  const apps = owners.filter(({ category }) => category.group === 'app')
  expect(apps.map(({ frame }) => frame.name).toSorted()).toEqual(['a', 'b', 'c'])
  const totals = costsBelow.totals(apps)
  for (const [index, owner] of apps.entries()) {
    const { name } = owner.frame
    const expected = stacks.map(own => costWhere(own, stack => stack.includes(`app:${name}`)))
    expected.forEach((cost, launch) => {
      expect(totals[index]?.[launch]).toBeCloseTo(cost, 9)
    })
    for (const other of apps) {
      const inOther = costsBelow.in(owner, [other.key])
      stacks.forEach((own, launch) => {
        const cost = costWhere(own, stack => stack.includes(`app:${name}`) && ownerOf(stack) === other.frame.name)
        expect(inOther[launch]).toBeCloseTo(cost, 9)
      })
    }
  }
})

/** @param {() => number} random @returns {Stacks} */
function randomStacks(random) {
  const entries = Array.from({ length: 60 }, () => {
    const depth = 1 + Math.floor(random() * 5)
    const stack = Array.from({ length: depth }, () => NAMES[Math.floor(random() * NAMES.length)])
    return [stack.join(' > '), 1 + Math.floor(random() * 9)]
  })
  return Object.fromEntries(entries)
}

/** @type {(stacks: Stacks, launch: number) => LaunchCosts} */
function costsOf(stacks, launch) {
  const { tree, slice } = makeLaunch({ variant: 'off', round: launch, stacks })
  return present(launchCosts(tree, [slice]))
}

/** Returns the function of the app or the package entry that a stack's cost is of. @param {string[]} stack */
function ownerOf(stack) {
  const isPackage = (/** @type {string} */ name) => name.startsWith('express/')
  const owner = stack.findLast((name, index) => {
    if (name.startsWith('app:')) return true
    const before = stack.slice(0, index).findLast(each => each.startsWith('app:') || isPackage(each))
    return isPackage(name) && (before === undefined || !isPackage(before))
  })
  return owner?.replace(/^(app:|express\/)/, '') ?? null
}

/** A launch of 100 µs per request, which its samples share. @type {(stacks: Stacks, isWanted: (stack: string[]) => boolean) => number} */
function costWhere(stacks, isWanted) {
  const all = Object.entries(stacks)
  const whole = all.reduce((sum, [, weight]) => sum + weight, 0)
  const wanted = all.filter(([stack]) => isWanted(stack.split(' > ')))
  return (100 * wanted.reduce((sum, [, weight]) => sum + weight, 0)) / whole
}
