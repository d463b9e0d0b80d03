import { mkdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileKind } from '../system/files/file-kind.js'
import { copyToNew, readTail, writeJson } from '../system/files/files.js'
import { workshopRoot } from '../system/files/workshop-root.js'
import { guardFile } from './guard-page.js'
import { runTool, toolError } from './run-tool.js'
import { wrappedServer } from './wrapped-server.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { ProfilerName } from '../profile/types.js' */
/** @import { Collected, Leftover, Profiler, ServerStart } from './index.js' */

const preloadPath = fileURLToPath(new URL('./clinic-preload.cjs', import.meta.url))

/** The name of each recording; without it clinic takes the process id of the server. */
const RECORDING_NAME = 'server'

/** Keeps clinic from asking for consent and from looking for a newer version of itself on the network. */
const clinicEnv = { NO_INSIGHT: '1', NO_UPDATE_NOTIFIER: '1' }

const DRAW_HEAP_MB = 4096
const DRAW_LIMIT_MS = 120_000
/** An empty list, or a trace without events, takes less. */
const CONTENT_BYTES = 64
/** bubbleprof writes 10 MB per second and more. A larger recording is deleted when its page is made. */
const KEPT_BYTES = 50e6
const endOfPage = /<!-- \{"tool":.*\} -->\s*$/

/**
 * @typedef {object} ClinicTool
 * @property {ProfilerName} name
 * @property {'doctor' | 'flame' | 'heapprofiler' | 'bubbleprof'} tool the word after `clinic`
 * @property {string[]} [parts] files that a recording must have; absent when the recording is a single file
 * @property {(folder: string) => string[]} [nodeOptions]
 * @property {boolean} [pipesStdout] whether the tool gives the server a pipe instead of the launch's file
 */

export const clinicDoctor = clinic({
  name: 'clinic-doctor',
  tool: 'doctor',
  parts: ['systeminfo', 'processstat', 'traceevent'],
  nodeOptions: keepTrace
})

/** Clinic flame runs 0x. */
export const clinicFlame = clinic({
  name: 'clinic-flame',
  tool: 'flame',
  parts: ['systeminfo', 'samples'],
  nodeOptions: folder => [`--logfile=${path.join(folder, '%p-v8.log')}`],
  pipesStdout: true
})

export const clinicHeap = clinic({
  name: 'clinic-heap',
  tool: 'heapprofiler'
})

export const clinicBubble = clinic({
  name: 'clinic-bubble',
  tool: 'bubbleprof',
  parts: ['systeminfo', 'stacktrace', 'traceevent'],
  nodeOptions: keepTrace
})

/**
 * Returns the profiler that runs one of clinic's tools. The tools read any log of V8 or node in their working folder,
 * so each launch has a working folder of its own.
 * @param {ClinicTool} own @returns {Profiler}
 */
function clinic(own) {
  return {
    name: own.name,
    wraps: true,
    mayFail: true,
    // A page shows one launch, and a recording is large.
    rounds: 1,
    // When the server has ended, the tools still read the whole log.
    stopGraceMs: 90_000,
    commandFor,
    collect: leftover => collect(own, leftover)
  }

  /** @param {ServerStart} start */
  function commandFor({ command, cwd, files }) {
    const folder = clinicFolder(files.folder)
    mkdirSync(folder, { recursive: true })
    const nodeOptions = own.nodeOptions?.(folder)
    const server = wrappedServer({ command, cwd, nodeOptions, stdout: own.pipesStdout ? files.stdout : undefined })
    const options = ['--collect-only', '--open=false', '--dest', folder, '--name', RECORDING_NAME]
    return {
      command: [process.execPath, '-r', preloadPath, clinicPath(), own.tool, ...options, '--', ...server.command],
      cwd: folder,
      env: { ...server.env, ...clinicEnv }
    }
  }
}

/**
 * Returns the option that keeps node's trace files in a folder; node writes them to the server's working folder
 * otherwise.
 * @param {string} folder
 */
function keepTrace(folder) {
  return [`--trace-event-file-pattern=${path.join(folder, 'node_trace')}.\${rotation}.log`]
}

/**
 * Checks a tool's recording and, for the launch to draw, makes its page. Checks the files that were written, because
 * clinic exits with 0 and an empty file when the server calls process.exit.
 * @param {ClinicTool} own @param {Leftover} leftover @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_TOOL
 */
async function collect({ tool, parts }, { folder, stderr, isTypical, signal }) {
  const recording = recordingOf(folder, tool)
  const about = { tool: `clinic ${tool}`, what: recording }
  const files = parts?.map(part => partOf(recording, part)) ?? [recording]
  let bytes = 0
  for (const file of files) bytes += await requireContent(file)
  /** @type {Collected['artifacts']} */
  const artifacts = []
  if (tool === 'heapprofiler') artifacts.push({ kind: 'heapprofile', path: await nameForDevTools(recording) })
  if (isTypical) artifacts.push({ kind: 'clinic', path: await draw() })
  if (isTypical && bytes > KEPT_BYTES) await rm(recording, { recursive: true })
  return { ticks: {}, artifacts, trees: [] }

  /** @param {string} file @returns {Promise<number>} its bytes */
  async function requireContent(file) {
    const { kind, bytes } = await fileKind(file)
    if (kind === 'file' && bytes >= CONTENT_BYTES) return bytes
    const code = kind === 'file' ? 'empty-recording' : 'missing-recording'
    throw toolError(about, { code, file: path.basename(file) }, readTail(stderr))
  }

  async function draw() {
    if (tool === 'flame') await nameTheApp(partOf(recording, 'systeminfo'))
    const args = [`--max-old-space-size=${DRAW_HEAP_MB}`, clinicPath(), tool, '--visualize-only', recording]
    const { stderr } = await runTool(about, process.execPath, args, {
      cwd: clinicFolder(folder),
      env: { ...process.env, ...clinicEnv },
      signal,
      limitMs: DRAW_LIMIT_MS
    })
    const page = `${recording}.html`
    if (!endOfPage.test(readTail(page))) throw toolError(about, { code: 'incomplete-page' }, stderr)
    if (!(await guardFile(page))) throw toolError(about, { code: 'unknown-page' }, null)
    return page
  }
}

function clinicPath() {
  return createRequire(import.meta.url).resolve('clinic/bin.js')
}

/** @param {string} launchFolder */
function clinicFolder(launchFolder) {
  return path.join(launchFolder, 'clinic')
}

/** @param {string} launchFolder @param {string} tool @returns {string} a folder, or the heap profiler's only file */
function recordingOf(launchFolder, tool) {
  return path.join(clinicFolder(launchFolder), `${RECORDING_NAME}.clinic-${tool}`)
}

/** @param {string} recording a folder @param {string} part */
function partOf(recording, part) {
  return path.join(recording, `${path.basename(recording)}-${part}`)
}

/** Copies a heap profile to a name that DevTools accepts: it looks at the extension. @param {string} recording */
async function nameForDevTools(recording) {
  const copy = path.join(path.dirname(recording), `${RECORDING_NAME}.heapprofile`)
  await copyToNew(recording, copy)
  return copy
}

/**
 * Corrects the app's name in a recording: clinic flame takes it from its own working folder, which is `clinic`.
 * @param {string} file
 */
async function nameTheApp(file) {
  try {
    const facts = JSON.parse(await readFile(file, 'utf8'))
    await writeJson(file, { ...facts, mainDirectory: path.resolve(workshopRoot) })
  } catch (error) {
    // Clinic reads the file next and reports the same error under its own name.
    if (!(error instanceof SyntaxError)) throw error
  }
}
