import { expect, test } from '@jest/globals'
import { analyseRun } from '../../src/analyse-run.js'
import { infoLog } from '../../src/experiments/info-log.js'
import { makeDesign } from '../../src/measure/design.js'
import { calibrationLines } from '../../src/report/calibration-words.js'
import { checkSections } from '../../src/report/check-sections.js'
import { preflightWords } from '../../src/report/preflight-words.js'
import { makeCalibration } from '../helpers/make-calibration.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'

const design = makeDesign({ profilers: [], loads: infoLog.loads, seed: 1, quick: false })

test('a run says first what it will be able to tell, by the calibration', () => {
  const text = preflightWords({ findings: [], calibration: makeCalibration() }, infoLog, design)
  // Eight rounds, a spread of 1 %, a margin of 2 %: 2 % + (2.365 + 0.896) * 1 % / sqrt(8).
  expect(text).toMatch(/calibration of 2026-01-02 8 rounds call a change of 3\.2% or more slower or faster/)
  expect(preflightWords({ findings: [], calibration: null }, infoLog, design)).toMatch(/npm run calibrate/)
})

test('a report without a calibration says that there is none', () => {
  expect(calibrationLines(null)).toEqual([expect.stringMatching(/^Not calibrated.*npm run calibrate/)])
})

test('a calibration is told in figures a reader can hold against the verdict', () => {
  const [same, burn, log] = calibrationLines(makeCalibration())
  expect(same).toMatch(/2026-01-02 .*Node v20\.0\.0, 8 rounds\..*no difference is in the interval/)
  expect(burn).toMatch(
    /burn-10, which costs 10\.0 µs or 5\.0%.*which holds it.*blamed first, both profilers agreeing.*20\.0% off/
  )
  expect(log).toMatch(/log came out as .*the planted function was not blamed/)
})

test('what is wrong with slices is told once, with how many and where', () => {
  const slices = makeRounds({ rounds: 4, costRatio: 1 }).map(slice =>
    slice.variant === 'log=sync' ? { ...slice, non2xx: 3 } : slice
  )
  const analysis = analyseRun(makeMeasured({ manifest: makeManifest(), slices }))
  const [panel] = checkSections(analysis)
  expect(panel?.lines).toEqual([
    'Of 8 slices 4 are void and count in no figure, 0 count for CPU but not for requests/s and latency:',
    'autocannon: 3 answers other than 2xx (1-log=sync slice 1 and 3 more)'
  ])
  expect(panel?.table?.rows.find(([label]) => label === 'failed requests')).toEqual([
    'failed requests',
    '3',
    '3',
    '≤ 0',
    '4 of 8'
  ])
})
