import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { withDeadline } from '../../src/system/deadline.js'
import { launchFixture } from './launch-fixture.js'
import { makeSlice } from './make-run.js'
import { temporaryFolder } from './temporary-folder.js'

/** @import { Variant } from '../../src/experiments/types.js' */
/** @import { Launch } from '../../src/measure/launch/launch.js' */
/** @import { Leftover, Profiler } from '../../src/profilers/index.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */
/** @import { IncomingMessage } from 'node:http' */

const ASK_LIMIT_MS = 20_000

/**
 * @typedef {IncomingMessage & { text: string }} Answer
 * @typedef {(path?: string) => Promise<Answer>} Ask
 *
 * @typedef {object} ProfiledOrder
 * @property {Profiler} profiler
 * @property {string[]} command
 * @property {Record<string, string>} [env]
 * @property {Partial<Variant>} [settings] of the variant
 * @property {(ask: Ask) => Promise<unknown>} [warmUp]
 * @property {((ask: Ask) => Promise<unknown>)[]} [slices] what is asked in each of them
 * @property {(ask: Ask) => Promise<unknown>} [between] what is asked after each of them
 */

/**
 * Launches a server under a profiler, asks it in slices and ends it, as a run does but without a generator.
 * @param {ProfiledOrder} order
 */
export async function profiledLaunch({ profiler, command, env = {}, settings, warmUp, slices = [], between }) {
  const folder = temporaryFolder()
  const agents = await openAgentServer()
  /** @type {Launch | undefined} */
  let launch
  try {
    launch = await launchFixture({
      command,
      folder,
      agents,
      profiler,
      env,
      settings,
      signal: AbortSignal.timeout(30_000)
    })
    const ask = askerOf(launch.origin)
    if (warmUp) await withinLimit(launch, warmUp(ask))
    await launch.startProfiling()
    /** @type {SliceRecord[]} */
    const records = []
    for (const play of slices) {
      records.push(await sliceOf(launch, play, ask))
      if (between) await withinLimit(launch, between(ask))
    }
    const record = await launch.end()
    return {
      folder,
      record,
      slices: records,
      stdout: readFileSync(path.join(folder, 'stdout.log'), 'utf8'),
      stderr: readFileSync(path.join(folder, 'stderr.log'), 'utf8'),
      collect: () => profiler.collect(leftoverOf(folder, records, record.nodePath))
    }
  } finally {
    await launch?.kill()
    agents.close()
  }
}

/**
 * Each request goes over a connection of its own, so that a cluster gives it to the next worker.
 * @param {number} count
 * @param {string} [at]
 */
export function times(count, at) {
  return async function askAgain(/** @type {Ask} */ ask) {
    for (let asked = 0; asked < count; asked++) await ask(at)
  }
}

/** @param {string} origin @returns {Ask} */
function askerOf(origin) {
  return async function ask(at = '/') {
    const [response] = await once(get(origin + at, { agent: false }), 'response')
    response.text = ''
    for await (const chunk of response.setEncoding('utf8')) response.text += chunk
    if (response.statusCode !== 200) throw new Error(`${at} answers ${response.statusCode}`)
    return response
  }
}

/**
 * @param {Launch} launch
 * @param {(ask: Ask) => Promise<unknown>} play
 * @param {Ask} ask
 * @returns {Promise<SliceRecord>}
 */
async function sliceOf(launch, play, ask) {
  let completed = 0
  await launch.startSlice()
  const played = play(async function count(at) {
    const answer = await ask(at)
    completed++
    return answer
  })
  await withinLimit(launch, played)
  const server = await launch.stopSlice()
  const { id, variant, profiler } = launch.planned
  return makeSlice({ launch: id, variant, profiler, completed, server })
}

/** @param {Launch} launch @param {Promise<unknown>} asked */
function withinLimit(launch, asked) {
  const late = () => new Error(`requests took more than ${ASK_LIMIT_MS} ms`)
  return withDeadline(launch.whileAlive(asked), { limitMs: ASK_LIMIT_MS, late })
}

/**
 * @param {string} folder
 * @param {SliceRecord[]} slices
 * @param {string} [nodeBinary]
 * @returns {Leftover}
 */
function leftoverOf(folder, slices, nodeBinary = process.execPath) {
  const stderr = path.join(folder, 'stderr.log')
  const signal = AbortSignal.timeout(30_000)
  return { folder, stderr, nodeBinary, slices, isTypical: true, signal }
}
