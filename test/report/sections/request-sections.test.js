import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { verdictOnly } from '../../../src/report/chapters.js'
import { toMarkdown } from '../../../src/report/print/markdown.js'
import { pullRequestText } from '../../../src/report/print/pull-request.js'
import { shortReport } from '../../../src/report/print/short-report.js'
import { toTerminal } from '../../../src/report/print/terminal.js'
import { blameSections } from '../../../src/report/sections/blame-sections.js'
import { checkSections } from '../../../src/report/sections/check-sections.js'
import { requestSections } from '../../../src/report/sections/request-sections.js'
import { adviceOnBlame, leftOutInWords, requestLines } from '../../../src/report/words/request-words.js'
import { blame } from '../../helpers/make-blame.js'
import { makeRequestRun, requestManifest, roundsOf } from '../../helpers/make-request-run.js'
import { makeMeasured } from '../../helpers/make-run.js'

/** @import { Analysis } from '../../../src/types.js' */

const analysis = analyse(makeRequestRun()).analysis
/** @param {Parameters<typeof requestLines>[0]} of */
function linesOf(of) {
  return of.verdicts.flatMap(verdict => requestLines(of, verdict))
}

const line =
  /^By request: GET \/b is slower, main-thread CPU per request \+10\.0% \(97\.5% CI 10\.0 to 10\.0\); no difference on GET \/a\.$/

test('a request that is slower is named where the mix is no different, wherever a verdict is read first', () => {
  expect(analysis.verdicts[0]?.verdict).toBe('no difference')
  expect(linesOf(analysis)).toEqual([expect.stringMatching(line)])
  const words = 'GET /b is slower, main-thread CPU per request +10.0%'
  expect(toTerminal(verdictOnly(analysis))).toContain(words)
  expect(shortReport(analysis, { folder: 'a run', places: [] }).replace(/\s+/g, ' ')).toContain(words)
  expect(toMarkdown(analysis, requestManifest).split('\n').slice(0, 8).join()).toContain(words)
  expect(pullRequestText(analysis, requestManifest)).toContain(words)
})

test('a row per request has its verdict, share, size and changes', () => {
  const [section] = requestSections(analysis)
  expect(section?.table?.header).toEqual([
    'request',
    'verdict',
    'share',
    'difference',
    'requests/s (95% CI)',
    'change (97.5% CI)'
  ])
  expect(section?.table?.rows).toEqual([
    ['GET /a', 'no difference', '90.0%', expect.stringMatching(/^\S*0/), '0.0% (0.0 to 0.0)', '0.0% (0.0 to 0.0)'],
    [
      'GET /b',
      'slower',
      '10.0%',
      expect.stringMatching(/^\+15\.4 µs ± /),
      '-9.1% (-9.1 to -9.1)',
      '+10.0% (10.0 to 10.0)'
    ]
  ])
  expect(section?.table?.coloured?.rows).toHaveLength(2)
})

test('nothing is said where all requests have the verdict of the mix, or where there is one request', () => {
  const [mix] = analysis.verdicts
  const requests = analysis.requests?.slice(0, 1)
  expect(linesOf({ verdicts: mix ? [mix] : [], requests })).toEqual([])
  const one = analyse(makeMeasured()).analysis
  expect([linesOf(one), requestSections(one)]).toEqual([[], []])
})

test('of many requests three of a kind are named, and the others counted', () => {
  const [a, b] = analysis.requests ?? []
  const times = (/** @type {NonNullable<typeof a>} */ request) =>
    Array.from({ length: 5 }, (_, index) => ({ ...request, name: `${request.name}${index}` }))
  const requests = a && b ? [...times(a), ...times(b)] : []
  const [text = ''] = linesOf({ ...analysis, requests })
  expect(text).toMatch(
    /GET \/b2 is slower, [^;]*; 2 more requests are slower; no difference on GET \/a0, GET \/a1, GET \/a2 and 2 more\.$/
  )
})

test('with several candidates each has a row, and a line that names it', () => {
  const twice = (/** @type {Analysis['verdicts']} */ verdicts) =>
    verdicts.flatMap(verdict => [verdict, { ...verdict, candidate: 'other' }])
  const several = {
    candidates: ['log=sync', 'other'],
    verdicts: twice(analysis.verdicts),
    requests: analysis.requests?.map(request => ({ ...request, verdicts: twice(request.verdicts) }))
  }
  expect(requestSections(several)[0]?.table?.rows.map(row => row.slice(0, 3))).toEqual([
    ['GET /a', 'log=sync', 'no difference'],
    ['GET /a', 'other', 'no difference'],
    ['GET /b', 'log=sync', 'slower'],
    ['GET /b', 'other', 'slower']
  ])
  expect(linesOf(several)).toEqual([
    expect.stringMatching(/^By request, log=sync: GET \/b is slower/),
    expect.stringMatching(/^By request, other: GET \/b is slower/)
  ])
})

test('where blame of the mix names nobody, the advice is to compare the slower request alone', () => {
  const nobody = { ...blame({}), candidate: 'log=sync', rows: [] }
  const blames = [nobody]
  const [, advice] = linesOf({ ...analysis, blames })
  expect(advice).toMatch(/compare it alone: --path \/b\.$/)
  expect(blameSections({ ...analysis, blames })[0]?.lines).toContain(advice)
  expect(linesOf({ ...analysis, blames: [{ ...nobody, candidate: 'other' }] })).toHaveLength(1)
  const [a] = analysis.requests ?? []
  expect(adviceOnBlame(nobody, a ? [a] : [])).toEqual([])
})

test('a request without a verdict has its reason, and the checks count its slices', () => {
  const failing = roundsOf('GET /b', { errors: 1 })
  const refused = analyse(makeRequestRun({ requestSlices: [...roundsOf('GET /a'), ...failing] })).analysis
  const note = /^GET \/b: Cannot tell: .*18 of 18 slices cannot be used/
  expect(requestSections(refused)[0]?.notes?.[0]).toMatch(note)
  expect(requestSections(analysis)[0]?.notes?.join()).not.toContain('Cannot tell')
  expect(linesOf(refused)).toEqual(['By request: no difference on GET /a; cannot tell on GET /b.'])
  const counts = 'Of single requests: 36 slices: 18 discarded, 0 used for CPU only:'
  expect(checkSections(refused)[0]?.lines).toContain(counts)
  expect(checkSections(analysis)[0]?.lines?.join()).not.toContain('single requests')
})

test('requests/s that are withheld are not shown, and the table has the reason', () => {
  const withheld = /** @type {const} */ ({ code: 'server-not-saturated', discards: 'rates', share: 0.5, limit: 0.8 })
  const requests = analysis.requests?.map(request => ({
    ...request,
    verdicts: request.verdicts.map(verdict => ({ ...verdict, withheld }))
  }))
  const [section] = requestSections({ ...analysis, requests })
  expect(section?.table?.rows.map(row => row[4])).toEqual(['-', '-'])
  expect(section?.notes?.[0]).toMatch(/^GET \/a and GET \/b: Requests\/s are not reported: /)
})

test('what of a file is not measured is one sentence', () => {
  expect(leftOutInWords([])).toEqual([])
  expect(leftOutInWords([], 'https://a.b')).toEqual(['Requests to https://a.b are sent to your server.'])
  expect(
    leftOutInWords([
      { what: 'config.phases', count: 1 },
      { what: 'think', count: 2 },
      { what: 'other-server', count: 3 }
    ])
  ).toEqual(['Left out of the file: config.phases, think (2) and entries to other servers (3).'])
})
