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
  { profiler: zeroX, drawing: 'canvas', name: 'onerror' },
  { profiler: clinicFlame, drawing: 'canvas', name: 'onerror' },
  { profiler: clinicHeap, drawing: 'canvas', name: null },
  { profiler: clinicBubble, drawing: 'svg', name: null },
  { profiler: clinicDoctor, drawing: 'svg', name: null }
])(
  'names of functions run no script and load nothing in the page of $profiler.name, and it is drawn',
  async ({ profiler, drawing, name }) => {
    const { collect } = await profiledLaunch({
      profiler,
      command: ['node', 'test/fixtures/servers/hostile-names.js'],
      slices: [times(40)]
    })
    const { artifacts } = await collect()
    const file = present(artifacts.find(({ kind }) => kind === 'flame' || kind === 'clinic')).path
    if (name !== null) expect(readFileSync(file, 'utf8')).toContain(name)
    const { page, problems } = await openPage(browser(), file)
    await page.waitForSelector(`${drawing}`, { visible: true })
    await pointEverywhere(page)
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
