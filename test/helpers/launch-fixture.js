import path from 'node:path'
import { startLaunch } from '../../src/measure/launch/launch.js'
import { none } from '../../src/profilers/index.js'

/** @import { Variant } from '../../src/experiments/types.js' */
/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */
/** @import { Profiler } from '../../src/profilers/index.js' */

/**
 * Launches the server of a test as a run does, with its output in `stdout.log` and `stderr.log` of a folder.
 * @param {object} order
 * @param {string[]} order.command
 * @param {string} order.folder
 * @param {AgentServer} order.agents
 * @param {Profiler} [order.profiler]
 * @param {Record<string, string>} [order.env]
 * @param {AbortSignal} [order.signal]
 * @param {number} [order.listenLimitMs]
 * @param {string} [order.health]
 * @param {number} [order.healthLimitMs]
 * @param {number} [order.memorySampleMs]
 * @param {Partial<Variant>} [order.settings] of the variant
 */
export function launchFixture({
  command,
  folder,
  agents,
  profiler = none,
  env = {},
  signal = new AbortController().signal,
  settings = {},
  ...limits
}) {
  return startLaunch({
    planned: { id: '01-fixture', round: 0, variant: 'fixture', profiler: profiler.name },
    variant: { name: 'fixture', command, env, contentEncoding: 'identity', ...settings },
    profiler,
    files: { folder, stdout: path.join(folder, 'stdout.log'), stderr: path.join(folder, 'stderr.log') },
    agents,
    signal,
    ...limits
  })
}
