import { linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeIndex } from '../../src/page/write-index.js'
import { listRuns } from '../../src/runs/list-runs.js'
import { manifestText } from '../../src/runs/read-manifest.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { closeBrowser, launchBrowser, openPage } from '../../test/helpers/browser.js'
import { printUse, timed } from './lib/timed.js'

/**
 * The time and size of the index of many runs: `node scripts/proofs/many-runs.js [runs] [run folder]`, by default 500 runs with the
 * analysis of the committed sample, each on another day. Budgets of the default: 20 s to read them and to write the page, and 1 s until
 * the page is drawn. Exits with 1 when one is exceeded.
 */
const BUDGETS = { writtenMs: 20_000, paintedMs: 1000 }
const DAY_MS = 24 * 60 * 60 * 1000

const [count = '500', root = 'profiles/sample'] = process.argv.slice(2)
const profiles = await mkdtemp(path.join(tmpdir(), 'many-runs-'))
try {
  makeRuns(new RunFolder(path.resolve(root)), Number(count))
  const startMs = performance.now()
  const runs = timed('read', () => listRuns(profiles))
  const file = await writeIndex(profiles, runs)
  const writtenMs = performance.now() - startMs
  const paintedMs = await paint(file)
  console.log(`${runs.length} runs, ${(statSync(file).size / 1e6).toFixed(2)} MB`)
  console.log(`written: ${(writtenMs / 1000).toFixed(1)} s, drawn: ${Math.round(paintedMs)} ms after opening`)
  printUse()
  if (writtenMs > BUDGETS.writtenMs || paintedMs > BUDGETS.paintedMs) process.exitCode = 1
} finally {
  await rm(profiles, { recursive: true, force: true })
}

/** @param {RunFolder} sample @param {number} count */
function makeRuns(sample, count) {
  const manifest = sample.readManifest()
  for (let run = 0; run < count; run++) {
    const folder = new RunFolder(path.join(profiles, `run-${run}`))
    mkdirSync(folder.root)
    const startedAt = new Date(Date.parse(manifest.startedAt) + run * DAY_MS).toISOString()
    writeFileSync(folder.manifest, manifestText({ ...manifest, startedAt, checksums: {} }))
    linkSync(sample.analysis, folder.analysis)
  }
}

/** @param {string} file @returns {Promise<number>} milliseconds from the opening until there is text */
async function paint(file) {
  const browser = await launchBrowser()
  try {
    const { page } = await openPage(browser, file)
    return await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY
    )
  } finally {
    await closeBrowser(browser)
  }
}
