import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { closeBrowser, LAUNCH_LIMIT_MS, launchBrowser } from './browser.js'

/** @import { Browser } from 'puppeteer-core' */

/**
 * One browser for a test file, whose pages are closed after each test: one that another hides is not drawn. Call once at the
 * top of the file.
 * @returns {() => Browser} the browser, once the tests run
 */
export function oneBrowser() {
  /** @type {Browser} */
  let browser
  beforeAll(async () => {
    browser = await launchBrowser()
  }, LAUNCH_LIMIT_MS)
  afterEach(async () => {
    for (const page of await browser.pages()) await page.close()
  })
  afterAll(() => closeBrowser(browser))
  return () => browser
}
