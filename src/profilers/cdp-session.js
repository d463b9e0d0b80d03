import connect from 'chrome-remote-interface'

const WORKER_CALL_LIMIT_MS = 10_000
/** `[worker 3]`, since Node 24 `[worker 3] WorkerThread`. On every Node the name that the server gave may follow. */
const workerTitle = /^\[worker (\d+)\]/

/**
 * @typedef {object} CdpTarget one thread: the main thread of a process, or one of its workers
 * @property {number} threadId
 * @property {(method: string, params?: object) => Promise<any>} send a command of the Chrome DevTools Protocol
 *
 * @typedef {object} CdpSession
 * @property {CdpTarget[]} targets the threads that exist now
 * @property {() => Promise<void>} close
 */

/**
 * Connects to the inspector of a process. Each of its worker threads is a target of its own, through the NodeWorker
 * domain.
 * @param {string} url ws://...
 * @returns {Promise<CdpSession>}
 */
export async function openCdpSession(url) {
  const client = await connect({ target: url, local: true })
  const main = { threadId: 0, send: client.send.bind(client) }
  /** @type {CdpTarget[]} */
  const targets = [main]
  /** @type {Map<string, WorkerChannel>} */
  const channels = new Map()
  client.on('NodeWorker.attachedToWorker', addWorker)
  client.on(
    'NodeWorker.receivedMessageFromWorker',
    /** @param {{ sessionId: string, message: string }} event */ ({ sessionId, message }) =>
      channels.get(sessionId)?.receive(message)
  )
  client.on('NodeWorker.detachedFromWorker', dropWorker)
  await client.send('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return { targets, close: () => client.close() }

  /** @param {{ sessionId: string, workerInfo: { title: string } }} event */
  function addWorker({ sessionId, workerInfo }) {
    const [, threadId] = workerTitle.exec(workerInfo.title) ?? []
    if (threadId === undefined) return
    const channel = openWorkerChannel(message => client.send('NodeWorker.sendMessageToWorker', { sessionId, message }))
    channels.set(sessionId, channel)
    targets.push({ threadId: Number(threadId), send: channel.send })
  }

  /** @param {{ sessionId: string }} event */
  function dropWorker({ sessionId }) {
    const channel = channels.get(sessionId)
    channels.delete(sessionId)
    const index = targets.findIndex(target => target.send === channel?.send)
    if (index > 0) targets.splice(index, 1)
    channel?.end()
  }
}

/**
 * @typedef {ReturnType<typeof openWorkerChannel>} WorkerChannel
 * @param {(message: string) => Promise<unknown>} post
 */
function openWorkerChannel(post) {
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const open = new Map()
  let lastId = 0
  let hasEnded = false
  return { send, receive, end }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  function send(method, params = {}) {
    const id = ++lastId
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    return new Promise(function awaitAnswer(resolve, reject) {
      if (hasEnded) return reject(new Error('the worker thread has ended'))
      open.set(id, { resolve, reject })
      timer = setTimeout(() => reject(new Error(`${method} is not answered`)), WORKER_CALL_LIMIT_MS)
      post(JSON.stringify({ id, method, params })).catch(reject)
    }).finally(function tidy() {
      clearTimeout(timer)
      open.delete(id)
    })
  }

  /** @param {string} text */
  function receive(text) {
    const { id, result, error } = JSON.parse(text)
    const call = open.get(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }

  function end() {
    hasEnded = true
    for (const { reject } of open.values()) reject(new Error('the worker thread has ended'))
  }
}
