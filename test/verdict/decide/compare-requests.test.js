import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { makeRequestRun, requestManifest, requests, roundsOf } from '../../helpers/make-request-run.js'
import { makeMeasured } from '../../helpers/make-run.js'

test('the request that is slower has the verdict, and the mix has none of its slices', () => {
  const analysis = analyse(makeRequestRun()).analysis
  expect(analysis.verdicts[0]?.verdict).toBe('no difference')
  expect(analysis.verdicts[0]?.change?.relative).toBeCloseTo(0.0182, 9)
  expect(analysis.checks.slices).toBe(18)
  expect(analysis.sliceSeries[0]?.values).toHaveLength(18)

  const [a, b] = analysis.requests ?? []
  expect(a).toMatchObject({ name: 'GET /a', method: 'GET', path: '/a', weight: 9, share: 0.9 })
  expect(a?.verdicts).toMatchObject([{ verdict: 'no difference', candidate: 'log=sync', metric: 'cpuMainThread' }])
  expect(b).toMatchObject({ name: 'GET /b', share: 0.1 })
  expect(b?.verdicts).toMatchObject([{ verdict: 'slower' }])
  expect(b?.verdicts[0]?.change?.relative).toBeCloseTo(0.1, 9)
  // 20 µs, times the geometric mean of 1, 1.1 and 1.2; 70% of them are of the main thread.
  expect(b?.sizes[0]?.all?.difference.micros).toBeCloseTo(20 * Math.cbrt(1.32), 9)
  expect(b?.sizes[0]?.main?.difference.micros).toBeCloseTo(14 * Math.cbrt(1.32), 9)
  const rate = b?.load.rows.find(({ metric }) => metric === 'requestsPerSecond')
  expect(rate?.changes['log=sync']?.relative).toBeCloseTo(1 / 1.1 - 1, 9)
})

test('what a run of several requests has besides is that of a run without them', () => {
  const { requests: each, ...mix } = analyse(makeRequestRun()).analysis
  const experiment = { ...requestManifest.experiment, requests: undefined }
  const one = analyse(makeMeasured({ manifest: { ...requestManifest, experiment }, slices: roundsOf('mix') })).analysis
  expect(each).toHaveLength(2)
  expect(mix).toEqual(one)
  expect(one).not.toHaveProperty('requests')
})

test('verdicts on single requests are corrected for their number, and that on all together is not', () => {
  const noisy = roundsOf('GET /b').map((slice, index) => {
    const cpuMainThreadMicros = (slice.server.cpuMainThreadMicros ?? 0) * (index % 3 === 0 ? 1.01 : 1)
    return { ...slice, server: { ...slice.server, cpuMainThreadMicros } }
  })
  const analysis = analyse(
    makeRequestRun({
      slices: noisy.map(({ request: _, ...slice }) => slice),
      requestSlices: [...roundsOf('GET /a'), ...noisy]
    })
  ).analysis
  const [together, alone] = [analysis.verdicts[0]?.change, analysis.requests?.[1]?.verdicts[0]?.change]
  expect(alone?.relative).toBe(together?.relative)
  expect([together?.confidence, alone?.confidence]).toEqual([0.95, 0.975])
  expect(alone?.high).toBeGreaterThan(together?.high ?? 0)
  expect(alone?.pValue).toBeCloseTo(2 * (together?.pValue ?? 0), 9)
})

test('slices with another encoding than the request had before the run are discarded', () => {
  const answer = { statusCode: 200, contentType: 'text/html', contentEncoding: 'br', bytes: 1, location: null }
  const answers = ['log=off', 'log=sync'].flatMap(variant =>
    requests.map(({ name: request }) => ({ variant, request, wantedPort: 0, answers: [answer] }))
  )
  const { requests: each } = analyse(
    makeRequestRun({
      manifest: { ...requestManifest, answers },
      requestSlices: [...roundsOf('GET /a', { contentEncodings: { br: 1000 } }), ...roundsOf('GET /b')]
    })
  ).analysis
  expect(each?.map(({ verdicts }) => verdicts[0]?.refusal?.code)).toEqual([undefined, 'too-many-discarded'])
})

test('a request without slices yet has no verdict', () => {
  const { requests: each } = analyse(makeRequestRun({ requestSlices: [] })).analysis
  expect(each?.map(({ verdicts }) => verdicts[0]?.refusal?.code)).toEqual(['too-few-rounds', 'too-few-rounds'])
})
