import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { infoLog } from '../../../src/experiments/info.js'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { checkSections } from '../../../src/report/sections/check-sections.js'
import {
  calibrationLines,
  preflightWords,
  reasonInWords,
  warningInWords
} from '../../../src/report/words/check-words.js'
import { makeCalibration } from '../../helpers/make-calibration.js'
import { makeManifest, makeMeasured, makeRounds } from '../../helpers/make-run.js'

const design = makeDesign({ profilers: [], loads: infoLog.loads, seed: 1 })

test('the expected power of a run comes from the calibration', () => {
  const text = preflightWords({ findings: [], calibration: makeCalibration() }, infoLog, design)
  // Nine rounds, a spread of 1%, a margin of 2%: 2% + (2.306 + 0.889) * 1% / sqrt(9).
  expect(text).toMatch(/calibration of 2026-01-02, 9 rounds have 80% power to detect a change of 3\.1/)
  expect(preflightWords({ findings: [], calibration: null }, infoLog, design)).toMatch(/command calibrate/)
})

test('each finding before a run is a line', () => {
  const findings = [{ code: /** @type {const} */ ('no-proc') }, { code: /** @type {const} */ ('no-pinning') }]
  const lines = preflightWords({ findings, calibration: null }, infoLog, design).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^info-log: \/proc is missing/),
    expect.stringMatching(/^info-log: servers cannot be pinned/),
    expect.stringMatching(/^info-log: not calibrated/)
  ])
})

test('a report without a calibration has a line about that', () => {
  expect(calibrationLines(null)).toEqual([expect.stringMatching(/^Not calibrated.*The command calibrate/)])
})

test('a calibration has a line per result', () => {
  const [origin, same, burn, log] = calibrationLines(makeCalibration())
  expect(origin).toMatch(/2026-01-02 .*Node\.js v20\.0\.0, 8 rounds\./)
  expect(same).toMatch(/^A\/A test .* The interval contains zero/)
  expect(burn).toMatch(
    /^Injected cost burn-10 \(10\.0 µs, 5\.0%\).*: measured .*interval contains it.*ranked first.*error 20.*confirmed by both/
  )
  expect(log).toMatch(/^Injected cost log \(true cost unknown\): measured .*not in the blame table/)
})

test('the reason of discarded slices is printed once, with the first slice and their number', () => {
  const slices = makeRounds({ rounds: 4, costRatio: 1 }).map(slice =>
    slice.variant === 'log=sync' ? { ...slice, non2xx: 3 } : slice
  )
  const analysis = analyse(makeMeasured({ manifest: makeManifest(), slices })).analysis
  const [validity] = checkSections(analysis)
  expect(validity?.lines).toEqual([
    '8 slices: 4 discarded, 0 used for CPU only:',
    'autocannon: 3 responses with a status other than 2xx (log=sync, round 1, slice 1, and 3 more)',
    'Run time: 100 s (60.0 s load, 20.0 s warm-up).'
  ])
  expect(validity?.table?.rows.find(([label]) => label === 'failed requests')).toEqual([
    'failed requests',
    '3',
    '3',
    'none',
    '4 of 8'
  ])
})

test.each([
  [{ code: 'generator-busy', share: 0.9, limit: 0.85 }, /^the load generator was busy for more than 85/],
  [{ code: 'server-not-saturated', share: 0.5, limit: 0.9 }, /^the server was busy for less than 90/],
  [
    { code: 'late-sends', sendDelayP99Micros: 9000, limitMicros: 5000 },
    /^more than 1% of the requests were sent over 5/
  ],
  [{ code: 'server-saturated', ratePerSecond: 829.4 }, /^the server could not keep up with 829 requests\/s$/],
  [{ code: 'launch-excluded' }, /^another slice of the launch is not used for requests\/s/]
])('a slice discarded for rates has its reason in words: %j', (reason, text) => {
  expect(reasonInWords(/** @type {any} */ ({ ...reason, discards: 'rates' }))).toMatch(text)
})

test.each([
  [{ code: 'killed', launches: ['1-a', '1-b'] }, /^1-a, 1-b: killed/],
  [
    { code: 'failed-exit', launches: [{ id: '1-a', exitCode: 7 }] },
    /^1-a \(exit code 7\): the server failed while stopping/
  ],
  [{ code: 'unread-profiles', launches: ['1-a'] }, /before it read the profiles of 1 launch:/],
  [
    { code: 'baseline-swing', variant: 'a', swingRatio: 0.123, limitRatio: 0.1 },
    /^The launches of a differ by 12\.3% \(standard deviation; limit 10%\): .* differ on a steady machine too\. /
  ],
  [
    { code: 'folded-functions', functions: 590_000 },
    /^The launches have too many functions to compare each of them: 590,000 functions that one launch has/
  ],
  [
    { code: 'saturated-waits', launches: ['4-a', '5-b'] },
    /^The server was busy in 2 launches that followed requests \(4-a and 1 more\): queueing in front of it cannot/
  ],
  [{ code: 'no-proc' }, /^Before the run: \/proc is missing/],
  [{ code: 'no-nm' }, /^Before the run: nm .*is missing/],
  [{ code: 'one-core' }, /one core only/],
  [{ code: 'no-pinning' }, /cannot be pinned/],
  [{ code: 'busy', busyShare: 0.42 }, /busy \(42.* of its cores in use before the run\)/],
  [{ code: 'busy', busyShare: null }, /the machine is busy: intervals/],
  [{ code: 'governor', governor: 'powersave' }, /governor is powersave/]
])('a warning is a sentence: %j', (warning, text) => {
  expect(warningInWords(/** @type {any} */ (warning))).toMatch(text)
})
