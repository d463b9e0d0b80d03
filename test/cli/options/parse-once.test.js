import { expect, test } from '@jest/globals'
import { labCommand } from '../../../src/cli/commands/lab.js'
import { readRunOptions } from '../../../src/cli/commands/run.js'
import { readCompareOptions } from '../../../src/cli/options/compare-options.js'
import { parseCommandLine } from '../../../src/cli/options/read-arguments.js'

test.each([
  [['--rounds', '2', '--rounds', '3'], /^--rounds: it is given twice/],
  [['--json', '--json'], /^--json: it is given twice/],
  [['--out', ''], /^--out: its value is empty/],
  [['--out='], /^--out: its value is empty/],
  [['--rounds', '0x10'], /^--rounds: "0x10" is not such a number/],
  [['--seed', '1e3'], /^--seed: "1e3" is not such a number/],
  [['--duration', ' 1'], /^--duration: " 1" is not such a number/],
  [['--profiler', 'none,prof'], /^--profiler: "none" and another profiler contradict each other/]
])('%j is refused', (args, message) => {
  expect(() => readRun(...args)).toThrow(
    expect.objectContaining({ code: 'ERR_BAD_OPTION', message: expect.stringMatching(message) })
  )
})

test.each([
  [['--seed', '1', '--seed', '2'], /^--seed: it is given twice/],
  [['--quick', '--quick'], /^--quick: it is given twice/],
  [['--out', ''], /^--out: its value is empty/],
  [['--part', 'limits', '--part', ' '], /^--part: its value is empty/],
  [['--part', 'none'], /^--part: this lab has no part "none"/],
  [['--limits', '--part', 'grid'], /^--limits: it and grid are two parts/]
])('a lab with %j is refused', async (args, message) => {
  await expect(labCommand(['gateway', ...args])).rejects.toMatchObject({
    code: 'ERR_BAD_OPTION',
    message: expect.stringMatching(message)
  })
})

test('an option that may be given several times, and a margin that is left out, are read', () => {
  const read = readCompareOptions(['node a.js', 'node b.js', '--header', 'a: 1', '--header', 'b: 2'])
  expect(JSON.stringify(read)).toContain('"a":"1","b":"2"')
  expect(readRun('--fail-if-slower').failIfSlower).toEqual({ marginRatio: null })
  expect(readRun('--fail-if-slower', '5%').failIfSlower).toEqual({ marginRatio: 0.05 })
})

test('a variable without its end is refused', () => {
  expect(() => readCompareOptions(['node ${a', 'node b.js'])).toThrow(
    expect.objectContaining({
      code: 'ERR_BAD_OPTION',
      message: expect.stringMatching(/cannot be read \(bad substitution/)
    })
  )
})

/** @param {string[]} options */
function readRun(...options) {
  return readRunOptions(parseCommandLine('run', ['info', ...options]))
}
