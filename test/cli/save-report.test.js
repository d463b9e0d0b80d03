import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { exitCodeOf, exitCodeOfLab, exitCodeWith, printReport } from '../../src/cli/print/print-report.js'
import { saveParts, saveReport } from '../../src/compare/save/save-report.js'
import { analyseUploads } from '../../src/labs/upload/analysis.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeUploadLab } from '../helpers/make-upload-lab.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Saves the report of a copy of the sample, after changing its folder. */
async function saveSample(change = (/** @type {string} */ _root) => {}) {
  const root = path.join(temporaryFolder(), 'run')
  cpSync(path.join(import.meta.dirname, '../../profiles/sample'), root, { recursive: true })
  change(root)
  const run = new RunFolder(root).read()
  const analysed = analyse(run)
  return {
    root,
    analysis: analysed.analysis,
    saved: await saveReport(new RunFolder(root), run, analysed)
  }
}

test('a report is saved as JSON, Markdown and a page, and listed in the page of all runs', async () => {
  const { root, analysis, saved } = await saveSample(function clear(root) {
    for (const name of ['analysis.json', 'summary.md', 'report.html']) rmSync(path.join(root, name))
  })
  expect(saved).toMatchObject({ page: path.join(root, 'report.html'), problems: [] })
  expect(readFileSync(String(saved.index), 'utf8')).toContain('run/report.html')
  expect(readFileSync(path.join(root, 'summary.md'), 'utf8')).toMatch(/^# info: /)
  expect(JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(analysis))
  )
  const flames = JSON.parse(readFileSync(path.join(root, 'flames.json'), 'utf8'))
  expect(flames).toMatchObject({
    schemaVersion: 8,
    graphs: [{ profiler: 'prof', thread: 'main' }, { profiler: 'cdp' }, { profiler: 'heap' }]
  })
})

test('columns of numbers are one line of analysis.json each', async () => {
  const { root, analysis } = await saveSample()
  const lines = readFileSync(path.join(root, 'analysis.json'), 'utf8').split('\n')
  expect(lines).toContain(`      "rounds": [${analysis.sliceSeries[0]?.rounds.join(', ')}],`)
})

test('where the page of all runs cannot be written the report is saved, and the reason is a problem', async () => {
  const { root, saved } = await saveSample(root =>
    writeFileSync(path.join(root, '../index.html'), '<h1>My own site</h1>')
  )
  expect(saved).toMatchObject({
    page: path.join(root, 'report.html'),
    index: null,
    problems: [expect.stringContaining('the workshop did not write it')]
  })
  expect(readFileSync(path.join(root, '../index.html'), 'utf8')).toContain('My own site')
})

test('where the page cannot be written the analysis is saved, and the reason is a problem', async () => {
  const { root, saved } = await saveSample(function block(root) {
    for (const name of ['analysis.json', 'report.html']) rmSync(path.join(root, name))
    mkdirSync(path.join(root, 'report.html'))
  })
  expect(existsSync(path.join(root, 'analysis.json'))).toBe(true)
  expect(saved).toMatchObject({ page: null, problems: [expect.stringMatching(/^report\.html could not be written: /)] })
})

test.each([
  [['analysis.json', 'summary.md', 'report.html'], 'analysis.json, summary.md and report.html'],
  [['summary.md', 'report.html'], 'summary.md and report.html']
])('where %j cannot be written these are named with the reason', async (blocked, named) => {
  const { root, saved } = await saveSample(function block(root) {
    for (const name of ['analysis.json', 'summary.md', 'report.html']) rmSync(path.join(root, name))
    mkdirSync(path.join(root, blocked[0] ?? ''))
  })
  const folder = path.relative('', root)
  const problem = expect.stringMatching(/^.* could not be written: EISDIR: illegal operation on a directory, rename /)
  expect(saved).toMatchObject({ page: null, index: null, problems: [problem] })
  expect(saved.problems[0]?.split(' could not')[0]).toBe(`${named} of ${folder}`)
  const written = ['analysis.json', 'summary.md', 'report.html'].filter(name => !blocked.includes(name))
  expect(written.every(name => existsSync(path.join(root, name)))).toBe(true)
  expect(existsSync(path.join(root, 'report.html'))).toBe(false)
})

test('where the run folder is removed before its report that is the reason', async () => {
  const root = path.join(temporaryFolder(), 'run')
  const analysis = analyse(new RunFolder(path.join(import.meta.dirname, '../../profiles/sample')).read()).analysis
  const saved = await saveParts(new RunFolder(root), { analysis, summary: '' }, unexpected)
  expect(saved.problems).toEqual([
    expect.stringMatching(/could not be written: The run folder .* was removed or renamed/)
  ])
  expect(existsSync(root)).toBe(false)
})

test('a defect of what draws the page ends the command, after the figures are saved', async () => {
  const root = path.join(temporaryFolder(), 'run')
  cpSync(path.join(import.meta.dirname, '../../profiles/sample'), root, { recursive: true })
  rmSync(path.join(root, 'summary.md'))
  const analysis = analyse(new RunFolder(root).read()).analysis
  const defect = new TypeError('undefined is not a function')
  const saved = saveParts(new RunFolder(root), { analysis, summary: '# info\n' }, () => Promise.reject(defect))
  await expect(saved).rejects.toBe(defect)
  expect(readFileSync(path.join(root, 'summary.md'), 'utf8')).toBe('# info\n')
})

test('the report is printed with the places of its files, and problems on stderr', async () => {
  const { analysis, saved } = await saveSample()
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stdout = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  printReport(analysis, { ...saved, problems: ['it failed'] }, { json: false })
  expect(stdout.mock.calls.join('')).toMatch(
    /^info: .*\n\nlog=sync is slower .*\n\nReport: .*report\.html\nAll tables as text: summary\.md beside it\. All runs: .*index\.html\n$/s
  )
  expect(stderr).toHaveBeenCalledWith('it failed\n')
  stdout.mockClear()
  printReport(analysis, saved, { json: false, quiet: true })
  expect(stdout.mock.calls.join('')).not.toMatch(/Trust:|Report:/)
  stdout.mockClear()
  printReport(analysis, saved, { json: false, verbose: true })
  expect(stdout.mock.calls.join('')).toMatch(
    /\nCounters per request: log=sync\n.*\ninfo: .*\n\nlog=sync is slower .*\n\nReport: /s
  )
  jest.restoreAllMocks()
  expect(exitCodeOf(analysis)).toBe(0)
})

test('a result whose report could not be written ends with 3 in place of 0', () => {
  expect([0, 1, 3].map(code => exitCodeWith(code, { page: null }))).toEqual([3, 1, 3])
  expect([0, 1, 3].map(code => exitCodeWith(code, { page: 'report.html' }))).toEqual([0, 1, 3])
})

test('a complete lab ends with 0 though its one repeat gives no verdict and a strategy passed its limit', () => {
  const analysis = analyseUploads(makeUploadLab({ repeats: 1 }).saved)
  expect(analysis.verdicts.every(({ change }) => change === null)).toBe(true)
  expect(analysis.lab.cells.some(({ outcome }) => outcome === 'over limit')).toBe(true)
  expect(exitCodeOfLab(analysis)).toBe(0)
})

test.each(/** @type {const} */ (['interrupted', 'failed']))('a lab that is %s ends with 3', status => {
  const analysis = analyseUploads(makeUploadLab({ manifest: { status } }).saved)
  expect(analysis.verdicts.some(({ change }) => change !== null)).toBe(true)
  expect(exitCodeOfLab(analysis)).toBe(3)
})

/** @returns {Promise<string>} */
function unexpected() {
  throw new Error('nothing is drawn')
}
