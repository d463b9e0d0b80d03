import path from 'node:path'
import { openAgentServer, originOf } from '../measure/agent-server.js'
import { freePortLike } from '../system/free-port.js'
import { startProcess } from '../system/processes.js'
import { workshopRoot } from '../system/workshop-root.js'
import { watchForInterrupts } from './interrupts.js'
import { playTraffic, TRAFFIC_CONNECTIONS } from './play-traffic.js'
import { badOption } from './usage.js'

const USUAL_PORT = 9229
/** The server's own exit code for a flag it does not know. */
const BAD_USE = 2
const TRAFFIC_S = { usual: 60, most: 3600 }
const loadFlag = /^--load(?:=(.*))?$/

/**
 * `workshop inspect`: starts the server with the inspector open and prints how to connect Chrome DevTools; with `--load` it
 * also sends requests.
 * @param {string[]} args `--load` or `--load=<seconds>`; all others are for the server
 * @returns {Promise<number>} exit code
 */
export async function inspectCommand(args) {
  const seconds = readTraffic(args.findLast(arg => loadFlag.test(arg)))
  const port = await freePortLike(USUAL_PORT)
  const agents = await openAgentServer()
  console.log(stepsFor(port, seconds))
  const interrupts = watchForInterrupts()
  const hub = agents.expectLaunch(process.env.NODE_OPTIONS)
  const flags = args.filter(arg => !loadFlag.test(arg))
  const server = startProcess({
    command: process.execPath,
    args: [`--inspect=127.0.0.1:${port}`, path.join(workshopRoot, 'src/app/server.js'), ...flags],
    env: seconds === null ? process.env : { ...process.env, ...hub.env },
    inheritOutput: true
  })
  interrupts.signal.addEventListener('abort', () => server.end())
  const ended = new AbortController()
  server.exited.then(() => ended.abort())
  const traffic = seconds === null ? undefined : loadOnceUp(seconds)
  // Reported below, when the server has ended: until then it must stay up.
  traffic?.catch(() => undefined)

  const { code } = await server.exited
  await traffic
  agents.close()
  interrupts.stop()
  if (code === 0 || interrupts.signal.aborted) return 0
  return code === BAD_USE ? BAD_USE : 3

  /** @param {number} seconds */
  async function loadOnceUp(seconds) {
    const link = await Promise.race([hub.first, server.exited])
    const signal = AbortSignal.any([interrupts.signal, ended.signal])
    if ('port' in link && !signal.aborted) await playTraffic({ origin: originOf(link), seconds, signal })
  }
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

/** @type {(port: number, seconds: number | null) => string} */
function stepsFor(port, seconds) {
  const found =
    port === USUAL_PORT
      ? ''
      : `\n     (port ${USUAL_PORT} is taken: click Configure... there and add 127.0.0.1:${port})`
  const traffic =
    seconds === null
      ? 'In a second terminal: npm run load:autocannon (or start with npm run inspect -- --load)'
      : `Requests are sent for ${seconds} s over ${TRAFFIC_CONNECTIONS} connections; for more: npm run load:autocannon`
  return `The server runs with the inspector on 127.0.0.1:${port}; Ctrl-C ends it.

  1. In Chrome, open chrome://inspect and click "inspect" under Remote Target.${found}
  2. In DevTools, open the Performance panel and click Record.
  3. ${traffic}
  4. Click Stop. The Main track is the flame chart, Bottom-Up the table of functions by self time.
  5. To compare, start again with the log on: npm run inspect -- --log sync. DevTools also receives every console.log,
     so it costs far more than in production.
`
}
