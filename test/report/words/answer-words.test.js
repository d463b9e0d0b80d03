import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { toMarkdown } from '../../../src/report/print/markdown.js'
import { pullRequestText } from '../../../src/report/print/pull-request.js'
import { shortReport } from '../../../src/report/print/short-report.js'
import { answerOf } from '../../../src/report/words/answer-words.js'
import { makeManifest, makeMeasured, makeSlice } from '../../helpers/make-run.js'

/** @import { Load } from '../../../src/load/types.js' */

/** @type {Load} */
const paced = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
const manifest = makeManifest()
const loads = /** @type {[Load, ...Load[]]} */ ([manifest.design.loads[0], paced])

/**
 * Returns eight rounds in which the candidate costs so many times as much, and a paced request takes 5 ms, and longer with the candidate.
 * @param {number} costRatio @param {number} addedMicros @param {typeof manifest.experiment} [experiment] of these candidates
 */
function measured(costRatio, addedMicros, experiment = manifest.experiment) {
  const slices = Array.from({ length: 8 }, (_, round) => round).flatMap(round =>
    experiment.variants.flatMap(function ofVariant({ name: variant }) {
      const isCandidate = variant !== 'log=off'
      const place = { variant, launch: `${round}-${variant}`, round }
      const factor = isCandidate ? costRatio * (1 + (round % 2) / 1000) : 1
      const latencyMicrosOfAll = 5000 + 10 * (round % 2) + (isCandidate ? addedMicros : 0)
      return [
        // As many requests/s, whatever a request costs.
        makeSlice({ ...place, cpuMicros: 100_000 * factor }),
        makeSlice({ ...place, index: 1, load: paced, latencyMicrosOfAll })
      ]
    })
  )
  const design = { ...manifest.design, loads }
  const run = makeMeasured({ manifest: { ...manifest, experiment, design }, slices })
  const { analysis } = analyse(run)
  const [verdict] = analysis.verdicts
  if (!verdict) throw new Error('no verdict')
  const { before, number, after, detail } = answerOf(verdict, analysis).headline
  return { analysis, manifest: run.manifest, verdict, line: `${before}${number}${after} ${detail}` }
}

test('where CPU does not differ and latency does, the verdict says so in its second half, on every surface', () => {
  const { analysis, manifest, verdict, line } = measured(1, 12_000)
  expect(verdict).toMatchObject({ verdict: 'no difference', secondary: { metric: 'latencyP50', verdict: 'slower' } })
  const half = /; p50 latency from 5\.0\d ms to 17\.0 ms, \+\d+% \(\d+ to \d+\)/
  expect(line).toMatch(/^No difference in main-thread CPU per request found /)
  for (const text of [
    line,
    shortReport(analysis, { columns: 1000, folder: 'a run', places: [], isWhole: true }),
    pullRequestText(analysis, manifest).replaceAll('\\', '')
  ])
    expect(text.replace(/\s+/g, ' ')).toMatch(half)
  expect(toMarkdown(analysis, manifest).replaceAll('\\', '')).toMatch(/; p50 latency \+\d+%/)
})

test('a run that measured CPU alone says that it has no requests/s and no latency', () => {
  const { analysis, verdict } = measured(1, 12_000)
  const summary = analysis.summary?.map(answer => ({
    ...answer,
    metrics: answer.metrics.filter(({ name }) => name.startsWith('cpu'))
  }))
  const sentence = 'Requests/s and latency were not measured.'
  expect(answerOf(verdict, { ...analysis, summary }).without).toBe(sentence)
  expect(answerOf(verdict, analysis).without).not.toContain(sentence)
})

test('a verdict of slower has the change of the other metric alone', () => {
  const { verdict, line } = measured(1.5, 12_000)
  expect(verdict).toMatchObject({ verdict: 'slower', secondary: { metric: 'latencyP50', verdict: 'slower' } })
  expect(line).toMatch(/^log=sync is slower than log=off: .*; p50 latency \+\d+% \(\d+ to \d+\)$/)
})

test('with several candidates both halves have the change and the wider interval of their rows', () => {
  const [off, sync] = manifest.experiment.variants
  const variants = /** @type {typeof manifest.experiment.variants} */ ([off, sync, { ...sync, name: 'again' }])
  const { analysis, verdict } = measured(1, 12_000, { ...manifest.experiment, variants })
  const { change, secondary } = verdict
  const rows = analysis.summary?.[0]?.metrics ?? []
  for (const [name, own] of [
    [verdict.metric, change],
    [secondary?.metric, secondary?.change]
  ]) {
    const row = rows.find(each => each.name === name)
    expect(row?.change).toEqual(own)
    expect(row?.change).toMatchObject({ confidence: 0.975 })
    expect(Number(row?.candidate) / Number(row?.baseline)).toBeCloseTo(1 + Number(row?.change?.relative), 6)
  }
})

test('with worker threads the first line has the size of the main thread, which decides', () => {
  const { analysis, verdict } = measured(1.5, 0)
  const main = answerOf(verdict, analysis).headline
  const cards = analysis.cards.map(card => {
    const { main: own, all } = analysis.sizes.find(({ candidate }) => candidate === card.candidate) ?? {}
    expect(own?.difference.micros).not.toBe(all?.difference.micros)
    return card.total ? { ...card, threads: /** @type {const} */ ('all'), total: all ?? card.total } : card
  })
  expect(main.number).toMatch(/µs$/)
  expect(answerOf(verdict, { ...analysis, cards }).headline).toEqual(main)
})

test('a metric that is neither slower nor faster is not in the verdict', () => {
  const { line } = measured(1, 0)
  expect(line).toMatch(/^No difference in /)
  expect(line).not.toContain('latency')
})
