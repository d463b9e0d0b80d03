import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { infoRequest } from '../../../load/info.js'
import { badOption } from '../../compare/ask/bad-option.js'
import { APP_PACKAGES, requirePackages } from '../../compare/ask/require-packages.js'
import { WorkshopError } from '../../errors/errors.js'
import { info } from '../../experiments/info.js'
import { startGenerator } from '../../load/generator.js'
import { openAgentServer, originOf } from '../../measure/agent/agent-server.js'
import { formatCount, formatDuration } from '../../report/words/format.js'
import { limitFile } from '../../system/files/limit-file.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { freePortLike } from '../../system/ports.js'
import { startProcess } from '../../system/processes.js'
import { makeTemporary } from '../../system/temporary.js'
import { print, printError } from '../print/print.js'
import { untilInterrupted } from './interrupts.js'

/** @import { LoadResult } from '../../load/types.js' */

/** Enough to keep the server busy, and few enough to find one request in the flame chart. */
const TRAFFIC_CONNECTIONS = 20
const SLICE_S = 1

const USUAL_PORT = 9229
/** The server's own exit code for a flag it does not know. */
const BAD_USE = 2
/** With its log on, the server writes about half a kilobyte per request. */
const OUTPUT_LIMIT_MB = 1
const TRAFFIC_S = { usual: 60, most: 3600 }
const TO_OPEN =
  'Open chrome://inspect in Chrome: in the Bottom-Up of a recording, look for the self time of writeSync and console.log.'
const loadFlag = /^--load(?:=(.*))?$/
/** The server of the benches with all toggles off. */
const [{ command: serverCommand, env: serverEnv }] = info.variants
const TOGGLES_ON = ['--log sync', '--gzip on']

/**
 * `workshop inspect`: starts the server with the inspector open and prints how to connect Chrome DevTools; with `--load` it
 * also sends requests. What the server prints on stdout goes to a file of limited size, so that the steps stay in view with the
 * log on.
 * @param {string[]} args `--load` or `--load=<seconds>`; all others are for the server
 * @returns {Promise<number>} exit code
 */
export async function inspectCommand(args) {
  requirePackages(APP_PACKAGES)
  const seconds = readTraffic(args.findLast(arg => loadFlag.test(arg)))
  const port = await freePortLike(USUAL_PORT)
  const agents = await openAgentServer()
  const folder = makeTemporary()
  const stdoutPath = path.join(folder, 'server.log')
  try {
    return await untilInterrupted(serve)
  } finally {
    agents.close()
    await rm(folder, { recursive: true, force: true })
  }

  /** @param {AbortSignal} interruption */
  async function serve(interruption) {
    const hub = agents.expectLaunch(process.env.NODE_OPTIONS)
    const command = commandWith(args.filter(arg => !loadFlag.test(arg)))
    console.log(stepsFor({ port, seconds, command, stdoutPath }))
    const server = startProcess({
      command: process.execPath,
      args: [`--inspect=127.0.0.1:${port}`, ...command],
      cwd: workshopRoot,
      env: { ...process.env, ...serverEnv, PORT: process.env.PORT, ...hub.env },
      stdoutPath,
      inheritOutput: true
    })
    const stopLimiting = limitFile(stdoutPath, { mostBytes: OUTPUT_LIMIT_MB * 1e6 })
    interruption.addEventListener('abort', () => server.end())
    const ended = new AbortController()
    server.exited.then(() => ended.abort())
    const use = whenUp()
    // Reported below, when the server has ended: until then it must stay up.
    use.catch(() => undefined)
    const { code } = await server.exited
    await use.finally(stopLimiting)
    const { aborted, reason } = interruption
    if (aborted && reason.code === 'ERR_DEFECT') throw reason
    if (code === 0 || aborted) return 0
    return code === BAD_USE ? BAD_USE : 3

    async function whenUp() {
      const first = await Promise.race([hub.first, server.exited])
      // A server that never listened has printed why, or its usage.
      if (!('open' in first)) return void print(await readFile(stdoutPath, 'utf8'))
      const origin = originOf(first.open)
      console.log(`The server listens on ${origin}${info.request.path}`)
      const signal = AbortSignal.any([interruption, ended.signal])
      if (seconds !== null && !signal.aborted) await playTraffic({ origin, seconds, folder, signal })
      if (!signal.aborted) console.log(TO_OPEN)
    }
  }
}

/**
 * Returns the arguments of node: each flag of the command line in place of the server's own.
 * @param {string[]} flags of the command line
 */
function commandWith(flags) {
  const [script = '', ...own] = serverCommand.slice(1)
  const kept = own.filter((_, index) => !isNamed(own[index - (index % 2)] ?? ''))
  return [script, ...kept, ...flags]

  /** @param {string} name */
  function isNamed(name) {
    return flags.some(flag => flag === name || flag.startsWith(`${name}=`))
  }
}

/** Returns how to start the server that this one is compared with. @param {string[]} command */
function comparedWith(command) {
  const words = command.join(' ').replaceAll('=', ' ')
  const on = TOGGLES_ON.filter(toggle => words.includes(toggle))
  if (on.length > 0) return `without ${on.join(' and ')}`
  return `with a toggle on: npm run inspect -- ${TOGGLES_ON.join(', or ')}`
}

/**
 * @param {string | undefined} flag
 * @returns {number | null} seconds; null for none
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
function readTraffic(flag) {
  if (flag === undefined) return null
  const [, text = String(TRAFFIC_S.usual)] = loadFlag.exec(flag) ?? []
  const seconds = text.trim() === '' ? Number.NaN : Number(text)
  if (seconds >= 1 && seconds <= TRAFFIC_S.most) return seconds
  const allowed = `--load for ${TRAFFIC_S.usual} s, or --load=<seconds> from 1 to ${TRAFFIC_S.most}`
  throw badOption('--load', `"${text}" is not such a number`, allowed)
}

/** @type {(about: { port: number, seconds: number | null, command: string[], stdoutPath: string }) => string} */
function stepsFor({ port, seconds, command, stdoutPath }) {
  const found =
    port === USUAL_PORT
      ? ''
      : `\n     (port ${USUAL_PORT} is taken: click Configure... there and add 127.0.0.1:${port})`
  const traffic =
    seconds === null
      ? 'In a second terminal: npm run load:autocannon (or start with npm run inspect -- --load)'
      : `Requests are sent for ${seconds} s over ${TRAFFIC_CONNECTIONS} connections; for more: npm run load:autocannon`
  return `The server runs with the inspector on 127.0.0.1:${port}; Ctrl-C ends it.
  Command: node ${command.join(' ')}
  Its output goes to ${stdoutPath},
  which is emptied when it is larger than ${OUTPUT_LIMIT_MB} MB, and removed at the end.

  1. In Chrome, open chrome://inspect and click "inspect" under Remote Target.${found}
  2. In DevTools, open the Performance panel and click Record.
  3. ${traffic}
  4. Click Stop. The Main track is the flame chart, Bottom-Up the table of functions by self time.
  5. To compare, start again ${comparedWith(command)}.
     DevTools also receives every console.log, so it costs far more than in production.

  While the server runs, every user of this machine can connect to the inspector, and run code as you.
`
}

/**
 * Sends requests to a server that a person inspects, and prints how many. Nothing is measured: when it fails, the error is
 * printed and the server stays up.
 * @param {{ origin: string, seconds: number, folder: string, signal: AbortSignal }} traffic
 */
async function playTraffic({ origin, seconds, folder, signal }) {
  const url = origin + infoRequest.path
  const sum = { requests: 0, failed: 0, ms: 0 }
  console.log(`Load: autocannon sends requests to ${url} over ${TRAFFIC_CONNECTIONS} connections for ${seconds} s.`)
  try {
    await playSlices()
    console.log(`Load ended: ${inWords()}. The server stays up; Ctrl-C ends it.`)
  } catch (error) {
    if (!signal.aborted && !(error instanceof WorkshopError)) throw error
    if (signal.aborted) console.log(`Load stopped: ${inWords()}.`)
    else printError(`Load failed: ${/** @type {Error} */ (error).message} The server stays up; Ctrl-C ends it.`)
  }

  async function playSlices() {
    const slices = Math.ceil(seconds / SLICE_S)
    const durationMs = (seconds / slices) * 1e3
    const load = /** @type {const} */ ({ generator: 'autocannon', mode: 'closed', connections: TRAFFIC_CONNECTIONS })
    const request = { ...load, url, headers: infoRequest.headers, durationMs }
    const generator = await startGenerator('autocannon', { logPath: path.join(folder, 'autocannon.log'), signal })
    try {
      for (let slice = 0; slice < slices; slice++) count(await generator.play(request, { signal }))
    } finally {
      await generator.end()
    }
  }

  /** @param {LoadResult} result */
  function count({ completed, non2xx, errors, durationMs }) {
    sum.requests += completed
    sum.failed += non2xx + errors
    sum.ms += durationMs
  }

  function inWords() {
    if (sum.ms === 0) return 'before its first second ended'
    const rate = formatCount(sum.requests / (sum.ms / 1e3))
    const failed = sum.failed === 0 ? 'none failed' : `${formatCount(sum.failed)} failed`
    return `${formatCount(sum.requests)} requests in ${formatDuration(sum.ms)}, ${rate} requests/s, ${failed}`
  }
}
