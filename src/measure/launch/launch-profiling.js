import { writeLoadedMaps } from '../../profilers/loaded-maps.js'
import { pidsOf } from '../agent/agent-server.js'

/** @import { Attachment } from '../../profilers/index.js' */
/** @import { AgentLink } from '../agent/agent-server.js' */
/** @import { LaunchSetup } from './launch.js' */
/** @import { LaunchLife } from './launch-life.js' */

/**
 * Returns what attaches the profiler of a launch to its server, starts it, and takes what it has recorded.
 * @param {LaunchSetup} setup
 * @param {AgentLink[]} links to the threads that exist now
 * @param {LaunchLife} life
 */
export function launchProfiling({ profiler, files: { folder } }, links, life) {
  /** @type {Attachment | undefined} */
  let attachment
  return { attach, start, finish, close }

  async function attach() {
    if (profiler.attach)
      attachment = await life.fromProfiler(profiler.attach({ processes, pids: () => pidsOf(links), folder }))
  }

  function processes() {
    return links.flatMap(({ pid, inspectorUrl }) => (inspectorUrl === null ? [] : [{ pid, inspectorUrl }]))
  }

  async function start() {
    if (attachment) await life.fromProfiler(attachment.start())
  }

  async function finish() {
    if (attachment) await life.fromProfiler(attachment.finish())
    await closeInspectors()
    if (profiler.name !== 'none' && !profiler.wraps) await life.fromProfiler(saveMaps())
  }

  /** Any user of the machine can connect to an inspector: none stays open while its server stops. */
  async function closeInspectors() {
    const inspected = links.filter(({ inspectorUrl }) => inspectorUrl !== null)
    // An interrupted run without one still ends its servers by their own signal.
    if (inspected.length === 0) return
    await life.fromProfiler(Promise.all(inspected.map(link => link.closeInspector().catch(() => {}))))
  }

  /** Saves the source maps that the threads which are still there have loaded. */
  async function saveMaps() {
    const maps = await Promise.all(links.map(link => link.maps().catch(() => [])))
    await writeLoadedMaps(folder, maps.flat())
  }

  function close() {
    attachment?.close()
  }
}
