import { describe, expect, test } from '@jest/globals'
import { planCases } from '../../scripts/proofs/fuzz/plan-cases.js'

const names = ['slow', 'fast']

test('every target plays the same number of cases, or its own', () => {
  expect(planCases([], { names })).toEqual([
    { name: 'slow', cases: 1000 },
    { name: 'fast', cases: 1000 }
  ])
  expect(planCases(['slow=30', '200'], { names })).toEqual([
    { name: 'slow', cases: 30 },
    { name: 'fast', cases: 200 }
  ])
  expect(planCases(['200'], { names, only: 'fast' })).toEqual([{ name: 'fast', cases: 200 }])
})

describe('what would play no case is refused', () => {
  test.each([['x'], ['0'], ['-1'], ['0x10'], ['1e3'], ['slow='], ['slow=x'], ['=7']])('%s', word => {
    expect(() => planCases([word], { names })).toThrow(expect.objectContaining({ code: 'ERR_BAD_OPTION', exitCode: 2 }))
  })

  test('a target that does not exist', () => {
    expect(() => planCases(['other=3'], { names })).toThrow(/there is no target "other"\. Allowed: slow, fast/)
    expect(() => planCases([], { names, only: 'other' })).toThrow(/there is no target "other"/)
  })
})
