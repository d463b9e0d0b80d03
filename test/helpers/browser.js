import { accessSync, constants } from 'node:fs'
import { pathToFileURL } from 'node:url'
import puppeteer from 'puppeteer-core'
import { withDeadline } from '../../src/system/deadline.js'
import { bundledChromium } from './bundled-chromium.js'
import { watchPage } from './watch-page.js'

/** @import { Browser, LaunchOptions, Page } from 'puppeteer-core' */

/** Time limit for {@link launchBrowser}: the first start on a machine unpacks 200 MB. */
export const LAUNCH_LIMIT_MS = 60_000
const CLOSE_LIMIT_MS = 2000
const isLinux = process.platform === 'linux'

/**
 * Starts the Chromium of CHROME_PATH, or the one that comes with the development dependencies. One per test file is enough:
 * pages share nothing. It ends with {@link closeBrowser}, or when this process ends.
 * @returns {Promise<Browser>}
 */
export async function launchBrowser() {
  try {
    return await puppeteer.launch({
      ...(await launchOptions()),
      // A pipe closes when this process is killed, and Chromium ends with it.
      pipe: true,
      // The pages are trusted, and the sandbox starts neither as root nor in a container.
      args: isLinux ? ['--no-sandbox'] : []
    })
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  }
}

/**
 * Opens a page that shares no storage with others.
 * @param {Browser} browser
 * @param {string | URL} fileOrUrl
 * @param {{ width?: number, height?: number, colorScheme?: 'light' | 'dark' }} [viewport] in CSS pixels
 * @returns {Promise<{ page: Page, problems: string[] }>} problems are added as they happen, see {@link watchPage}
 */
export async function openPage(browser, fileOrUrl, { width = 1280, height = 800, colorScheme = 'light' } = {}) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const url = urlOf(fileOrUrl)
  const problems = await watchPage(page, url)
  await page.setViewport({ width, height })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colorScheme }])
  await page.goto(url)
  // An uncaught error is reported after the page has loaded.
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 300 })))
  return { page, problems }
}

/**
 * Ends Chromium with all its processes, even if it no longer answers.
 * @param {Browser | undefined} browser undefined if the launch failed: nothing to do
 */
export async function closeBrowser(browser) {
  const pid = browser?.process()?.pid
  if (!browser || !pid) return
  const closed = browser.close()
  await withDeadline(closed, { limitMs: CLOSE_LIMIT_MS, late: () => new Error('still open') }).catch(() => {})
  killGroup(pid)
  await closed
}

/** @returns {Promise<LaunchOptions>} */
async function launchOptions() {
  const chosen = process.env.CHROME_PATH
  if (chosen) return whenRunnable(chosen)
  if (!isLinux || process.arch !== 'x64') throw new Error('the bundled one is for Linux on x64')
  return { ...(await bundledChromium()), headless: 'shell' }
}

/** @param {string} executablePath @returns {LaunchOptions} */
function whenRunnable(executablePath) {
  accessSync(executablePath, constants.X_OK)
  return { executablePath, headless: true }
}

/** @param {unknown} error */
function explain(error) {
  const { message } = /** @type {Error} */ (error)
  const tried = process.env.CHROME_PATH ? `CHROME_PATH=${process.env.CHROME_PATH}` : 'The bundled Chromium'
  return `${tried} does not run here: ${message.trim()}\nSet CHROME_PATH to the program file of a Chromium, Chrome or Edge.`
}

/** @param {string | URL} fileOrUrl */
function urlOf(fileOrUrl) {
  if (fileOrUrl instanceof URL) return fileOrUrl.href
  return /^[a-z][a-z]+:/.test(fileOrUrl) ? fileOrUrl : pathToFileURL(fileOrUrl).href
}

/** @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
