import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { lastLines, WorkshopError } from '../errors.js'
import { none } from '../profilers/index.js'
import { readTail } from '../system/files.js'
import { openAgentServer } from './agent-server.js'
import { startLaunch } from './launch.js'
import { oneResponse } from './one-response.js'

/**
 * @import { Request, Variant, WeightedRequest } from '../experiments/types.js'
 * @import { Answer, Answers } from '../runs/types.js'
 * @import { AgentServer } from './agent-server.js'
 * @import { Launch } from './launch.js'
 * @import { OneResponse } from './one-response.js'
 */

const ANSWERS = 20
const RESPONSE_LIMIT_MS = 10_000

/** @typedef {Request & Partial<Pick<WeightedRequest, 'name'>>} AskedRequest with its name, where there are several */

/**
 * Starts one server of each variant after the other, reads a few of its responses to each request, and stops it.
 * @param {Variant[]} variants
 * @param {AskedRequest[]} requests
 * @param {AbortSignal} signal
 * @returns {Promise<Answers[]>} in the order of the variants, and then of the requests
 * @throws {WorkshopError} ERR_SERVER_EXITED, ERR_SERVER_NEVER_LISTENED, ERR_NO_RESPONSE
 */
export async function askServers(variants, requests, signal) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'workshop-'))
  const agents = await openAgentServer()
  try {
    const all = []
    for (const variant of variants) all.push(...(await askServer({ variant, requests, agents, folder, signal })))
    return all
  } finally {
    agents.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ variant: Variant, requests: AskedRequest[], agents: AgentServer, folder: string, signal: AbortSignal }} asked
 * @returns {Promise<Answers[]>} in the order of the requests
 */
async function askServer({ variant, requests, agents, folder, signal }) {
  const planned = { id: 'answers', round: 0, variant: variant.name, profiler: none.name }
  const files = { folder, stdout: path.join(folder, 'stdout.log'), stderr: path.join(folder, 'stderr.log') }
  const launch = await startLaunch({ planned, variant, profiler: none, files, agents, signal })
  try {
    const all = []
    for (const request of requests) all.push(await askFor(request))
    // As after a measured launch: a server that is killed may leave a lock or a socket behind.
    await launch.end()
    return all
  } finally {
    await launch.kill()
  }

  /** @param {AskedRequest} request @returns {Promise<Answers>} */
  async function askFor({ name: request, ...sent }) {
    const answers = []
    while (answers.length < ANSWERS) answers.push(await launch.whileAlive(askOnce(launch, sent, files.stderr, signal)))
    return { variant: variant.name, ...(request !== undefined && { request }), wantedPort: launch.wantedPort, answers }
  }
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
