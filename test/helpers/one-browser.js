import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { closeBrowser, LAUNCH_LIMIT_MS, launchBrowser } from './browser.js'

/** @import { Browser } from 'puppeteer-core' */

/**
 * Starts one browser for a test file and closes its pages after each test, as a page behind another one is not drawn. Call it
 * once at the top of the file.
 * @returns {() => Browser} returns the browser; to be called in tests
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
