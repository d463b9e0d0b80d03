import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../../../errors/errors.js'
import { lastLines } from '../../../errors/words.js'
import { withDeadline } from '../../../system/deadline.js'
import { readTail } from '../../../system/files/files.js'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { startProcess } from '../../../system/processes.js'

/**
 * @import { Readable } from 'node:stream'
 * @import { ToolProblem } from '../../../errors/types.js'
 */

/** Relative to the folder of the workshop. */
const ENTRY = 'src/labs/node_modules/azurite/dist/src/blob/main.js'
const END_WITH_PARENT = fileURLToPath(new URL('./end-with-parent.cjs', import.meta.url))
const LISTENS = /listens on (http:\/\/\S+)/
const START_LIMIT_MS = 60_000
/** Of its well-known account. https://learn.microsoft.com/azure/storage/common/storage-use-azurite */
const ACCOUNT = 'devstoreaccount1'

/**
 * Calls a function while a blob store (Azurite) runs on a free port of this machine, in a process of its own. It does not call home.
 * @template T
 * @param {{ folder: string, logPath: string, signal: AbortSignal }} options `folder`: for its data; `logPath`: file that its error
 *   output is appended to
 * @param {(serviceUrl: string, signal: AbortSignal) => Promise<T>} use `signal` aborts as that of the caller does, and when the store ends
 * @returns {Promise<T>} rejects with ERR_TOOL, with what `use` rejects with, or with the signal's reason
 */
export async function withBlobStore({ folder, logPath, signal }, use) {
  const store = startProcess({
    command: process.execPath,
    args: [
      ...['--require', END_WITH_PARENT],
      ENTRY,
      ...['--blobHost', '127.0.0.1', '--blobPort', '0', '--location', folder],
      // Its client is of a newer version of the service than it knows.
      ...['--skipApiVersionCheck', '--disableTelemetry', '--silent']
    ],
    cwd: workshopRoot,
    env: { ...process.env, NODE_OPTIONS: '' },
    stderrPath: logPath,
    pipeOutput: true,
    ipc: true
  })
  const lost = new AbortController()
  const gone = died()
  gone.catch(error => lost.abort(error))
  try {
    const late = () => failure({ code: 'late', limitMs: START_LIMIT_MS })
    const listening = Promise.race([originOf(/** @type {Readable} */ (store.child.stdout)), gone])
    const origin = await withDeadline(listening, { limitMs: START_LIMIT_MS, signal, late })
    return await use(`${origin}/${ACCOUNT}`, AbortSignal.any([signal, lost.signal]))
  } finally {
    await store.end({ signal: 'SIGKILL' })
  }

  /** @returns {Promise<never>} */
  async function died() {
    throw failure({ code: 'exited', exit: await store.exited })
  }

  /** @param {ToolProblem} problem */
  function failure(problem) {
    return new WorkshopError('ERR_TOOL', { tool: 'node', what: ENTRY, problem, tail: lastLines(readTail(logPath)) })
  }
}

/** Reads what the store prints until it says where it listens; the rest is discarded. @param {Readable} output */
function originOf(output) {
  return new Promise(function readLines(resolve) {
    createInterface(output).on('line', line => {
      const [, origin] = LISTENS.exec(line) ?? []
      if (origin) resolve(origin)
    })
  })
}
