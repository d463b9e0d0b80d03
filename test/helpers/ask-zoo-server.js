import { once } from 'node:events'
import { get } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { readTail } from '../../src/system/files/files.js'
import { launchFixture } from './launch-fixture.js'

/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */
/** @import { Kind } from '../fixtures/servers/zoo/catalog.js' */

/**
 * Starts a server of the zoo, sends it one request, and ends it. `bytes` is the size of the decoded body.
 * @param {{ kind: Kind, command: string[], folder: string, agents: AgentServer }} asked
 * @returns {Promise<{ statusCode: number | undefined, encoding: string, bytes: number, exit: object, stderr: string }>}
 */
export async function askZooServer({ kind, command, folder, agents }) {
  const launch = await launchFixture({ command, folder, agents, env: { PORT: '0', NODE_ENV: 'production' } })
  try {
    const { statusCode, headers, bytes } = await request(launch.origin + (kind.path ?? '/'))
    const { exit } = await launch.end()
    const stderr = readTail(path.join(folder, 'stderr.log'))
    return { statusCode, encoding: headers['content-encoding'] ?? 'identity', bytes, exit, stderr }
  } finally {
    await launch.kill()
  }
}

/** @param {string} url */
async function request(url) {
  const [response] = await once(get(url, { agent: false, headers: { 'accept-encoding': 'gzip' } }), 'response')
  const body = await buffer(response)
  const { statusCode, headers } = response
  return { statusCode, headers, bytes: (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).length }
}
