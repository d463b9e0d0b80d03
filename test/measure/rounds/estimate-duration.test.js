import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { readRunOptions } from '../../../src/cli/commands/run.js'
import { helpOf } from '../../../src/cli/options/commands.js'
import { experiments } from '../../../src/cli/options/experiments.js'
import { parseCommandLine } from '../../../src/cli/options/read-arguments.js'
import { designOf } from '../../../src/compare/ask/design-of.js'
import { lastingMs } from '../../../src/measure/rounds/estimate-duration.js'
import { estimateRunMs } from '../../../src/measure/rounds/plan.js'

/** @import { Experiment } from '../../../src/experiments/types.js' */

const benchProf = argsOfScript('bench:prof')

/** Returns the npm scripts that measure the built-in app, in their order. */
function benchScripts() {
  return Object.keys(JSON.parse(textOf('package.json')).scripts).filter(name => name.startsWith('bench'))
}

/**
 * Returns what the npm script gives to `workshop run`.
 * @param {string} name
 */
function argsOfScript(name) {
  const { scripts } = JSON.parse(textOf('package.json'))
  return /^node scripts\/workshop\.js run (.+)$/.exec(scripts[name])?.[1] ?? ''
}

/** @param {string} file in the folder of the project */
function textOf(file) {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
}

/** @param {string} args of `workshop run`, with one experiment */
function plannedBy(args) {
  const options = readRunOptions(parseCommandLine('run', args.split(' ')))
  const experiment = /** @type {Experiment} */ (options.experiments[0])
  return { experiment, design: designOf(experiment, options, 1, [0, 1]) }
}

/** @param {string} args of `workshop run`, with one experiment */
function secondsOf(args) {
  const { experiment, design } = plannedBy(args)
  return estimateRunMs(experiment, design) / 1e3
}

test('a slice at a low rate lasts until enough requests are due, and at most eight times as long', () => {
  expect(lastingMs(1000, 500)).toBe(1000)
  expect(lastingMs(1000, 100)).toBe(2000)
  expect(lastingMs(1000, 10)).toBe(8000)
})

test('the help of --rounds has the numbers of the designs', () => {
  const roundsOf = (/** @type {string} */ name) => {
    const { rounds, detailRounds } = plannedBy(`${name} --profiler prof,cdp`).design
    return { rounds, detailRounds }
  }
  expect(roundsOf('info-log')).toEqual({ rounds: 9, detailRounds: 4 })
  expect(roundsOf('info')).toEqual({ rounds: 6, detailRounds: 3 })
  expect(roundsOf('gateway-overheads')).toEqual({ rounds: 6, detailRounds: 3 })
  const help = helpOf('run').replace(/\s+/g, ' ')
  expect(help).toContain('default 9, of info and gateway-overheads 6; each')
  expect(help).toContain('Four more rounds, of info and gateway-overheads three,')
})

test.each([
  [benchProf, [264]],
  ['info-log --profiler prof,cdp', [287, 342, 350]],
  ['info-log --only verdict', [103, 115, 122]]
])('the estimate of %s is within a tenth of runs on a machine of two cores', (args, measured) => {
  const seconds = secondsOf(args)
  expect(seconds).toBeGreaterThan(0.9 * Math.min(...measured))
  expect(seconds).toBeLessThan(1.1 * Math.max(...measured))
})

test('bench:prof takes less than five minutes, as the README says', () => {
  expect(textOf('README.md')).toMatch(/npm run bench:prof .*in less than five minutes/)
})

test.each(['bench:prof', 'bench:0x', 'bench:clinic'])('%s is planned to end within five minutes', name => {
  expect(secondsOf(argsOfScript(name))).toBeLessThan(300)
})

test.each(['README.md', 'docs/commands.md'])('the minutes of each bench command in %s are those of its plan', file => {
  const rows = [...textOf(file).matchAll(/^\| `npm run (bench[:\w]*)` \| (\d+)(?: min)? \|/gm)]
  expect(rows.map(([, name]) => name)).toEqual(benchScripts())
  for (const [, name = '', minutes] of rows) {
    const planned = argsOfScript(name)
    const seconds =
      name === 'bench'
        ? planned
            .split(' ')
            .map(secondsOf)
            .reduce((sum, own) => sum + own)
        : secondsOf(planned)
    expect({ name, minutes: Math.round(seconds / 60) }).toEqual({ name, minutes: Number(minutes) })
  }
})

test.each([...experiments.values()])(
  'a quick run of $name ends within 45 s, with five seconds for its report',
  experiment => {
    expect(secondsOf(`${experiment.name} --quick`)).toBeLessThan(40)
  }
)
