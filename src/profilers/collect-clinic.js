import { copyFile, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { lastLines, WorkshopError } from '../errors.js'
import { readTail, writeJson } from '../system/files.js'
import { runProgram } from '../system/processes.js'
import { workshopRoot } from '../system/workshop-root.js'
import { clinicEnv, clinicFolder, clinicPath, partOf, RECORDING_NAME, recordingOf } from './clinic-files.js'

/**
 * @import { ClinicTool } from './clinic.js'
 * @import { Collected, Leftover } from './index.js'
 */

const DRAW_HEAP_MB = 4096
const DRAW_LIMIT_MS = 120_000
/** More than an empty list or a trace without events takes. */
const CONTENT_BYTES = 64
/** bubbleprof writes 10 MB and more a second: what is bigger than this is not kept beside the page made from it. */
const KEPT_BYTES = 50e6
const endOfPage = /<!-- \{"tool":.*\} -->\s*$/

/**
 * Checks a tool's recording and, for the launch to draw, makes its page. What was written is looked at and never the exit
 * code alone: clinic ends with 0 and an empty file when the server calls process.exit.
 * @param {ClinicTool} own
 * @param {Leftover} leftover
 * @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_TOOL
 */
export async function collectClinic({ tool, parts }, { folder, stderr, isTypical, signal }) {
  const recording = recordingOf(folder, tool)
  const files = parts.length === 0 ? [recording] : parts.map(part => partOf(recording, part))
  let bytes = 0
  for (const file of files) bytes += await requireContent(file)
  /** @type {Collected['artifacts']} */
  const artifacts = []
  if (tool === 'heapprofiler') artifacts.push({ kind: 'heapprofile', path: await nameForDevTools(recording) })
  if (isTypical) artifacts.push({ kind: 'clinic', path: await draw() })
  if (isTypical && bytes > KEPT_BYTES) await rm(recording, { recursive: true })
  return { ticks: {}, artifacts, trees: [] }

  /**
   * @param {string} file
   * @returns {Promise<number>} its bytes
   */
  async function requireContent(file) {
    const size = await stat(file).then(
      ({ size }) => size,
      () => null
    )
    if (size !== null && size >= CONTENT_BYTES) return size
    const found = `${path.basename(file)} is ${size === null ? 'missing' : 'empty'}`
    const needs = 'clinic needs a server that ends by itself on SIGTERM, without process.exit'
    throw failure(`${found}; ${needs}`, lastLines(readTail(stderr)))
  }

  async function draw() {
    if (tool === 'flame') await nameTheApp(partOf(recording, 'systeminfo'))
    const args = [`--max-old-space-size=${DRAW_HEAP_MB}`, clinicPath(), tool, '--visualize-only', recording]
    const limit = AbortSignal.timeout(DRAW_LIMIT_MS)
    const { code, problem, stderr } = await runProgram(process.execPath, args, {
      cwd: clinicFolder(folder),
      env: { ...process.env, ...clinicEnv },
      signal: AbortSignal.any([signal, limit])
    }).catch(explainLimit)
    if (code !== 0) throw failure(problem ?? `exit code ${code}`, lastLines(stderr))
    const page = `${recording}.html`
    if (!endOfPage.test(readTail(page))) throw failure('its page is missing or cut off', lastLines(stderr))
    return page

    /** @param {unknown} error @returns {never} */
    function explainLimit(error) {
      if (error !== limit.reason) throw error
      throw failure(`its page was not done within ${DRAW_LIMIT_MS / 1000} s`, null)
    }
  }

  /**
   * @param {string} problem
   * @param {string | null} tail
   */
  function failure(problem, tail) {
    return new WorkshopError('ERR_TOOL', { tool: `clinic ${tool}`, what: recording, problem, tail })
  }
}

/**
 * DevTools opens a heap profile by the end of its name.
 * @param {string} recording
 */
async function nameForDevTools(recording) {
  const copy = path.join(path.dirname(recording), `${RECORDING_NAME}.heapprofile`)
  await copyFile(recording, copy)
  return copy
}

/**
 * Clinic flame takes its own working folder for the app's, and would call the app `clinic` in the page.
 * @param {string} file
 */
async function nameTheApp(file) {
  try {
    const facts = JSON.parse(await readFile(file, 'utf8'))
    await writeJson(file, { ...facts, mainDirectory: path.resolve(workshopRoot) })
  } catch (error) {
    // Clinic, which reads it next, says the same with its own name.
    if (!(error instanceof SyntaxError)) throw error
  }
}
