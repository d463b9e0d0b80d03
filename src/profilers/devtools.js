import connect from 'chrome-remote-interface'
import { isNode } from '../system/node-binaries.js'
import { cdp } from './cdp.js'

/** @import { Client } from 'chrome-remote-interface' */
/** @import { Profiler } from './index.js' */

/**
 * V8's CPU profiler beside a client that is connected as Chrome DevTools is: with Runtime enabled every console.log is also sent to the
 * client, and costs far more than in production. It shows what the inspector costs, and is never used for blame.
 * @type {Profiler}
 */
export const devtools = {
  ...cdp,
  name: 'devtools',
  commandFor(start) {
    const { command, cwd, env } = cdp.commandFor(start)
    const [program = '', ...rest] = command
    return {
      // Where the program is not node, or starts other processes, the agent opens the inspector of each process that listens.
      command: isNode(program) ? [program, '--inspect=127.0.0.1:0', ...rest] : command,
      cwd,
      env: { ...env, WORKSHOP_CONSOLE: 'inspected', WORKSHOP_INSPECT: '1' }
    }
  },
  async attach(target) {
    /** @type {Map<number, Client>} by process */
    const clients = new Map()
    const recording = await cdp.attach(target)
    await connectNew()
    return { start, finish, close }

    async function start() {
      await connectNew()
      await recording.start()
    }

    async function finish() {
      await recording.finish()
      await Promise.all([...clients.values()].map(client => client.close()))
    }

    function close() {
      for (const client of clients.values()) client.close().catch(ignore)
    }

    async function connectNew() {
      for (const { pid, inspectorUrl } of target.threads())
        if (inspectorUrl !== null && !clients.has(pid)) clients.set(pid, await connectAsDevTools(inspectorUrl))
    }
  }
}

/** Connects to the inspector of a process, and of each of its worker threads. @param {string} url ws://... */
async function connectAsDevTools(url) {
  const client = await connect({ target: url, local: true })
  client.on('NodeWorker.attachedToWorker', enableInWorker)
  await client.send('NodeWorker.enable', { waitForDebuggerOnStart: false })
  await client.send('Runtime.enable')
  return client

  /** @param {{ sessionId: string }} event */
  function enableInWorker({ sessionId }) {
    const message = JSON.stringify({ id: 1, method: 'Runtime.enable' })
    // The worker may have ended.
    client.send('NodeWorker.sendMessageToWorker', { sessionId, message }).catch(ignore)
  }
}

function ignore() {}
