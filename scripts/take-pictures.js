import path from 'node:path'
import { analyse } from '../src/analyse.js'
import { saveReport } from '../src/compare/save/save-report.js'
import { RunFolder } from '../src/runs/run-folder.js'
import { closeBrowser, launchBrowser, openPage } from '../test/helpers/browser.js'

/**
 * Takes the README's pictures of the sample's page: `node scripts/take-pictures.js`. Set CHROME_PATH where the Chromium of
 * the development dependencies does not run.
 */
const WIDTH = 1280
const HEIGHT = 1100
const root = path.join(import.meta.dirname, '..')
const sample = path.join(root, 'profiles/sample')

const folder = new RunFolder(sample)
const run = folder.read()
await saveReport(folder, run, analyse(run))
const browser = await launchBrowser()
try {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const { page } = await openPage(browser, folder.page, { width: WIDTH, height: HEIGHT, colorScheme })
    await page.waitForSelector('.flame-hint:not(:empty)')
    const file = path.join(root, `docs/images/report-${colorScheme}.png`)
    await page.screenshot({ path: /** @type {`${string}.png`} */ (file) })
    console.log(path.relative('', file))
  }
} finally {
  await closeBrowser(browser)
}
