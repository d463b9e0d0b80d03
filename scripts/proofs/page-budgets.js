import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { analyse } from '../../src/analyse.js'
import { renderPage } from '../../src/page/render-page.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { writeAtomic } from '../../src/system/files/files.js'
import { closeBrowser, launchBrowser, openPage } from '../../test/helpers/browser.js'

/** @import { LaunchTrees } from '../../src/profile/types.js' */
/** @import { SavedRun } from '../../src/runs/read-run.js' */

/**
 * The time and size of a run's page: `node scripts/proofs/page-budgets.js [run folder]`. The run is reported as if it had
 * twelve profiles, of six profilers and two variants: a profiler it does not have gets the call trees of one it has. Budgets:
 * 2 s from the saved run to the file, 2 MB, first paint 500 ms after opening. Exits with 1 when a median is over its budget.
 */
const TIMES = 9
const profilers = /** @type {const} */ (['prof', 'cdp', '0x', 'devtools', 'clinic-flame', 'heap'])

const root = path.resolve(process.argv[2] ?? 'profiles/sample')
const folder = await mkdtemp(path.join(tmpdir(), 'page-budgets-'))
const browser = await launchBrowser()
try {
  const file = path.join(folder, 'report.html')
  const writtenMs = await repeat(() => writePage(file))
  const opened = []
  for (let time = 0; time < TIMES; time++) opened.push(await open(file))
  print('written, ms', writtenMs, 2000)
  print(
    'first paint, ms',
    opened.map(({ paintedMs }) => paintedMs),
    500
  )
  print(
    'flame graph drawn, ms',
    opened.map(({ drawnMs }) => drawnMs),
    null
  )
  print('size, MB', [statSync(file).size / 1e6], 2)
} finally {
  await closeBrowser(browser)
  await rm(folder, { recursive: true, force: true })
}

/**
 * @param {string} file
 * @returns {Promise<number>} milliseconds
 */
async function writePage(file) {
  const startMs = performance.now()
  const run = withTwelveProfiles(new RunFolder(root).read())
  const measured = { ...run, trees: shareTrees(run.trees) }
  const { analysis, graphs } = analyse(measured)
  const tickTexts = new RunFolder(root).readTickTexts(run.artifacts)
  const html = await renderPage({ run, analysis, graphs: graphs(), tickTexts })
  await writeAtomic(file, html)
  return performance.now() - startMs
}

/**
 * @param {string} file
 * @returns {Promise<{ paintedMs: number, drawnMs: number }>} since opening: the first paint with text in it, and when the
 *   flame graph was there
 */
async function open(file) {
  const { page } = await openPage(browser, file)
  await page.waitForSelector('.flame-hint:not(:empty)')
  const times = await page.evaluate(() => ({
    paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    drawnMs: performance.now()
  }))
  await page.close()
  return times
}

/**
 * @param {SavedRun} run
 * @returns {typeof run}
 */
function withTwelveProfiles(run) {
  const design = {
    ...run.manifest.design,
    profilers: profilers.map(name => ({ name, playsLoads: true, isAlone: false }))
  }
  return { ...run, manifest: { ...run.manifest, design } }
}

/** @param {LaunchTrees[]} trees */
function shareTrees(trees) {
  const known = [...new Set(trees.map(tree => tree.profiler))]
  return profilers.flatMap((profiler, index) =>
    trees.filter(tree => tree.profiler === known[index % known.length]).map(tree => ({ ...tree, profiler }))
  )
}

/** @param {() => Promise<number>} measure */
async function repeat(measure) {
  const values = []
  for (let time = 0; time < TIMES; time++) values.push(await measure())
  return values
}

/**
 * @param {string} what
 * @param {number[]} values
 * @param {number | null} budget
 */
function print(what, values, budget) {
  const sorted = values.toSorted((a, b) => a - b)
  const [least = 0, median = 0, most = 0] = [0, sorted.length >> 1, sorted.length - 1].map(index => sorted[index])
  const text = `${what}: median ${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`
  console.log(budget === null ? text : `${text}, budget ${budget}`)
  if (budget !== null && median > budget) process.exitCode = 1
}
