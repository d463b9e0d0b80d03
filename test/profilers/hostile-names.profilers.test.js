import { readFileSync } from 'node:fs'
import { expect, jest, test } from '@jest/globals'
import { clinicBubble, clinicDoctor, clinicFlame, clinicHeap } from '../../src/profilers/clinic.js'
import { zeroX } from '../../src/profilers/zero-x.js'
import { openPage } from '../helpers/browser.js'
import { present } from '../helpers/call-trees.js'
import { oneBrowser } from '../helpers/one-browser.js'
import { profiledLaunch, times } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(120_000)
removeTemporaryFolders()

const browser = oneBrowser()

/** The pages with names of functions: each is drawn on a canvas or as SVG, and has a tip for the frame below the pointer. */
test.each([
  { profiler: zeroX, drawing: 'canvas', tip: '.d3-flame-graph-tooltip' },
  { profiler: clinicFlame, drawing: 'canvas', tip: null },
  { profiler: clinicHeap, drawing: 'canvas', tip: null },
  { profiler: clinicBubble, drawing: 'svg', tip: null },
  { profiler: clinicDoctor, drawing: 'svg', tip: null }
])(
  'names of functions run no script and load nothing in the page of $profiler.name, and it is drawn',
  async ({ profiler, drawing, tip }) => {
    const { collect } = await profiledLaunch({
      profiler,
      command: ['node', 'test/fixtures/servers/hostile-names.js'],
      slices: [times(40)]
    })
    const { artifacts } = await collect()
    const file = present(artifacts.find(({ kind }) => kind === 'flame' || kind === 'clinic')).path
    if (profiler !== clinicDoctor) expect(readFileSync(file, 'utf8')).toContain('document.title')
    const { page, problems } = await openPage(browser(), file)
    await page.waitForSelector(`${drawing}`, { visible: true })
    await pointEverywhere(page)
    if (tip) expect(await tipWith(page, tip, 'onerror')).toBe(true)
    expect(problems).toEqual([])
    expect(await page.title()).not.toBe('attacked')
    expect(page.url()).toMatch(/^file:/)
    expect(await page.$$eval('img, meta[http-equiv="refresh"], a[href^="javascript:"]', found => found.length)).toBe(0)
  }
)

/** Moves the pointer over the page, as the viewers write a name as HTML where it points at a frame. @param {Page} page */
async function pointEverywhere(page) {
  for (let y = 100; y < 800; y += 8) {
    for (const x of [300, 640]) await page.mouse.move(x, y)
  }
}

/**
 * Points at one row after the other until the tip of a frame has a text. The tip comes half a second later.
 * @param {Page} page
 * @param {string} tip a selector
 * @param {string} text
 */
async function tipWith(page, tip, text) {
  for (let y = 790; y > 80; y -= 10) {
    await page.mouse.move(640, y)
    const isShown = await page
      .waitForFunction(
        (tip, text) => document.querySelector(tip)?.textContent?.includes(text),
        { timeout: 900 },
        tip,
        text
      )
      .catch(() => null)
    if (isShown) return true
  }
  return false
}
