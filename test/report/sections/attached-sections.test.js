import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { comparedServers } from '../../../src/experiments/compared-servers.js'
import { sliceParts } from '../../../src/page/parts/packed-parts.js'
import { toMarkdown } from '../../../src/report/print/markdown.js'
import { shortReport } from '../../../src/report/print/short-report.js'
import { fewSamplesInWords } from '../../../src/report/words/blame-words.js'
import { makeManifest, makeMeasured, makeSlice } from '../../helpers/make-run.js'

/** @import { RunManifest } from '../../../src/runs/types.js' */

const load = /** @type {const} */ ({ generator: 'existing', mode: 'existing' })
const variant = 'server.js (4711)'
const { choosesMetric: _, ...asked } = comparedServers({
  variants: [{ name: variant, command: ['node', 'server.js'], env: {}, contentEncoding: null }],
  requests: [{ name: 'its own load', weight: 1, path: '', headers: {} }],
  folder: '/srv/app'
})
const answers = [{ variant, wantedPort: 0, nodeVersion: 'v22.1.0', answers: [] }]

/** Returns a run of one process with six windows without the profiler. @param {Partial<RunManifest>} [changes] */
function attachedRun(changes) {
  const experiment = { ...asked, name: 'attach', loads: /** @type {[typeof load]} */ ([load]) }
  const { design: usual } = makeManifest()
  const design = { ...usual, rounds: 1, detailRounds: 1, loads: experiment.loads, detailLoad: load }
  const manifest = makeManifest({ experiment, design, answers, ...changes })
  const slices = Array.from({ length: 6 }, (_, index) =>
    makeSlice({ variant, launch: '01-unprofiled', index, load, otherProcessesMicros: null })
  )
  const run = makeMeasured({ manifest, slices })
  const { analysis } = analyse(run)
  const report = `${shortReport(analysis, { folder: '/srv/app', isWhole: true, places: [] })}${toMarkdown(analysis, manifest)}`
  return { analysis, report }
}

test('the windows of processes that ran already are neither slices nor rounds', () => {
  const { report } = attachedRun()
  expect(report).toContain('All 6 windows are valid.')
  expect(report).toContain('6 windows, 0 discarded')
  expect(report).toContain('the load of its clients, 1 process, unprofiled')
  expect(report.replaceAll('during the slice', '')).not.toMatch(/\bslices?\b|\brounds?\b/i)
})

test('one that did not end has windows', () => {
  expect(attachedRun({ status: 'interrupted' }).report).toContain('The run was interrupted; it has 6 windows.')
})

test('a server that ran already was not asked before', () => {
  const { report } = attachedRun()
  expect(report).toContain('v22.1.0')
  expect(report).not.toMatch(/Responses|20 responses|∞/)
})

test('what it was to be compared with is named where that is not possible', () => {
  const about = { run: 'earlier', variant: 'stable', startedAt: '2026-01-02T03:04:05.000Z', isAtOnce: false }
  const { report } = attachedRun({ attachedTo: { ...about, processes: [] } })
  expect(report).toMatch(/is\s+not\s+compared\s+with\s+stable/)
})

test('few samples: what helps is that of the command', () => {
  expect(fewSamplesInWords(12, { profile: { attached: {} } })).toEqual([
    'One process has only 12 samples. Use more --seconds.'
  ])
  expect(fewSamplesInWords(12)).toEqual(['One launch has only 12 samples. Use a longer --duration.'])
})

test('the page says what a slice and a round of it are', () => {
  const [part] = sliceParts(attachedRun().analysis)
  expect(part).toMatchObject({ about: expect.stringMatching(/window of one second.*process/) })
})
