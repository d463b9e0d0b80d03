import { expect, test } from '@jest/globals'
import { writeIndex } from '../../../src/page/write-index.js'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeListedRun } from '../../helpers/make-runs.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Page } from 'puppeteer-core' */
/** @import { ListedRun } from '../../../src/runs/list-runs.js' */

const hostile = '"></script><script>window.bad = 1</script><img src=x onerror="window.bad = 1">\u2028'
const verdictOf = makeListedRun({ costRatio: 1.4 }).analysis?.verdicts ?? []

/** Newest first. The changes of `near` and `same` are one percentage point apart, with intervals of the same width. */
const runs = [
  makeListedRun({
    folder: 'far',
    analysis: { verdicts: verdictOf.map(verdict => ({ ...verdict, candidate: hostile })) },
    manifest: { startedAt: '2026-03-01T00:00:00.000Z', versions: { node: 'v24.0.0' } }
  }),
  makeListedRun({ folder: 'near', costRatio: 1.21, manifest: { startedAt: '2026-02-01T00:00:00.000Z' } }),
  makeListedRun({ folder: 'same', costRatio: 1.2, manifest: { startedAt: '2026-01-01T00:00:00.000Z' } })
]

const unread = { folder: 'z', manifest: null, analysis: null, problem: `run.json: ${'x'.repeat(300)}`, hasPage: false }

const browser = oneBrowser()

removeTemporaryFolders()

test('verdicts are shown as words, and a hostile name stays text', async () => {
  const { page, problems } = await open()
  expect(await textsOf(page, 'tbody .badge')).toEqual(['slower', 'slower', 'slower'])
  expect((await textsOf(page, 'tbody .compared'))[0]).toMatch(/^"><\/script><script>window\.bad = 1<\/script>/)
  expect(await page.evaluate(() => 'bad' in window)).toBe(false)
  expect(problems).toEqual([])
})

test('two runs are selected and compared by keyboard; the page states the selection', async () => {
  const { page, problems } = await open()
  await toggle(page, 1)
  expect(await textOf(page, '#choice')).toBe('log=sync of 2026-02-01 00:00: select one more run.')
  await toggle(page, 2)
  expect(await textOf(page, '#choice')).toBe('A compared with B: no significant difference.')
  expect(await textsOf(page, '[data-letter]')).toEqual(['', 'B', 'A'])
  expect(await textOf(page, '#comparison .outcome')).toMatch(
    /^The two changes do not differ significantly: .*B has 0\.8% more main-thread CPU per request/
  )
  await page.focus('#to-comparison')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('comparison')
  expect(problems).toEqual([])
})

test('a third selection replaces the first; another Node.js version is noted, and a hostile name stays text', async () => {
  const { page, problems } = await open()
  for (const value of [2, 1, 0]) await toggle(page, value)
  expect(await textsOf(page, '[data-letter]')).toEqual(['B', 'A', ''])
  expect(await page.$$eval('.choice input', boxes => boxes.map(box => box.checked))).toEqual([true, true, false])
  expect(await textOf(page, '#choice')).toBe('A compared with B: different.')
  const panel = await textOf(page, '#compared')
  expect(panel).toContain(`B: ${hostile.replace('\u2028', '\ufffd')} compared with log=off, 2026-03-01 00:00 UTC`)
  expect(panel).toMatch(/Measured with another Node\.js version/)
  expect(await page.$$eval('#compared .bar', bars => bars.length)).toBe(3)
  expect(await page.evaluate(() => 'bad' in window)).toBe(false)
  expect(problems).toEqual([])
})

test('each change has the name and the colours of its own metric', async () => {
  const verdicts = verdictOf.map(verdict => ({
    ...verdict,
    metric: /** @type {const} */ ('requestsPerSecond'),
    verdict: /** @type {const} */ ('faster'),
    change: makeChange(0.08, 0.12)
  }))
  const faster = makeListedRun({ analysis: { verdicts }, manifest: { startedAt: '2026-04-01T00:00:00.000Z' } })
  const { page } = await open({}, [faster, ...runs.slice(2)])
  for (const value of [0, 1]) await toggle(page, value)
  expect(await textsOf(page, '[aria-label="Changes of A and B"] tbody tr:nth-child(-n+2) td:nth-child(3)')).toEqual([
    '+19.8% (19.0 to 20.7) main-thread CPU per request',
    '+10.0% (8.0 to 12.0) requests/s'
  ])
  expect(await page.$$eval('#compared .bar', bars => bars.map(bar => bar.getAttribute('class')))).toEqual([
    'bar more',
    'bar less'
  ])
})

test('selecting none ends the comparison and focuses the first box', async () => {
  const { page } = await open()
  for (const value of [0, 1]) await toggle(page, value)
  await page.focus('#choose-none')
  await page.keyboard.press('Enter')
  expect(await page.$('#comparison[hidden]')).not.toBeNull()
  expect(await textsOf(page, '[data-letter]')).toEqual(['', '', ''])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox')
})

test('rows are sorted by change, and the selection moves with them', async () => {
  const { page } = await open()
  await toggle(page, 2)
  const button = '.runs thead th:nth-last-child(3) button'
  await page.focus(button)
  await page.keyboard.press('Enter')
  const changes = async () => (await textsOf(page, '.change')).map(text => /[+-][\d.]+%/.exec(text)?.[0])
  expect(await changes()).toEqual(['+39.8%', '+20.8%', '+19.8%'])
  await page.keyboard.press('Enter')
  expect(await changes()).toEqual(['+19.8%', '+20.8%', '+39.8%'])
  expect(await page.$eval('.runs thead th:nth-last-child(3)', header => header.getAttribute('aria-sort'))).toBe(
    'ascending'
  )
  expect(await textsOf(page, '[data-letter]')).toEqual(['A', '', ''])
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 720],
  ['dark', 320]
])('no accessibility problem and no horizontal overflow: %s, %i px', async (colorScheme, width) => {
  const { page, problems } = await open({
    width,
    colorScheme: /** @type {'light' | 'dark'} */ (colorScheme),
    height: 4000
  })
  for (const value of [0, 1]) await toggle(page, value)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
})

test('at 1440 px a run is a line of 36 px, whatever the length of its texts', async () => {
  const long = 'x'.repeat(200)
  const analysis = { experiment: long, verdicts: verdictOf.map(verdict => ({ ...verdict, candidate: long })) }
  const { page } = await open({ width: 1440 }, [...runs, makeListedRun({ analysis }), unread])
  const heights = await page.$$eval('.runs tbody tr', all => all.map(row => row.getBoundingClientRect().height))
  expect(heights).toHaveLength(5)
  for (const height of heights) expect(height).toBeLessThanOrEqual(36.5)
})

test('the runs and trends of one experiment are shown alone', async () => {
  const other = [1.1, 1.3].map(costRatio => makeListedRun({ costRatio, analysis: { experiment: 'checkout' } }))
  const { page } = await open({}, [...runs, ...other])
  await page.click('.trends summary')
  const visible = (/** @type {string} */ selector) =>
    page.$$eval(selector, all =>
      all.filter(each => each.checkVisibility()).map(each => each.getAttribute('data-experiment'))
    )
  expect(await visible('figure')).toEqual(['info-log', 'checkout'])
  await page.select('#experiment', 'checkout')
  expect(await visible('tbody tr')).toEqual(['checkout', 'checkout'])
  expect(await visible('figure')).toEqual(['checkout'])
})

test.each(
  /** @type {const} */ ([
    ['cpuMainThread', 'more', '+'],
    ['requestsPerSecond', 'fewer', '-']
  ])
)('the labels of a trend of %s match its axes: the worse end says %s, where the ticks have %s', async (...expected) => {
  const [metric, worse, sign] = expected
  const listed = runs.slice(1).map(run => {
    const change = makeChange(sign === '+' ? 0.08 : -0.12, sign === '+' ? 0.12 : -0.08)
    const verdicts = verdictOf.map(verdict => ({ ...verdict, metric, change }))
    return { ...run, analysis: { ...run.analysis, verdicts } }
  })
  const { page } = await open({ width: 1440 }, listed)
  await page.click('.trends summary')
  const texts = await page.$$eval('.chart-wide text', all =>
    all.map(each => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return { text: each.textContent ?? '', x: (left + right) / 2, y: (top + bottom) / 2 }
    })
  )
  const ticks = texts.filter(({ text }) => /^[+-][\d.]+%$/.test(text))
  const zero = texts.find(({ text }) => /^0(\.0)?%?$/.test(text))?.y ?? Number.NaN
  const end = texts.find(({ text }) => text.startsWith(`↑ ${worse} `))?.y ?? Number.NaN
  const onItsSide = ticks.filter(({ y }) => y < zero)
  expect(end).toBeLessThan(zero)
  expect(texts.find(({ text }) => text.startsWith('↓ '))?.y).toBeGreaterThan(zero)
  expect(onItsSide.length).toBeGreaterThan(0)
  for (const { text } of onItsSide) expect(text[0]).toBe(sign)
  const dots = await page.$$eval('.chart-wide .chart-dot circle', all =>
    all.map(each => (each.getBoundingClientRect().left + each.getBoundingClientRect().right) / 2)
  )
  const dates = texts.filter(({ text }) => text.startsWith('2026-'))
  expect(dates).toHaveLength(dots.length)
  dates.forEach(({ x }, index) => {
    expect(Math.abs(x - (dots[index] ?? 0))).toBeLessThan(2)
  })
})

/**
 * @param {Parameters<typeof openPage>[2]} [view]
 * @param {ListedRun[]} [listed]
 */
async function open(view, listed = runs) {
  return openPage(browser(), await writeIndex(temporaryFolder(), listed), view)
}

/**
 * @param {Page} page
 * @param {number} value
 */
async function toggle(page, value) {
  await page.focus(`.choice input[value="${value}"]`)
  await page.keyboard.press('Space')
}

/**
 * @param {Page} page
 * @param {string} selector
 */
function textsOf(page, selector) {
  return page.$$eval(selector, elements => elements.map(element => element.textContent ?? ''))
}

/**
 * @param {Page} page
 * @param {string} selector
 */
function textOf(page, selector) {
  return page.$eval(selector, element => element.textContent ?? '')
}
