import { once } from 'node:events'
import { request } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { readTail } from '../../src/system/files/files.js'
import { launchFixture } from './launch-fixture.js'

/** @import { Request, Variant } from '../../src/experiments/types.js' */
/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */
/** @import { Kind } from '../fixtures/servers/zoo/catalog.js' */

/**
 * Starts a server of the zoo, sends it one request, and ends it. `body` is decoded, `bytes` is its size.
 * @param {{ kind: Pick<Kind, 'path'>, command: string[], folder: string, agents: AgentServer, sent?: Partial<Request>,
 *   settings?: Partial<Variant> }} asked
 * @returns {Promise<{ statusCode: number | undefined, encoding: string, bytes: number, body: string, exit: object, stderr: string }>}
 */
export async function askZooServer({ kind, command, folder, agents, sent = {}, settings = {} }) {
  const env = { PORT: '0', NODE_ENV: 'production' }
  const launch = await launchFixture({ command, folder, agents, env, settings })
  try {
    const { statusCode, headers, body } = await ask(launch.origin + (kind.path ?? '/'), sent)
    const { exit } = await launch.end()
    const stderr = readTail(path.join(folder, 'stderr.log'))
    const encoding = headers['content-encoding'] ?? 'identity'
    return { statusCode, encoding, bytes: body.length, body: body.toString(), exit, stderr }
  } finally {
    await launch.kill()
  }
}

/** @param {string} url @param {Partial<Request>} sent */
async function ask(url, { method = 'GET', headers: own, body: text }) {
  const asked = request(url, { agent: false, method, headers: { 'accept-encoding': 'gzip', ...own } }).end(text)
  const [response] = await once(asked, 'response')
  const body = await buffer(response)
  const { statusCode, headers } = response
  return { statusCode, headers, body: headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body }
}
