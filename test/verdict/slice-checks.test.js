import { expect, test } from '@jest/globals'
import { checkSlices } from '../../src/verdict/slice-checks.js'
import { makeSlice } from '../helpers/make-run.js'

/** @param {ReturnType<typeof makeSlice>[]} slices */
function panelOf(slices) {
  return Object.fromEntries(checkSlices(slices).map(({ name, ...row }) => [name, row]))
}

test('each gauge tells what is typical, the slice that comes off worst, and how many are beyond the limit', () => {
  const usual = makeSlice()
  const busy = makeSlice({ generatorProcess: { ...usual.generatorProcess, cpuUserMicros: 900_000 } })
  const waiting = makeSlice({ server: { ...usual.server, eventLoopUtilization: 0.5 } })
  const panel = panelOf([usual, usual, usual, busy, waiting])
  expect(panel.generatorShare).toMatchObject({ typical: 0.25, worst: 0.95, beyond: 1, slices: 5, isFloor: false })
  expect(panel.serverShare).toMatchObject({ typical: 1, worst: 0.5, beyond: 1, slices: 5, isFloor: true })
  expect(panel.failedRequests).toMatchObject({ typical: 0, worst: 0, beyond: 0 })
})

test('failed requests, a clock that was set, a host that took the core and answers of another size are each seen', () => {
  const usual = makeSlice()
  const panel = panelOf([
    usual,
    usual,
    makeSlice({ errors: 1, non2xx: 2 }),
    makeSlice({ clockStepMs: -3_600_000 }),
    makeSlice({ server: { ...usual.server, stolenMicros: 300_000 } }),
    makeSlice({ bytesRead: usual.bytesRead * 2 })
  ])
  expect(panel.failedRequests).toMatchObject({ worst: 3, beyond: 1 })
  expect(panel.clockStepMs).toMatchObject({ worst: 3_600_000, beyond: 1 })
  expect(panel.stolenShare).toMatchObject({ worst: 0.3, beyond: 1 })
  expect(panel.sizeDeviation).toMatchObject({ worst: 1, beyond: 1 })
})

test('the sizes of two variants are not compared with each other', () => {
  const slices = [
    makeSlice({ variant: 'log=off', bytesRead: 1000 }),
    makeSlice({ variant: 'log=sync', bytesRead: 9000 })
  ]
  expect(panelOf(slices).sizeDeviation).toMatchObject({ worst: 0, beyond: 0 })
})

test('of what nobody tells there is no row', () => {
  const usual = makeSlice()
  const panel = panelOf([makeSlice({ server: { ...usual.server, stolenMicros: null } })])
  expect(panel.stolenShare).toBeUndefined()
})
