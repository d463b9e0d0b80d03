import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { renderIndex } from '../../../src/page/render-index.js'
import { renderPage } from '../../../src/page/render-page.js'
import { openPage } from '../../helpers/browser.js'
import { HOSTILE, hostilePage } from '../../helpers/hostile-run.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const browser = oneBrowser()
const hostile = hostilePage()

test('the page of a run with hostile names runs none of them, loads nothing and is whole', async () => {
  const { page, problems } = await openHtml(await renderPage(hostile))
  await useAll(page)
  expect(await injected(page)).toEqual([])
  expect(problems).toEqual([])
  expect(await page.$$eval('#flames canvas', found => found.length)).toBeGreaterThan(0)
})

test('the page of all runs with hostile names runs none of them and loads nothing', async () => {
  const { run, analysis } = hostile
  const listed = {
    folder: `run${HOSTILE.replace('\ud800', '')}`,
    manifest: run.manifest,
    analysis,
    problem: null,
    hasPage: true
  }
  const damaged = { folder: 'other', manifest: null, analysis: null, problem: HOSTILE, hasPage: false }
  const { page, problems } = await openHtml(await renderIndex([listed, damaged]))
  await useAll(page)
  expect(await injected(page)).toEqual([])
  expect(problems).toEqual([])
})

/** @param {string} html */
function openHtml(html) {
  const file = path.join(temporaryFolder(), 'page.html')
  writeFileSync(file, html)
  return openPage(browser(), file)
}

/** Opens all that is folded, and points at the graphs. @param {Page} page */
async function useAll(page) {
  for (const fold of await page.$$('details:not([open]) > summary')) await fold.evaluate(each => each.click())
  for (const canvas of await page.$$('canvas')) if (await canvas.isVisible()) await canvas.hover()
}

/** Returns what only an injected text can have brought into the page. @param {Page} page */
function injected(page) {
  return page.evaluate(() => {
    const found = [
      ...document.querySelectorAll(
        'img, iframe, object, base, [onclick], [onerror], a[href^="http"], a[href^="javascript:"]'
      )
    ]
    const invisible = /\p{Cf}|(?!\n|\t)\p{Cc}|\p{Zl}/u
    const texts = document.body.innerText.split('\n').filter(line => invisible.test(line))
    return [...texts, ...found.map(each => each.outerHTML.slice(0, 200))]
  })
}
