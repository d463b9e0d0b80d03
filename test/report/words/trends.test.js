import { expect, test } from '@jest/globals'
import { runAnswers } from '../../../src/report/words/run-answers.js'
import { changePointsInWords, trendLines, trendsOf, withWorkload } from '../../../src/report/words/trends.js'
import { makeAnswer } from '../../helpers/make-answer.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeListedRun } from '../../helpers/make-runs.js'

/** @import { Experiment } from '../../../src/experiments/types.js' */
/** @import { RunAnswer } from '../../../src/report/types.js' */

/**
 * Returns runs, newest first, one per day: about +1% in the first ones, and then about +9%.
 * @param {number} before
 * @param {number} after
 * @param {Partial<RunAnswer>} [changes]
 */
function runsOf(before, after, changes) {
  return Array.from({ length: before + after }, (_, day) => {
    const middle = (day < before ? 0.01 : 0.09) + (day % 3) * 0.002
    const startedAt = `2026-01-${String(day + 1).padStart(2, '0')}T00:00:00.000Z`
    const change = makeChange(middle - 0.01, middle + 0.01)
    return { ...makeAnswer({ folder: `run ${day}`, startedAt, change, ...changes }), workload: 'one' }
  }).reverse()
}

test('a trend has its runs oldest first, and the planted change point between them', () => {
  const [trend] = trendsOf(runsOf(8, 8), 60)
  expect(trend?.runs.map(({ folder }) => folder)).toEqual(Array.from({ length: 16 }, (_, day) => `run ${day}`))
  expect(trend?.changes.map(({ index }) => index)).toEqual([8])
  if (!trend) throw new Error('no trend')
  expect(changePointsInWords(trend)).toEqual([
    expect.stringMatching(
      /^Change point: from \+1\.2% to \+9\.2%, first in the run of 2026-01-09 00:00 \(p = 0\.00\d\)\.$/
    )
  ])
  const lines = trendLines(trend)
  const place = lines.findIndex(line => line.includes('Change point'))
  expect(lines[place + 1]).toMatch(/^ {2}2026-01-09 00:00 {2}\+9\.4% \(8\.4 to 10\.4\), slower, run 8$/)
  expect(lines.filter(line => line.includes('No change point'))).toEqual([])
})

test('runs that are alike have no change point, and the terminal says so', () => {
  const [trend] = trendsOf(runsOf(12, 0), 60)
  expect(trend?.changes).toEqual([])
  expect(trend && trendLines(trend).at(-1)).toBe('  No change point.')
})

test('runs on another baseline are another trend, and one run is none', () => {
  const answers = [...runsOf(3, 0), ...runsOf(1, 0, { baseline: 'another' })]
  expect(trendsOf(answers, 60).map(({ runs }) => runs.length)).toEqual([3])
  const [one] = runsOf(1, 0)
  expect(trendsOf(one ? [{ ...one, change: null }, one] : [], 60)).toEqual([])
})

test('runs with other requests are another trend, which the terminal names, also where both paths are cut to the same words', () => {
  const long = `/${'x'.repeat(500)}`
  const runs = ['/a', '/b', `${long}c`, `${long}d`, '/a', '/b', '/b'].map(path => listedRun({ path, headers: {} }))
  const trends = trendsOf(
    runs.flatMap(run => withWorkload(run, runAnswers(run).answers)),
    60
  )
  expect(trends.map(({ runs, newest }) => [newest.requests, runs.length])).toEqual([
    ['GET /a', 2],
    ['GET /b', 3]
  ])
  const titles = trends.map(trend => trendLines(trend)[0]?.replace(/\s+/g, ' '))
  expect(titles).toEqual(
    ['/a', '/b'].map(path => expect.stringMatching(`Load: autocannon, 100 connections, closed loop, GET ${path}\\.$`))
  )
})

test('a mix is named by its first requests', () => {
  const requests = ['/a', '/b', '/c', '/d', '/e'].map(path => ({ name: `GET ${path}`, path, headers: {}, weight: 1 }))
  const { answers } = runAnswers(listedRun({ path: '/a', headers: {} }, requests))
  expect(answers[0]?.requests).toBe('GET /a, GET /b, GET /c and 2 more')
})

/** @param {Experiment['request']} request @param {Experiment['requests']} [requests] */
function listedRun(request, requests) {
  const { manifest } = makeListedRun()
  return makeListedRun({ manifest: { experiment: { ...manifest.experiment, request, ...(requests && { requests }) } } })
}
