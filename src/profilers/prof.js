import path from 'node:path'
import { collectTicks, readTickTrees } from './collect-ticks.js'

/** @import { Profiler } from './index.js' */

/**
 * V8's own sampling profiler. The log keeps its per-isolate name, so that each worker and cluster process has a file:
 * one name for all would mix them into one broken file.
 * @type {Profiler}
 */
export const prof = {
  name: 'prof',
  wraps: false,
  stopGraceMs: 8000,
  batches: true,
  needs: ['nm'],
  commandFor({ command, cwd, files }) {
    const [node = '', ...rest] = command
    return { command: [node, '--prof', `--logfile=${path.join(files.folder, 'v8.log')}`, ...rest], cwd, env: {} }
  },
  async collect(leftover) {
    return { ...(await collectTicks(leftover)), trees: await readTickTrees(leftover) }
  }
}
