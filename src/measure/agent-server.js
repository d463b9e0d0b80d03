import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const agentPath = fileURLToPath(new URL('./agent.cjs', import.meta.url))

/**
 * @typedef {import('../types.js').AgentReading} AgentReading
 *
 * @typedef {object} AgentLink one node process of a launch that listens
 * @property {number} pid
 * @property {number} port
 * @property {string} address
 * @property {string} nodeVersion
 * @property {string} v8Version
 * @property {(ask: 'start' | 'stop') => Promise<AgentReading>} ask rejects when the process is gone
 *
 * @typedef {object} AgentHub the workshop's end of one launch's agents
 * @property {Record<string, string>} env what the launch's environment must carry
 * @property {Promise<AgentLink>} first the first process that listened
 * @property {AgentLink[]} links all that listen now
 * @property {() => void} forget
 *
 * @typedef {object} AgentServer
 * @property {() => AgentHub} expectLaunch
 * @property {() => void} close
 */

/**
 * Opens the loopback socket that agents connect to.
 * @returns {Promise<AgentServer>}
 */
export async function openAgentServer() {
  /** @type {Map<string, (link: AgentLink, isGone: Promise<unknown>) => void>} */
  const expected = new Map()
  const server = createServer(socket => greet(socket, expected))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())

  return {
    expectLaunch() {
      const token = randomBytes(12).toString('hex')
      /** @type {AgentLink[]} */
      const links = []
      const first = new Promise(function waitForAgent(resolve) {
        expected.set(token, function addLink(link, isGone) {
          links.push(link)
          isGone.then(() => links.splice(links.indexOf(link), 1))
          resolve(link)
        })
      })
      return { env: agentEnv(port, token), first, links, forget: () => expected.delete(token) }
    },
    close() {
      server.close()
    }
  }
}

/**
 * @param {number} port
 * @param {string} token
 */
function agentEnv(port, token) {
  const inherited = process.env.NODE_OPTIONS ?? ''
  return {
    WORKSHOP_AGENT: `${port}:${token}`,
    NODE_OPTIONS: `${inherited} --require ${JSON.stringify(agentPath)}`.trim()
  }
}

/**
 * @param {import('node:net').Socket} socket
 * @param {Map<string, (link: AgentLink, isGone: Promise<unknown>) => void>} expected
 */
function greet(socket, expected) {
  /** @type {Map<number, { resolve: (value: AgentReading) => void, reject: (error: Error) => void }>} */
  const open = new Map()
  let lastId = 0
  let pending = ''
  let isKnown = false
  const isGone = once(socket, 'close').catch(() => undefined)
  socket.setEncoding('utf8').setNoDelay(true)
  socket.on('data', function readLines(chunk) {
    const lines = (pending + chunk).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) receive(JSON.parse(line))
  })
  isGone.then(function rejectOpen() {
    for (const { reject } of open.values()) reject(new Error('the process of this agent is gone'))
  })

  /** @param {any} message */
  function receive(message) {
    if (message.type !== 'listening') {
      open.get(message.id)?.resolve(message.answer)
      open.delete(message.id)
      return
    }
    const add = expected.get(message.token)
    if (!add) return socket.destroy()
    // A process that listens on a second port is measured once; the first port is the one that is loaded.
    if (isKnown) return
    isKnown = true
    const { pid, port, address, nodeVersion, v8Version } = message
    add({ pid, port, address, nodeVersion, v8Version, ask }, isGone)
  }

  /**
   * @param {'start' | 'stop'} question
   * @returns {Promise<AgentReading>}
   */
  function ask(question) {
    return new Promise(function awaitAnswer(resolve, reject) {
      if (socket.destroyed) return reject(new Error('the process of this agent is gone'))
      lastId++
      open.set(lastId, { resolve, reject })
      socket.write(`${JSON.stringify({ id: lastId, ask: question })}\n`)
    })
  }
}
