import { workshopRoot } from '../../system/files/workshop-root.js'
import { startProcess } from '../../system/processes.js'

/** @import { LaunchSetup } from './launch.js' */

/**
 * Starts the process of a server under its profiler and with the agent.
 * @param {LaunchSetup} setup
 */
export function startServer({ variant, profiler, files, agents }) {
  const [program, ...args] = variant.command
  const own = program === 'node' ? [process.execPath, ...args] : variant.command
  const {
    command,
    cwd,
    env: profilerEnv
  } = profiler.commandFor({ command: own, cwd: variant.cwd ?? workshopRoot, files })
  // Some servers read their folder from PWD, which a shell would set.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PWD: cwd, ...variant.env, ...profilerEnv }
  const hub = agents.expectLaunch(env.NODE_OPTIONS, variant.port)
  const server = startProcess({
    command: /** @type {string} */ (command[0]),
    args: command.slice(1),
    cwd,
    env: { ...env, ...hub.env, WORKSHOP_PORTS: 'free' },
    stdoutPath: files.stdout,
    stderrPath: files.stderr
  })
  return { server, hub, command }
}
