import { createRequire } from 'node:module'
import path from 'node:path'
import { guardFile } from './guard-page.js'
import { collectTicks } from './prof.js'
import { runTool, toolError } from './run-tool.js'
import { wrappedServer } from './wrapped-server.js'

/** @import { Leftover, Profiler } from './index.js' */

const DRAW_HEAP_MB = 4096
const DRAW_LIMIT_MS = 5 * 60_000

/**
 * 0x: --prof with a flame graph. It runs in the folder of the launch, because it deletes every V8 log in its working
 * folder at its end, and it gives the server a pipe as stdout; the preload undoes both for the server. No call trees
 * are read from its logs: in some launches a quarter of the stacks had functions in impossible places, under plain
 * --prof none.
 * @type {Profiler}
 */
export const zeroX = {
  name: '0x',
  wraps: true,
  // When the server has ended, 0x still reads the whole log.
  stopGraceMs: 90_000,
  needs: ['nm'],
  commandFor({ command, cwd, files }) {
    const server = wrappedServer({ command, cwd, stdout: files.stdout })
    const folders = ['--working-dir', files.folder, '--output-dir', outputFolder(files.folder)]
    const options = ['--collect-only', '--quiet', ...folders]
    return {
      command: [process.execPath, zeroXPath(), ...options, '--', ...server.command],
      cwd: files.folder,
      env: server.env
    }
  },
  async collect(leftover) {
    const own = { ...leftover, folder: outputFolder(leftover.folder) }
    const collected = await collectTicks(own)
    if (leftover.isTypical) collected.artifacts.push({ kind: 'flame', path: await draw(own) })
    return collected
  }
}

/**
 * Returns the folder that 0x moves the log to. It must not be the folder of the log: 0x then fails and deletes the log.
 * @param {string} launchFolder
 */
function outputFolder(launchFolder) {
  return path.join(launchFolder, '0x')
}

function zeroXPath() {
  return createRequire(import.meta.url).resolve('0x/cmd.js')
}

/**
 * Draws the flame graph. 0x takes the folder of the data relative to its working folder.
 * @param {Leftover} leftover
 * @returns {Promise<string>} the page
 */
async function draw({ folder, signal }) {
  const cwd = path.dirname(folder)
  const args = [`--max-old-space-size=${DRAW_HEAP_MB}`, zeroXPath(), '--visualize-only', path.basename(folder)]
  const about = { tool: '0x', what: folder }
  const { stderr } = await runTool(about, process.execPath, args, { cwd, signal, limitMs: DRAW_LIMIT_MS })
  const page = path.join(folder, 'flamegraph.html')
  if (!(await guardFile(page))) throw toolError(about, { code: 'unknown-page' }, stderr)
  return page
}
