import { expect, test } from '@jest/globals'
import { waitingOf } from '../../../src/blame/card.js'
import { pullRequestText } from '../../../src/report/print/pull-request.js'
import { shortReport } from '../../../src/report/print/short-report.js'
import { cardSections } from '../../../src/report/sections/card-sections.js'
import { makeCardAnalysis } from '../../helpers/make-card.js'
import { makeManifest } from '../../helpers/make-run.js'
import { makeLatencyBlame } from '../../helpers/make-waits.js'

/** @import { Card } from '../../../src/blame/types.js' */

/** @param {Partial<Card>} [changes] of a card with a line of CPU */
function analysisWith(changes) {
  const blame = makeLatencyBlame()
  const waiting = waitingOf(blame) ?? undefined
  const analysis = makeCardAnalysis({ card: { ...changes, ...(waiting && { waiting }) } })
  return { ...analysis, blames: [...analysis.blames, blame] }
}

/** @param {string} text */
function plainly(text) {
  return text.replace(/ ?[█░]+/g, '').replace(/ {2,}/g, '  ')
}

const waitingRows = [
  '+8.5 ms ± 0.2 of latency of the requests that were followed, from 4.5 ms to 13.0 ms:',
  '+8.0 ms ± 0.1  /app/server.js:15  timer, timer',
  '+0.5 ms ± 0.2  unattributed'
]

test('where CPU and waiting both changed, the card has both lines, and each sum', () => {
  const [section] = cardSections(analysisWith())
  const rows = section?.code?.map(plainly)
  expect(rows?.[0]).toMatch(/^\+25 µs ± 8 {2}src\/route.js:27/)
  expect(rows?.slice(-3)).toEqual(waitingRows)
})

test('where CPU does not decide, the waiting line is the line of the card', () => {
  const analysis = analysisWith({ total: null, noTotal: 'rates', places: [], others: null, unattributed: null })
  const [section] = cardSections(analysis)
  expect(section?.code?.map(plainly)).toEqual(waitingRows)
  const text = plainly(shortReport(analysis, { columns: 120, places: [], folder: 'run' }))
  expect(text).toContain('+8.0 ms ± 0.1  /app/server.js:15  timer, timer')
  expect(text).not.toContain('no source line has a cost')
  expect(pullRequestText(analysis, makeManifest())).toContain('`+8.0 ms ± 0.1, timer` /app/server.js:15')
})
