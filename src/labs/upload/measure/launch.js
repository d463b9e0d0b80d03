import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../../../errors/errors.js'
import { lastLines } from '../../../errors/words.js'
import { withOneServer } from '../../../measure/launch/one-server.js'
import { withDeadline } from '../../../system/deadline.js'
import { readTail } from '../../../system/files/files.js'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { startProcess } from '../../../system/processes.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { playBatches, startUploads } from './batches.js'

/** @import { Readable } from 'node:stream' */
/** @import { ToolProblem } from '../../../errors/types.js' */
/** @import { Played, PlayedBatch, Uploader } from './batches.js' */
/** @import { ContainerOrder, UploadBatch, UploadLab, UploadSetting, UploadVariant } from '../types.js' */

/**
 * @typedef {object} UploadServer what is measured with one server
 * @property {UploadVariant} variant
 * @property {UploadSetting} setting
 * @property {(UploadBatch & { isAdmission: boolean })[]} batches one after the other
 * @property {number} seed of the bytes of the files
 * @property {string} module that looks at the store by itself, relative to the folder of the workshop
 *
 * @typedef {{ folder: string, logPath: string, signal: AbortSignal }} UploadPlace `folder`: for the blobs and the temporary files
 */

const SAMPLE_MS = 50

/**
 * @typedef {object} UploadBench what the servers of a repeat share
 * @property {string} serviceUrl of the blob store
 * @property {Uploader} uploader
 * @property {string} folder of the blobs, and of the temporary files
 * @property {AbortSignal} signal
 */

/**
 * Calls a function while a new blob store and the process that uploads run, and removes what was stored.
 * @param {UploadPlace} place @param {(bench: UploadBench) => Promise<void>} use
 * @returns {Promise<void>} rejects with ERR_TOOL, with what `use` rejects with, or with the signal's reason
 */
export async function withUploads({ folder, logPath, signal }, use) {
  await mkdir(folder, { recursive: true })
  const own = await mkdtemp(path.join(folder, 'blobs-'))
  try {
    await withBlobStore({ folder: own, logPath, signal }, async function useStore(serviceUrl, signal) {
      const uploader = await startUploads({ logPath, signal })
      try {
        await use({ serviceUrl, uploader, folder: own, signal })
      } finally {
        await uploader.end()
      }
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/**
 * Uploads batches of files to a new server, which has a container of its own. A server that passes its limit of memory is ended; what it
 * took before is kept.
 * @param {UploadServer} asked @param {UploadBench} bench
 * @param {{ played: Played, onBatch: (batch: PlayedBatch) => void }} results `played`: what is measured is added to it at once;
 *   `onBatch` runs the moment a batch is measured
 * @returns {Promise<void>} rejects with ERR_TOOL, with an error of `withOneServer`, or with the signal's reason
 */
export async function playUploads(asked, { serviceUrl, uploader, folder, signal }, { played, onBatch }) {
  const temporary = await mkdtemp(path.join(folder, 'temporary-'))
  const container = path.basename(temporary).toLowerCase()
  const store = { module: path.join(workshopRoot, asked.module), serviceUrl, container }
  const variant = variantOf(asked, store, temporary)
  try {
    await withOneServer({ variant, signal, health: '/ping', memorySampleMs: SAMPLE_MS }, launch =>
      playBatches(asked, { launch, uploader, store, folder, played, onBatch })
    )
  } catch (error) {
    const isOver = error instanceof WorkshopError && error.code === 'ERR_SERVER_MEMORY'
    // Once all is measured, or known to be over the limit, its end does not matter.
    if (!isOver || !(played.isEnded || played.measured === asked.batches.length)) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Returns what is measured with a server before it is. @returns {Played} */
export function nothingPlayed() {
  return { measured: 0, isEnded: false, memory: [], marks: [] }
}

/**
 * Returns what the servers of a strategy have in common.
 * @param {UploadLab} lab
 * @param {string} name of the strategy
 */
export function serverOf({ variants, module }, name) {
  const variant = variants.find(each => each.name === name)
  if (!variant) throw new TypeError(`no strategy ${name}`)
  return { variant, module }
}

/**
 * Returns the variant of a server with a setting.
 * @param {UploadServer} asked @param {ContainerOrder} store
 * @param {string} temporary folder of its temporary files
 */
function variantOf({ variant, setting, batches }, { serviceUrl, container }, temporary) {
  const env = {
    ...variant.env,
    NODE_OPTIONS: '',
    BLOB_SERVICE: serviceUrl,
    CONTAINER: container,
    RUNNING: String(setting.running),
    QUEUED: String(setting.queued),
    MOST_MB: String(Math.ceil(Math.max(...batches.map(({ sizeBytes }) => sizeBytes)) / MIB)),
    // On Linux and macOS, and on Windows.
    TMPDIR: temporary,
    TEMP: temporary
  }
  return { ...variant, env, memoryMB: setting.memoryBytes / 1e6 }
}

/** Relative to the folder of the workshop. */
const AZURITE_ENTRY = 'src/labs/node_modules/azurite/dist/src/blob/main.js'
const END_WITH_PARENT = fileURLToPath(new URL('./end-with-parent.cjs', import.meta.url))
const AZURITE_LISTENS = /listens on (http:\/\/\S+)/
const START_LIMIT_MS = 60_000
/** Of its well-known account. https://learn.microsoft.com/azure/storage/common/storage-use-azurite */
const AZURITE_ACCOUNT = 'devstoreaccount1'

/**
 * Calls a function while a blob store (Azurite) runs on a free port of this machine, in a process of its own. It does not call home.
 * @param {UploadPlace} place `folder`: for its data; `logPath`: file that its error output is appended to
 * @param {(serviceUrl: string, signal: AbortSignal) => Promise<void>} use `signal` aborts as that of the caller does, and when the store ends
 * @returns {Promise<void>} rejects with ERR_TOOL, with what `use` rejects with, or with the signal's reason
 */
async function withBlobStore({ folder, logPath, signal }, use) {
  const store = startProcess({
    command: process.execPath,
    args: [
      ...['--require', END_WITH_PARENT],
      AZURITE_ENTRY,
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
    return await use(`${origin}/${AZURITE_ACCOUNT}`, AbortSignal.any([signal, lost.signal]))
  } finally {
    await store.end({ signal: 'SIGKILL' })
  }

  /** @returns {Promise<never>} */
  async function died() {
    throw failure({ code: 'exited', exit: await store.exited })
  }

  /** @param {ToolProblem} problem */
  function failure(problem) {
    return new WorkshopError('ERR_TOOL', {
      tool: 'node',
      what: AZURITE_ENTRY,
      problem,
      tail: lastLines(readTail(logPath))
    })
  }
}

/** Reads what the store prints until it says where it listens; the rest is discarded. @param {Readable} output */
function originOf(output) {
  return new Promise(function readLines(resolve) {
    createInterface(output).on('line', line => {
      const [, origin] = AZURITE_LISTENS.exec(line) ?? []
      if (origin) resolve(origin)
    })
  })
}
