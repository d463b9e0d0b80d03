/**
 * Opens exported files in the real speedscope, in a headless Chromium, and prints whether it accepted them:
 *
 *     npm pack speedscope && tar xzf speedscope-*.tgz
 *     CHROME_PATH=/usr/bin/chromium SPEEDSCOPE_PATH=package/dist/release node scripts/proofs/open-exports.js <file...>
 *
 * Exits with 1 when a file was rejected: speedscope then shows a dialog that nobody closes.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const { CHROME_PATH = 'chromium', SPEEDSCOPE_PATH = '' } = process.env
const TIMEOUT_MS = 15_000

const folder = await mkdtemp(path.join(tmpdir(), 'open-exports-'))
try {
  for (const file of process.argv.slice(2)) {
    const isAccepted = await opens(file)
    console.log(`${isAccepted ? 'opened' : 'NOT OPENED'}  ${file}`)
    if (!isAccepted) process.exitCode = 1
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** @param {string} file */
async function opens(file) {
  const script = path.join(folder, 'load.js')
  const name = JSON.stringify(path.basename(file))
  await writeFile(script, `speedscope.loadFileFromBase64(${name}, "${await readFile(file, 'base64')}")`)
  const page = pathToFileURL(path.resolve(SPEEDSCOPE_PATH, 'index.html'))
  page.hash = `localProfilePath=${script}`
  try {
    const { stdout } = await promisify(execFile)(
      CHROME_PATH,
      [
        '--headless=new',
        '--no-sandbox',
        '--enable-unsafe-swiftshader',
        `--user-data-dir=${path.join(folder, 'browser')}`,
        '--virtual-time-budget=10000',
        '--dump-dom',
        page.href
      ],
      { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 }
    )
    return stdout.includes('Sandwich') && !stdout.includes('Something went wrong')
  } catch (error) {
    if (/** @type {any} */ (error).killed) return false
    throw error
  }
}
