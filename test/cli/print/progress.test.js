import { expect, test } from '@jest/globals'
import { progressBar, stepInWords } from '../../../src/cli/print/progress.js'

test.each([
  [-0.2, 0],
  [0, 0],
  [0.5, 10],
  [0.99, 20],
  [1, 20],
  [7, 20]
])('of a share of %d, the bar has %d of 20 parts', (share, filled) => {
  const bar = progressBar(share)
  expect({ filled: bar.split('█').length - 1, all: Array.from(bar).length }).toEqual({ filled, all: 20 })
})

test.each([
  ['warm-up', ['01-both', '01-log=sync', '01-off'], undefined, 'warming up 3 servers'],
  ['load', ['01-off', '01-log=sync'], 'autocannon', 'measuring 2 servers with autocannon'],
  ['load', ['10-log=sync'], 'sockets', 'measuring log=sync with sockets'],
  ['stop', ['10-log=sync-clinic-doctor'], undefined, 'stopping log=sync under clinic-doctor']
])('the step %s of %j under %s is shown as: %s', (step, launches, generator, words) => {
  const profilers = [{ name: 'clinic-doctor', playsLoads: false, isAlone: true }]
  expect(stepInWords(/** @type {any} */ ({ step, launches, generator }), /** @type {any} */ ({ profilers }))).toBe(
    words
  )
})
