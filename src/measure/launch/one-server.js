import { rm } from 'node:fs/promises'
import path from 'node:path'
import { none } from '../../profilers/index.js'
import { makeTemporary } from '../../system/temporary.js'
import { openAgentServer } from '../agent/agent-server.js'
import { startLaunch } from './launch.js'

/** @import { LoginRequest, Variant } from '../../experiments/types.js' */
/** @import { Profiler } from '../../profilers/index.js' */
/** @import { Launch } from './launch.js' */

/**
 * Starts one server of a variant, calls a function while it listens, and stops it.
 * @template T
 * @param {{ variant: Variant, signal: AbortSignal, profiler?: Profiler, health?: string, login?: LoginRequest[], memorySampleMs?: number }} asked as `startLaunch` takes them
 * @param {(launch: Launch, stderr: string, variant: Variant) => Promise<T>} use `stderr`: file of what the server writes there
 * @param {(result: T, stderr: string) => T | Promise<T>} [read] is called when the server has ended, with what a profiler left beside
 *   that file
 * @returns {Promise<T>}
 * @throws {WorkshopError} those of `startLaunch`
 */
export async function withOneServer({ variant, profiler = none, ...others }, use, read = result => result) {
  const folder = makeTemporary()
  const agents = await openAgentServer()
  try {
    const planned = { id: 'answers', round: 0, variant: variant.name, profiler: profiler.name }
    const files = { folder, stdout: path.join(folder, 'stdout.log'), stderr: path.join(folder, 'stderr.log') }
    const launch = await startLaunch({ planned, variant, profiler, files, agents, ...others })
    try {
      const result = await use(launch, files.stderr, variant)
      // As after a measured launch: a server that is killed may leave a lock or a socket behind.
      await launch.end()
      return await read(result, files.stderr)
    } finally {
      await launch.kill()
    }
  } finally {
    agents.close()
    await rm(folder, { recursive: true, force: true })
  }
}
