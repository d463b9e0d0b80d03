import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * @import { AgentReading, KeptHeap } from './types.js'
 * @import { AddressInfo, Socket } from 'node:net'
 */

const agentPath = fileURLToPath(new URL('./agent.cjs', import.meta.url))

/**
 * @typedef {Pick<AgentReading, 'uptimeMs' | 'monotonicMicros'>} AgentStart
 *
 * @typedef {object} AgentLink the connection to one thread of a launch, which listens or is a worker
 * @property {number} pid
 * @property {number} threadId 0 for the main thread
 * @property {string} nodeVersion such as v20.20.2
 * @property {boolean} listens
 * @property {string | null} inspectorUrl of a main thread, where the profiler needs it
 * @property {OpenPort[]} ports that it listens on, in the order in which it opened them
 * @property {() => Promise<AgentStart>} start begins a slice; rejects when the process is gone
 * @property {() => Promise<AgentReading>} stop ends the slice; rejects when the process is gone
 * @property {() => Promise<KeptHeap>} heap collects garbage and reads the heap; rejects when the process is gone
 * @property {() => Promise<[file: string, url: string][]>} maps reads the source maps of code that was compiled while it was loaded
 *
 * @typedef {object} OpenPort
 * @property {string} address
 * @property {number} port
 * @property {number} wantedPort the one that it asked for; 0 for any
 * @property {boolean} isTls whether it speaks TLS
 *
 * @typedef {object} AgentHub the links to the agents of one launch
 * @property {Record<string, string>} env variables that the launch needs
 * @property {Promise<{ link: AgentLink, open: OpenPort }>} first the first port that was opened, or the first of the wanted ones
 * @property {AgentLink[]} links to the threads that exist now
 * @property {() => void} forget
 *
 * @typedef {Map<string, (link: AgentLink, isGone: Promise<unknown>) => void>} Expected by the token of a launch: takes a thread of
 *   it when it connects, and again when it listens
 *
 * @typedef {object} AgentServer
 * @property {(nodeOptions: string | undefined, wanted?: number) => AgentHub} expectLaunch takes the launch's own NODE_OPTIONS, and
 *   the port to load as the server's code has it; any when absent
 * @property {() => void} close
 */

/**
 * Opens the loopback port that agents connect to.
 * @returns {Promise<AgentServer>}
 */
export async function openAgentServer() {
  /** @type {Expected} */
  const expected = new Map()
  const server = createServer(socket => greet(socket, expected))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())

  return {
    expectLaunch(nodeOptions, wanted) {
      const token = randomBytes(12).toString('hex')
      /** @type {AgentLink[]} */
      const links = []
      const first = new Promise(function waitForAgent(resolve) {
        expected.set(token, function addLink(link, isGone) {
          if (!links.includes(link)) keep(link, isGone)
          const open = link.ports.find(({ wantedPort }) => wanted === undefined || wantedPort === wanted)
          if (open) resolve({ link, open })
        })
      })
      return { env: agentEnv(port, token, nodeOptions), first, links, forget: () => expected.delete(token) }

      /** @param {AgentLink} link @param {Promise<unknown>} isGone */
      function keep(link, isGone) {
        links.push(link)
        isGone.then(() => links.splice(links.indexOf(link), 1))
      }
    },
    close() {
      server.close()
    }
  }
}

/** @param {number} port @param {string} token @param {string} [nodeOptions] */
function agentEnv(port, token, nodeOptions = '') {
  return {
    WORKSHOP_AGENT: `${port}:${token}`,
    NODE_OPTIONS: `${nodeOptions} --require ${JSON.stringify(agentPath)}`.trim()
  }
}

/** @param {Socket} socket @param {Expected} expected */
function greet(socket, expected) {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const open = new Map()
  let lastId = 0
  let pending = ''
  /** @type {AgentLink | undefined} */
  let known
  const isGone = once(socket, 'close').catch(() => undefined)
  socket.setEncoding('utf8').setNoDelay(true)
  socket.on('data', function readLines(chunk) {
    const lines = (pending + chunk).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) receiveLine(line)
  })
  isGone.then(function rejectOpen() {
    for (const { reject } of open.values()) reject(new Error('the process of this agent is gone'))
  })

  /** @param {string} line */
  function receiveLine(line) {
    try {
      receive(JSON.parse(line))
    } catch {
      // Another program connected to the port.
      socket.destroy()
    }
  }

  /** @param {any} message */
  function receive(message) {
    if (message.type === undefined) {
      open.get(message.id)?.resolve(message.answer)
      open.delete(message.id)
      return
    }
    const add = expected.get(message.token)
    if (!add) return socket.destroy()
    // A thread that listens on several ports is measured once.
    known ??= linkOf(message)
    if (message.type === 'listening') addPort(known, message)
    add(known, isGone)
  }

  /** @param {any} message @returns {AgentLink} */
  function linkOf({ pid, threadId, nodeVersion, inspectorUrl }) {
    const asks = {
      start: () => ask('start'),
      stop: () => ask('stop'),
      heap: () => ask('heap'),
      maps: () => ask('maps')
    }
    return { pid, threadId, nodeVersion, listens: false, inspectorUrl, ports: [], ...asks }
  }

  /** @param {'start' | 'stop' | 'heap' | 'maps'} question @returns {Promise<any>} */
  function ask(question) {
    return new Promise(function awaitAnswer(resolve, reject) {
      if (socket.destroyed) return reject(new Error('the process of this agent is gone'))
      lastId++
      open.set(lastId, { resolve, reject })
      socket.write(`${JSON.stringify({ id: lastId, ask: question })}\n`)
    })
  }
}

/** @param {AgentLink} link @param {OpenPort} message */
function addPort(link, { address, port, wantedPort, isTls }) {
  link.listens = true
  link.ports.push({ address, port, wantedPort, isTls })
}

/**
 * Returns the ports that a launch listens on apart from one of them, each once: the processes of a cluster share theirs.
 * @param {AgentLink[]} links
 * @param {OpenPort} loaded
 */
export function otherPorts(links, loaded) {
  const ports = new Map(links.flatMap(link => link.ports).map(open => [open.port, open]))
  return [...ports.values()].filter(({ port }) => port !== loaded.port)
}

/**
 * Returns the origin of the requests to a thread that listens.
 * @param {{ address: string, port: number, isTls?: boolean }} link
 */
export function originOf({ address, port, isTls = false }) {
  const isAnyAddress = address === '::' || address === '0.0.0.0'
  const host = isAnyAddress ? '127.0.0.1' : address
  return `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
