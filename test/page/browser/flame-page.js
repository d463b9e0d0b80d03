import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { packFlame } from '../../../src/page/parts/packed-parts.js'
import { openPage } from '../../helpers/browser.js'
import { makePage } from '../../helpers/make-page.js'
import { temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Browser } from 'puppeteer-core' */
/** @import { FlameGraph } from '../../../src/flame/types.js' */

/** Of the only row in the blame of `makeFlame`. */
const ROW_WORDS = [['a next +30 µs ± 4, seen by one profiler']]

/** Rendered once for all graphs of a test file. @type {string | undefined} */
let report

/**
 * Opens a report with the given flame graph and waits until it is drawn.
 * @param {Browser} browser
 * @param {FlameGraph} graph
 * @param {Parameters<typeof openPage>[2]} [view]
 */
export async function openFlame(browser, graph, view) {
  report ??= readFileSync(await makePage(), 'utf8')
  const file = path.join(temporaryFolder(), 'flame.html')
  writeFileSync(
    file,
    report.replace(/(id="flame-0">)[^<]*/, (_, tag) => tag + packFlame(graph, ROW_WORDS))
  )
  const { page } = await openPage(browser, file, view)
  await page.waitForSelector('.flame-hint:not(:empty)')
  return page
}
