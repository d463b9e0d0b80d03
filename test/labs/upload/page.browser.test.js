import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { recordFiles } from '../../../src/labs/skeleton/measure-lab.js'
import { renderLab } from '../../../src/labs/skeleton/render.js'
import { uploadLab } from '../../../src/labs/upload/lab.js'
import * as work from '../../../src/labs/upload/work.js'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makeUploadLab } from '../../helpers/make-upload-lab.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

jest.setTimeout(30_000)
removeTemporaryFolders()

const browser = oneBrowser()

/** Writes the page of a lab with every chapter. */
async function uploadPage() {
  const { saved, analysis } = makeUploadLab({ length: 'full', hasLimits: true })
  const file = path.join(temporaryFolder(), 'report.html')
  writeFileSync(file, await renderLab(work, saved, analysis, recordFiles(uploadLab)))
  return file
}

test('the first chart begins on the screen of a laptop, and every chart has marks inside its frame', async () => {
  const { page, problems } = await openPage(browser(), await uploadPage(), { width: 1366, height: 650 })
  const top = await page.$eval('#time svg.chart-wide', chart => chart.getBoundingClientRect().top)
  expect(top).toBeLessThan(560)
  const outside = await page.$$eval('svg.chart-wide, .chart-grid svg', charts =>
    charts.map(chart => {
      const frame = chart.getBoundingClientRect()
      const marks = [...chart.querySelectorAll('.chart-dot > *, text')].map(mark => mark.getBoundingClientRect())
      // The line box of a text is up to a pixel higher than its letters.
      const isOutside = (/** @type {DOMRect} */ { left, right, top, bottom }) =>
        left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1
      return { marks: marks.length > 0, outside: marks.filter(isOutside).length }
    })
  )
  expect(outside).toEqual(Array.from({ length: 1 + 6 }, () => ({ marks: true, outside: 0 })))
  expect(problems).toEqual([])
})

test.each(/** @type {const} */ (['light', 'dark']))(
  'the page of the upload lab fits a phone and has no accessibility problem, %s',
  async colorScheme => {
    const { page } = await openPage(browser(), await uploadPage(), { width: 360, height: 740, colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const narrow = await page.$eval('#time svg.chart-narrow', chart => chart.getBoundingClientRect().width)
    expect(narrow).toBeGreaterThan(300)
    expect(await accessibilityProblems(page)).toEqual([])
  }
)
