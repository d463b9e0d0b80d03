import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { lastLines, WorkshopError } from '../errors.js'
import { none } from '../profilers/index.js'
import { readTail } from '../system/files.js'
import { openAgentServer } from './agent-server.js'
import { http2OnlyError, speaksHttp2 } from './http2-only.js'
import { startLaunch } from './launch.js'
import { oneResponse } from './one-response.js'

/**
 * @import { Request, Variant } from '../experiments/types.js'
 * @import { Answer, Answers } from '../runs/types.js'
 * @import { AgentServer } from './agent-server.js'
 * @import { Launch } from './launch.js'
 * @import { OneResponse } from './one-response.js'
 */

const ANSWERS = 20
const RESPONSE_LIMIT_MS = 10_000

/**
 * Starts one server of each variant after the other, reads a few of its responses, and stops it.
 * @param {Variant[]} variants
 * @param {Request} request
 * @param {AbortSignal} signal
 * @param {string} [health] path that responds with 2xx once a server is ready
 * @returns {Promise<Answers[]>} in the order of the variants
 * @throws {WorkshopError} ERR_NO_RESPONSE, ERR_HTTP2_ONLY, and those of `startLaunch`
 */
export async function askServers(variants, request, signal, health) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'workshop-'))
  const agents = await openAgentServer()
  try {
    const all = []
    for (const variant of variants) all.push(await askServer({ variant, request, agents, folder, signal, health }))
    return all
  } finally {
    agents.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ variant: Variant, request: Request, agents: AgentServer, folder: string, signal: AbortSignal, health?: string }} asked
 * @returns {Promise<Answers>}
 */
async function askServer({ variant, request, agents, folder, signal, health }) {
  const planned = { id: 'answers', round: 0, variant: variant.name, profiler: none.name }
  const files = { folder, stdout: path.join(folder, 'stdout.log'), stderr: path.join(folder, 'stderr.log') }
  const launch = await startLaunch({ planned, variant, profiler: none, files, agents, signal, health })
  const { origin, wantedPort, nodeVersion } = launch
  try {
    const answers = []
    while (answers.length < ANSWERS)
      answers.push(await launch.whileAlive(askOnce(launch, request, files.stderr, signal)))
    const otherPorts = variant.port === undefined ? launch.otherPorts() : []
    // As after a measured launch: a server that is killed may leave a lock or a socket behind.
    await launch.end()
    return { variant: variant.name, wantedPort, ...(otherPorts.length > 0 && { otherPorts }), nodeVersion, answers }
  } catch (error) {
    if (isNoResponse(error) && (await speaksHttp2(origin, signal))) throw http2OnlyError(variant)
    throw error
  } finally {
    await launch.kill()
  }
}

/** @param {unknown} error */
function isNoResponse(error) {
  return error instanceof WorkshopError && error.code === 'ERR_NO_RESPONSE'
}

/**
 * @param {Launch} launch
 * @param {Request} request
 * @param {string} stderr file of the server
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
async function askOnce({ origin, planned }, { path: asked, headers, method = 'GET', body }, stderr, signal) {
  const url = origin + asked
  const response = await oneResponse(
    { url, method, headers, body },
    {
      limitMs: RESPONSE_LIMIT_MS,
      signal,
      late: () => failure(`no response within ${RESPONSE_LIMIT_MS} ms`),
      failed: ({ message }) => failure(message)
    }
  )
  return toAnswer(response)

  /** @param {string} problem */
  function failure(problem) {
    const tail = lastLines(readTail(stderr))
    return new WorkshopError('ERR_NO_RESPONSE', { variant: planned.variant, url: `${method} ${url}`, problem, tail })
  }
}

/** @param {OneResponse} response @returns {Answer} */
function toAnswer({ statusCode, headers, bodyBytes: bytes }) {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity', location = null } = headers
  const [contentType = ''] = type.split(';')
  return {
    statusCode,
    contentType: contentType.trim(),
    contentEncoding: encoding,
    bytes,
    location
  }
}
