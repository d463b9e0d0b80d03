import { performance } from 'node:perf_hooks'
import { describe, expect, jest, test } from '@jest/globals'
import { progressBar, statusText, stepInWords, withProgress } from '../../../src/cli/print/progress.js'
import { info } from '../../../src/experiments/info.js'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { estimateCollectMs, estimateRoundMs } from '../../../src/measure/rounds/estimate-duration.js'
import { fixedPlan } from '../../../src/measure/rounds/plan.js'
import { formatDuration } from '../../../src/report/words/format.js'
import { makeChange } from '../../helpers/make-change.js'
import { sampleRoot, sampleRun } from '../../helpers/sample-run.js'

/** @import { Analysis } from '../../../src/types.js' */

const { analysis: sample } = sampleRun()

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

describe('while it measures', () => {
  const parts = { share: 0.5, stage: 'verdict 3 of 9', verdictMs: 65_000, endMs: 200_000, now: '+10.2% (7.1 to 13.3)' }

  test('one line has the stage, when the verdict and the end are due, and the estimate so far', () => {
    expect(statusText(parts)).toBe(
      '██████░░░░░░ verdict 3 of 9 · verdict in 1 min 05 s · end in 3 min 20 s · +10.2% (7.1 to 13.3)'
    )
    expect(statusText(parts).length).toBeLessThan(100)
  })

  test('on 80 columns it has no bar, and what is not known is left out', () => {
    expect(statusText(parts, 90)).toMatch(/^verdict 3 of 9 · .* · \+10\.2% \(7\.1 to 13\.3\)$/)
    expect(statusText({ ...parts, share: null, verdictMs: null, endMs: Number.POSITIVE_INFINITY }, 80)).toBe(
      'verdict 3 of 9 · +10.2% (7.1 to 13.3)'
    )
  })

  test('where two estimates do not fit beside the rest, the line has less of that, and they are not cut', () => {
    const now = 'log=sync slower +14.5% (12.7 to 16.3), gzip=on slower +117% (104 to 130)'
    const detail = { ...parts, stage: 'detail 1 of 3', verdictMs: 0, now }
    expect(statusText(detail, 100)).toBe(`end in 3 min 20 s · ${now}`)
    expect(statusText({ ...detail, verdictMs: 65_000 }, 100)).toBe(`detail 1 of 3 · ${now}`)
    expect(statusText(detail, 80)).toBe(now)
  })

  test('a terminal has one line, in which the estimate is replaced, and no line for the verdict', async () => {
    const text = await measured({ isTTY: true })
    expect(text).not.toContain('\n')
    expect(text).toMatch(/verdict 1 of \d+ · verdict in .* · end in /)
    expect(text).toMatch(/verdict 2 of \d+ · .*end in .* · \+30\.0% \(28\.0 to 32\.0\)/)
    expect(text).toMatch(/end in \d+ s · log=sync slower \+14\.\d% \([^)]*\), gzip=on slower \+117% \([^)]*\)/)
    expect(text.endsWith('\r')).toBe(true)
  })

  test('a pipe has lines that stay, with the verdict in one of them', async () => {
    const text = await measured({ isTTY: false })
    expect(text).not.toContain('\r')
    expect(text.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^round 1 of 4, verdict in .*, .* left$/),
      expect.stringMatching(/^round 2 of 4, .* left$/),
      expect.stringMatching(/^log=sync is slower than off: /),
      ...Array.from({ length: 3 }, () => expect.any(String)),
      expect.stringMatching(/^round 3 of 4, \d[^,]* left$/)
    ])
  })

  test('every finished round corrects the time left, and that until the verdict', async () => {
    const ms = plannedMs()
    const [, second = 0, ...details] = ms
    const text = await measured({ isTTY: false, pace: 2 })
    const left = 2 * (second + details.reduce((sum, each) => sum + each, 0)) + collectMs()
    expect(text).toContain(`round 2 of 4, verdict in ${formatDuration(2 * second)}, ${formatDuration(left)} left\n`)
  })

  test('a verdict that ends the run has one time, that of the end', async () => {
    const [, second = 0] = plannedMs()
    const text = await measured({ isTTY: false, pace: 2, detailRounds: 0 })
    expect(text).toContain(`round 2 of 2, ${formatDuration(2 * second)} left\n`)
    expect(await measured({ isTTY: true, detailRounds: 0 })).not.toContain('verdict in')
  })

  test('the verdict is not due later than a limit of time', async () => {
    const text = await measured({ isTTY: false, pace: 100, maxMs: 60_000 })
    expect(text).toMatch(/^round 2 of \d+, verdict in (.+), \1 left$/m)
    // Said before the run.
    expect(text).not.toContain('longer than planned')
  })

  test('a slow machine has as many rounds in its lines as a limit of time holds, and is told which limit holds enough', async () => {
    const text = await measured({ isTTY: false, pace: 1, maxMs: 300_000, rounds: 8 })
    expect(text).not.toContain('longer than planned')
    const [, planned] = /^round 2 of (\d+),/m.exec(text) ?? []
    const slow = await measured({ isTTY: false, pace: 3, maxMs: 300_000, rounds: 8, extra: 1 })
    const [, held] = /^round 2 of (\d+),/m.exec(slow) ?? []
    expect(Number(held)).toBeLessThan(Number(planned))
    expect(slow.replace(/\s+/g, ' ')).toMatch(
      / left The rounds take longer than planned: the time may be too short for 6 rounds of warm servers: --max-time \d+ holds them\. round 2 of /
    )
    expect(slow.split('longer than planned')).toHaveLength(2)
  })

  test('beyond a limit of time no verdict is due that is over', async () => {
    const text = await measured({ isTTY: false, pace: 1, maxMs: 60_000, lateMs: 600_000 })
    expect(text).toMatch(/^round 3 of \d+, \d[^,]* left$/m)
  })

  test('a round that was not planned is one of its stage', async () => {
    const text = await measured({ isTTY: false, extra: 1 })
    const rounds = text.split('\n').filter(line => line.startsWith('round '))
    expect(rounds.map(line => line.split(',')[0])).toEqual([
      'round 1 of 4',
      'round 2 of 4',
      'round 3 of 5',
      'round 4 of 5'
    ])
    expect(rounds[2]).toContain('verdict in ')
    expect(rounds[3]).not.toContain('verdict in ')
  })

  test('--quiet prints nothing', async () => {
    expect(await measured({ isTTY: true, quiet: true })).toBe('')
  })

  test('a final estimate outside of the early interval has its reason in a sentence', async () => {
    const [first, ...others] = sample.verdicts
    if (!first?.change) throw new Error('the sample has a change')
    const change = { ...makeChange(0.48, 0.52), pairs: first.change.pairs + 2 }
    const text = await measured({ isTTY: false, final: { ...sample, verdicts: [{ ...first, change }, ...others] } })
    expect(text.trimEnd().split('\n').slice(-2).join(' ')).toMatch(
      /^log=sync: the early estimate was \+14\.\d% .*, the final one is \+50\.\d% .*: it has 2 more rounds\.$/
    )
  })
})

const design = makeDesign({ profilers: ['cdp'], loads: info.loads, seed: 1, rounds: 2 })

function plannedRounds() {
  return fixedPlan(
    design,
    info.variants.map(({ name }) => name)
  )
}

function plannedMs() {
  return plannedRounds().map(round => estimateRoundMs(round, design))
}

function collectMs() {
  return plannedRounds()
    .map(estimateCollectMs)
    .reduce((sum, each) => sum + each, 0)
}

/**
 * Plays the events of the committed run, as if its verdicts were those when it begins its detail rounds, and returns what is printed on
 * stderr.
 * @param {object} options
 * @param {boolean} options.isTTY
 * @param {boolean} [options.quiet]
 * @param {Analysis} [options.final]
 * @param {number} [options.pace] what the first round took by what was planned, in which case the clock stands still
 * @param {number | null} [options.maxMs]
 * @param {number} [options.lateMs] what the clock that stands still shows, from the start of the run
 * @param {number} [options.extra] rounds of the verdict
 * @param {number} [options.rounds] that are planned for it
 * @param {number} [options.detailRounds]
 */
async function measured({
  isTTY,
  quiet = false,
  final = sample,
  pace,
  maxMs = null,
  lateMs = 0,
  extra = 0,
  rounds = design.rounds,
  detailRounds = design.detailRounds
}) {
  let text = ''
  const clock =
    pace === undefined
      ? null
      : jest
          .spyOn(performance, 'now')
          .mockReturnValue(1000 + lateMs)
          .mockReturnValueOnce(1000)
  const write = (/** @type {string} */ more) => Boolean((text += more))
  const before = Object.getOwnPropertyDescriptor(process, 'stderr') ?? {}
  Object.defineProperty(process, 'stderr', { configurable: true, value: { isTTY, write } })
  const environment = jest.replaceProperty(process, 'env', { ...process.env, TERM: 'xterm', LC_ALL: 'C.UTF-8' })
  const estimates = [{ candidate: 'log=sync', change: makeChange(0.28, 0.32) }]
  try {
    const planned = { ...design, maxMs, rounds, detailRounds }
    await withProgress({ experiment: info, design: planned, quiet }, async function play(notify) {
      notify({ type: 'folder', path: sampleRoot })
      notify({ type: 'round', index: 0, stage: 'verdict', tookPerPlanned: 1, estimates: [] })
      notify({ type: 'round', index: 1, stage: 'verdict', tookPerPlanned: pace ?? 1, estimates })
      for (let round = 0; round < extra; round++)
        notify({ type: 'round', index: 2 + round, stage: 'verdict', tookPerPlanned: pace ?? 1, estimates })
      notify({ type: 'verdict', design: { ...design } })
      notify({ type: 'round', index: 2 + extra, stage: 'detail', tookPerPlanned: pace ?? 1, estimates })
      return { analysis: final }
    })
    return text
  } finally {
    Object.defineProperty(process, 'stderr', before)
    environment.restore()
    clock?.mockRestore()
  }
}
