import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { shortReport } from '../../../src/report/print/short-report.js'
import { goldenRun } from '../../helpers/golden-analyses.js'
import { makeIdleRun } from '../../helpers/make-idle-run.js'
import { makeProfiledRun } from '../../helpers/make-page.js'
import { makeManifest, makeMeasured, makeRounds } from '../../helpers/make-run.js'
import { sampleRun } from '../../helpers/sample-run.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'

/** @import { Analysis } from '../../../src/types.js' */

removeTemporaryFolders()

const places = ['Report: profiles/sample/report.html', 'All tables as text: summary.md beside it. All runs: index.html']
const { analysis: sample } = sampleRun()

/** @param {Analysis} analysis @param {number} [columns] */
function linesOf(analysis, columns) {
  return shortReport(analysis, { columns, folder: 'profiles/run', places }).trimEnd().split('\n')
}

/** Returns lines with the sentences that go on in a line below as one, and the rows of tables as they are. @param {string[]} lines */
function unwrapped(lines) {
  return lines
    .join('\n')
    .replace(/\n {2}(?=\S+(?: \S+)*(?:\n|$))/g, ' ')
    .split('\n')
}

/** @type {[string, () => Analysis | Promise<Analysis>][]} */
const usual = [
  ['the main job', () => sample],
  ['a slower candidate', () => analyse(makeProfiledRun().run).analysis],
  ['identical variants', () => analyse(makeProfiledRun({ costRatio: 1 }).run).analysis],
  ['a profile', () => analyse(makeProfiledRun({ isProfile: true }).run).analysis],
  ['first requests', async () => (await goldenRun('cold')).analysis]
]
const short = 'quick verdict requests heap zero-x clinic devtools three refs counters failed interrupted against'.split(
  ' '
)

test.each(usual)('%s has at most 30 lines of 100 columns', async (_, analysisOf) => {
  const lines = linesOf(await analysisOf())
  expect(lines.length).toBeLessThanOrEqual(30)
  for (const line of lines) expect({ line, fits: line.length <= 100 }).toEqual({ line, fits: true })
  expect(lines.slice(-2)).toEqual(places)
  expect(lines.filter(line => line.startsWith('Trust: '))).toHaveLength(1)
})

test.each(short)('the short run %s has at most 20 lines, none of them twice, and what to run for more', async name => {
  const { analysis } = await goldenRun(name)
  expect(analysis.quick).toBe(true)
  const lines = linesOf(analysis)
  expect(lines.length).toBeLessThanOrEqual(20)
  for (const line of lines) expect({ line, fits: line.length <= 100 }).toEqual({ line, fits: true })
  expect(lines).toContainEqual(expect.stringMatching(/^For more, leave out --quick, --short /))
  const sentences = unwrapped(lines).filter(line => line !== '' && !line.startsWith('  what else changed'))
  expect(sentences.filter((line, index) => sentences.indexOf(line) !== index)).toEqual([])
})

test('a short run says of a busy server that its waits are not certain', async () => {
  const { analysis } = await goldenRun('quick')
  const warning = { code: /** @type {const} */ ('saturated-waits'), launches: ['03-old-waits'] }
  const lines = linesOf({ ...analysis, checks: { ...analysis.checks, warnings: [warning] } })
  expect(lines.length).toBeLessThanOrEqual(20)
  expect(lines.filter(line => line.startsWith('The server was busy in 1 launch that followed requests'))).toHaveLength(
    1
  )
})

test.each([80, 60])('with %d columns no line is wider', columns => {
  for (const line of linesOf(sample, columns)) expect(line.length).toBeLessThanOrEqual(columns)
})

test('the verdict comes first, then its lines with prices and bars, what else changed, trust and files', () => {
  const text = linesOf(sample).join('\n')
  const order = [
    /^log=sync is slower than off: \+\d+ µs of main-thread CPU per request ± \d+, from \d+ µs to \d+ µs/m,
    /^ {2}\+\d+ µs ± \d+ +█+ +src\/app\/info\/route\.js:27 {2}if \(toggles\.log === 'sync'\) console\.log\(info\)$/m,
    /^ {2}[+-]\d+ µs ± \d+ +░+ +unattributed$/m,
    /^ {2}what else changed +without log=sync +with log=sync +change \(95% CI\)$/m,
    /^ {2}requests\/s +[\d,]+ +[\d,]+ +[+-]/m,
    /^Trust: \d+ slices, 0 discarded/m,
    /^Report: /m
  ].map(part => text.search(part))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

test.each([true, false])('the prices below a sentence add up to its figure, to the last digit: whole %s', isWhole => {
  const text = shortReport(sample, { folder: 'a run', places: [], isWhole })
  const answers = [...text.matchAll(/ is slower than off: \+(\d+) µs.*\n.*\n((?: {2}[^\n]*\n)+)/g)]
  for (const [, total = '', rows = ''] of answers) {
    const prices = [...rows.matchAll(/^ {2}([+-]\d+) µs/gm)].map(([, price]) => Number(price))
    expect(prices.reduce((sum, price) => sum + price, 0)).toBe(Number(total))
  }
  expect(answers.map(([, , rows = '']) => rows.match(/^ {2}[+-]\d+ µs/gm)?.length)).toEqual([2, 4])
})

test('a profiled line keeps its price, however long its text is', () => {
  const { analysis } = analyse(makeProfiledRun({ isProfile: true }).run)
  const [costs] = analysis.profile?.costs ?? []
  const [row] = costs?.rows ?? []
  if (!costs || !row?.owner) throw new Error('the profile has no function')
  const { file } = row.owner
  const text = { firstLine: 7, lines: [`const rows = ${'longName.'.repeat(30)}`] }
  const lines = [{ line: 7, cost: row.cost, evidence: /** @type {const} */ ('confirmed') }]
  const long = {
    ...analysis,
    sources: [{ file, line: 7, text, omitted: null }],
    profile: { variant: 'on', cpu: null, ...analysis.profile, costs: [{ ...costs, rows: [{ ...row, lines }] }] }
  }
  expect(linesOf(long, 80)).toContainEqual(expect.stringMatching(/ 7 {2}const rows = .*…, [\d.,]+ [µm]s ± [\d.]+$/))
})

test('a run that added launches of the heap profiler has no file of it to open', async () => {
  const { analysis } = await goldenRun('heap')
  const added = { ...analysis, asked: { ...analysis.asked, allocationRounds: { planned: 2, played: 2 } } }
  expect(linesOf(added).join()).not.toContain('Open profiles')
})

test('the whole report cuts no sentence, also on a narrow terminal', () => {
  const place = `Report: ${'folder/'.repeat(30)}report.html`
  const text = shortReport(sample, { columns: 40, folder: 'a run', places: [place], isWhole: true })
  expect(text.replace(/\n {2}/g, '')).toContain('folder/'.repeat(30))
})

test.each([100, 80, 60])('with %d columns, what has no line stays below the prices of both toggles', columns => {
  const lines = linesOf(sample, columns)
  expect(lines.filter(line => line.endsWith(' unattributed'))).toHaveLength(2)
})

test('a bar is as long as the share of the whole difference, of ten blocks', () => {
  const text = linesOf(sample).join('\n')
  const [, ...blocks] = text.split(/ is slower than off: \+/)
  for (const block of blocks) {
    const whole = Number.parseFloat(block)
    const rows = [...block.matchAll(/^ {2}\+(\d+) µs ± \d+ +(█+) /gm)]
    expect(rows.length).toBeGreaterThan(0)
    for (const [, micros, bar] of rows) expect(bar?.length).toBe(Math.round((10 * Number(micros)) / whole))
  }
})

test('the deciding metric is not among what else changed', () => {
  expect(linesOf(sample).filter(line => line.startsWith('  CPU, '))).toEqual([
    expect.stringMatching(/^ {2}CPU, all threads .*%/),
    expect.stringMatching(/^ {2}CPU, main thread .*%/)
  ])
})

test('of many candidates the first ones are shown, and how many more there are', () => {
  const { experiment } = makeManifest()
  const [baseline, ...others] = experiment.variants
  if (!baseline) throw new Error('the experiment has variants')
  const names = Array.from({ length: 9 }, (_, index) => `candidate ${index}`)
  const many = names.map(name => ({ ...others[0], ...baseline, name }))
  const manifest = makeManifest({ experiment: { ...experiment, variants: [baseline, ...many] } })
  const rounds = makeRounds({ rounds: 6, costRatio: 1.25 })
  const slices = rounds.flatMap(slice =>
    slice.variant === baseline.name
      ? [slice]
      : names.map(name => ({ ...slice, variant: name, launch: `${slice.launch}-${name}` }))
  )
  const lines = linesOf(analyse(makeMeasured({ manifest, slices })).analysis)
  expect(lines.length).toBeLessThanOrEqual(30)
  expect(lines.filter(line => /^candidate \d is slower than /.test(line))).toHaveLength(6)
  expect(lines).toContain('and 3 more: the report has them.')
})

test.each([
  ['zero-x', 'Open profiles/run/profiles/log=sync.0x.html in a browser: frames wide'],
  ['heap', 'Open profiles/run/profiles/log=sync.heap.heapprofile in Chrome DevTools, Memory: '],
  ['devtools', 'Open profiles/run/profiles/log=sync.devtools.cpuprofile in Chrome DevTools, Performance'],
  ['clinic', 'Open profiles/run/profiles/log=sync.clinic-doctor.html in a browser: the problem that it names']
])('the run %s ends with what to open, and what to look for there', async (name, opening) => {
  const lines = linesOf((await goldenRun(name)).analysis)
  const last = lines.slice(lines.lastIndexOf('') + 1)
  expect(last[0]?.startsWith(opening)).toBe(true)
  expect(last.slice(-2)).toEqual(places)
})

test('where requests wait longer the sentence has both latencies, and the next one says what to look for', () => {
  const text = linesOf(analyse(makeIdleRun()).analysis).join('\n')
  expect(text).toMatch(/ is slower than .*: \+50\.0% p50 latency, from 19\.8 ms to 29\.7 ms \(95% CI /)
  expect(text.replace(/\s+/g, ' ')).toContain('no source line has a cost. Look for what they wait for')
})
