import { expect, test } from '@jest/globals'
import { attachedLines } from '../../../src/report/words/kinds/attached-words.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { attachedOf, processesOf } from '../../../src/verdict/decide/attached.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const WINDOWS = 15
const experiment = /** @type {any} */ ({ loads: [{ generator: 'existing', mode: 'existing' }], marginRatio: 0.02 })

/**
 * Returns windows of processes, each of which costs a little more or less than the others, as launches do.
 * @param {object} asked
 * @param {number} asked.micros per request
 * @param {number} [asked.processes]
 * @param {number} [asked.launchSd] of the logarithm of the cost of a process
 * @param {number} asked.seed
 * @returns {SliceRecord[]}
 */
function windowsOf({ micros, processes = 1, launchSd = 0.015, seed }) {
  const random = seededRandom(seed)
  const near = (/** @type {number} */ sd) => 1 + sd * (random() + random() + random() - 1.5) * 2
  return Array.from({ length: processes }, function windowsOfProcess(_, process) {
    const own = micros * near(launchSd)
    return Array.from({ length: 2 * WINDOWS }, function windowAt(_, index) {
      const isProfiled = index >= WINDOWS
      const cpuMicros = 1000 * own * near(0.02) * (isProfiled ? 1.05 : 1)
      const profiler = isProfiled ? 'cdp' : 'none'
      return /** @type {any} */ ({ launch: `${process} ${profiler}`, profiler, completed: 1000, server: { cpuMicros } })
    })
  }).flat()
}

/**
 * @param {SliceRecord[]} before @param {SliceRecord[]} now
 * @param {{ isAtOnce?: boolean, calibration?: any, nodeVersion?: string }} [known] `nodeVersion`: of the later one
 */
function compare(before, now, { isAtOnce = true, calibration = null, nodeVersion = 'v22.1.0' } = {}) {
  const about = { run: 'earlier', variant: 'stable', startedAt: '2026-01-02T03:04:05.000Z', isAtOnce }
  const attachedTo = { ...about, nodeVersion: 'v22.1.0', processes: processesOf(before) }
  const answers = [{ variant: 'canary', wantedPort: 0, nodeVersion, answers: [] }]
  return attachedOf({ experiment, attachedTo, calibration, answers }, now)
}

test('what a profiler costs is from the windows with and without it', () => {
  const found = attachedOf({ experiment, calibration: null }, windowsOf({ micros: 500, seed: 1 }))
  expect(found).toMatchObject({ processes: 1, against: null })
  expect(found?.overhead?.relative).toBeGreaterThan(0.03)
  expect(found?.overhead?.relative).toBeLessThan(0.07)
})

test('a run of another kind has nothing of it', () => {
  const other = { ...experiment, loads: [{ generator: 'autocannon', mode: 'closed' }] }
  expect(attachedOf({ experiment: other, calibration: null }, [])).toBeNull()
})

test('one process on each side: no verdict, and a planted 50% is larger than launches differ', () => {
  const found = compare(windowsOf({ micros: 500, seed: 1 }), windowsOf({ micros: 750, seed: 2 }))
  expect(found?.against).toMatchObject({
    over: 'windows',
    isLarger: true,
    launchesDifferRatio: 0.05,
    isCalibrated: false
  })
  expect(found?.against).not.toHaveProperty('verdict')
  const text = attachedLines({ variant: 'canary', attached: found ?? undefined }).join(' ')
  expect(text).toMatch(/canary compared with stable, at the same time: CPU per request \+5\d\.\d%/)
  expect(text).toMatch(/differ by up to 5\.0% here \(not calibrated\): this change is larger than launches differ/)
  expect(text).not.toMatch(/slower|faster|no difference|cannot tell/)
})

test('two processes of one server are within what launches differ by in 19 of 20', () => {
  const larger = Array.from({ length: 400 }, (_, seed) => {
    const [one, other] = [2 * seed + 1, 2 * seed + 2].map(each => windowsOf({ micros: 500, seed: each }))
    return compare(one ?? [], other ?? [])?.against
  }).filter(against => against?.over === 'windows' && against.isLarger)
  expect(larger.length).toBeLessThanOrEqual(20)
})

test.each([
  ['all of the interval is within', 500, 2, false, /: this change is not larger than launches differ/],
  ['the interval allows both', 526, 4, null, /: this change is not shown to be larger than launches differ/]
])('%s', (_, micros, seed, isLarger, expected) => {
  const before = windowsOf({ micros: 500, launchSd: 0, seed: 1 })
  const { against, ...others } = compare(before, windowsOf({ micros, launchSd: 0, seed })) ?? {}
  expect(against).toMatchObject({ isLarger })
  const attached = /** @type {any} */ ({ against, ...others })
  expect(attachedLines({ variant: 'canary', attached }).join(' ')).toMatch(expected)
})

test('other versions of Node.js are named, equal ones are not', () => {
  const sides = [500, 505].map((micros, index) => windowsOf({ micros, seed: index + 1 }))
  const [before = [], now = []] = sides
  const lines = [undefined, 'v24.0.0'].map(nodeVersion => {
    const attached = compare(before, now, { nodeVersion }) ?? undefined
    return attachedLines({ variant: 'canary', attached }).join(' ')
  })
  expect(lines[0]).not.toContain('Node.js')
  expect(lines[1]).toContain('Node.js differs: v24.0.0 of canary, v22.1.0 of stable.')
})

test('a calibration that found more than 5% is used', () => {
  const calibration = { spreads: { cpuPerRequest: 0.1 } }
  const found = compare(windowsOf({ micros: 500, seed: 1 }), windowsOf({ micros: 575, seed: 2 }), { calibration })
  expect(found?.against).toMatchObject({ isLarger: false, isCalibrated: true })
})

test('four processes on each side find a planted 20%, and identical ones do not differ', () => {
  const before = windowsOf({ micros: 500, processes: 4, seed: 1 })
  const found = compare(before, windowsOf({ micros: 600, processes: 4, seed: 2 }))
  expect(found?.against).toMatchObject({ over: 'processes', verdict: 'slower', processes: { before: 4, now: 4 } })
  expect(attachedLines({ variant: 'canary', attached: found ?? undefined })[0]).toMatch(
    /canary: slower than stable, at the same time: CPU per request \+[\d.]+% \(95% CI over processes .*, 4 and 4 processes\)/
  )
  const same = compare(before, windowsOf({ micros: 500, processes: 4, seed: 3 }))
  expect(same?.against).toMatchObject({ verdict: expect.stringMatching(/no difference|cannot tell/) })
})

test('fewer than four processes are never slower, and runs of two times have wider intervals', () => {
  const sides = [500, 600].map((micros, index) => windowsOf({ micros, processes: 3, seed: index + 1 }))
  const [before = [], now = []] = sides
  expect(compare(before, now)?.against).toMatchObject({ verdict: 'cannot tell', lean: 'slower' })
  const widths = [true, false].map(isAtOnce => {
    const against = compare(before, now, { isAtOnce })?.against
    return (against?.high ?? 0) - (against?.low ?? 0)
  })
  expect(widths[1]).toBeGreaterThan(widths[0] ?? 0)
})
