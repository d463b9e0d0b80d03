import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analyseCopies } from '../../src/labs/copy/analysis.js'
import { copyLab } from '../../src/labs/copy/lab.js'
import * as work from '../../src/labs/copy/work.js'
import { recordFiles } from '../../src/labs/skeleton/measure-lab.js'
import { renderLab } from '../../src/labs/skeleton/render.js'
import { accessibilityProblems } from '../helpers/accessibility.js'
import { openPage } from '../helpers/browser.js'
import { makeLab } from '../helpers/make-lab.js'
import { oneBrowser } from '../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(30_000)
removeTemporaryFolders()

const browser = oneBrowser()

/** Writes the page of a lab. */
async function labPage() {
  const saved = makeLab()
  const file = path.join(temporaryFolder(), 'report.html')
  writeFileSync(file, await renderLab(work, saved, analyseCopies(saved), recordFiles(copyLab)))
  return file
}

test('the first chart begins on the screen of a laptop, and every chart has marks inside its frame', async () => {
  const { page, problems } = await openPage(browser(), await labPage(), { width: 1366, height: 650 })
  const top = await page.$eval('#time svg.chart-wide', chart => chart.getBoundingClientRect().top)
  expect(top).toBeLessThan(500)
  const outside = await page.$$eval('svg.chart-wide', charts =>
    charts.map(chart => {
      const frame = chart.getBoundingClientRect()
      const dots = [...chart.querySelectorAll('.chart-dot > *')].map(dot => dot.getBoundingClientRect())
      const isOutside = (/** @type {DOMRect} */ { left, right, top, bottom }) =>
        left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
      return { dots: dots.length > 0, outside: dots.filter(isOutside).length }
    })
  )
  expect(outside).toEqual(Array.from({ length: 2 }, () => ({ dots: true, outside: 0 })))
  expect(problems).toEqual([])
})

test('a button saves the values of its chart as CSV', async () => {
  const { page } = await openPage(browser(), await labPage())
  await page.evaluate(function keepDownloads() {
    const make = URL.createObjectURL
    URL.createObjectURL = blob => {
      Object.assign(window, { saved: blob })
      return make(blob)
    }
  })
  await page.click('#speed-up button[data-csv]')
  const text = await page.evaluate(() => /** @type {{ saved: Blob }} */ (/** @type {any} */ (window)).saved.text())
  const [header, first = '', ...others] = text.trimEnd().split('\r\n')
  expect(header).toBe('bytes,times_as_fast,low,high')
  expect(others).toHaveLength(7)
  const [bytes, ratio] = first.split(',').map(Number)
  expect(bytes).toBe(65_536)
  expect(ratio).toBeCloseTo(2000 / 6, 6)
})

test.each(/** @type {const} */ (['light', 'dark']))(
  'the page of a lab fits a phone and has no accessibility problem, %s',
  async colorScheme => {
    const { page } = await openPage(browser(), await labPage(), { width: 360, height: 740, colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await accessibilityProblems(page)).toEqual([])
  }
)
