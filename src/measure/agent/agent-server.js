import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { isAnswerTo, isLoopback, readMessage } from './agent-messages.js'

/** @import { Answer, Greeting, Question } from './agent-messages.js' */
/** @import { AgentReading, KeptHeap } from '../types.js' */
/** @import { AddressInfo, Socket } from 'node:net' */

const agentPath = fileURLToPath(new URL('./agent.cjs', import.meta.url))
/** An agent sends its token first. Another program that connects is not listened to for longer. */
const TOKEN_LIMIT_MS = 2000
const TOKEN_LIMIT_CHARS = 1024
/** Those that connected and sent no token yet. One more closes the oldest: an agent sends its token as soon as it is connected. */
const MOST_WAITING = 250
/** Threads of one launch. */
const MOST_THREADS = 1000
/** Of all connections together. The source maps of a large server are many megabytes. */
const MESSAGES_LIMIT_CHARS = 256 * 1024 * 1024
/** A server that opens more ports than that is measured on one of these. */
const MOST_PORTS = 1000

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
 * @property {OpenPort[]} remotePorts that it listens on, at an address that other machines reach only
 * @property {() => Promise<AgentStart>} start begins a slice; rejects when the process is gone
 * @property {() => Promise<AgentReading>} stop ends the slice; rejects when the process is gone
 * @property {() => Promise<KeptHeap>} heap collects garbage and reads the heap; rejects when the process is gone
 * @property {() => Promise<[file: string, url: string][]>} maps reads the source maps of code that was compiled while it was loaded
 * @property {(port: number) => Promise<unknown>} record starts a profiler in this thread, with the port that is loaded
 * @property {() => Promise<{ profile: unknown }>} takeRecording ends it
 * @property {() => Promise<unknown>} closeInspector of its process, with all connections to it
 *
 * @typedef {object} OpenPort
 * @property {string} address
 * @property {number} port
 * @property {number} wantedPort the one that it asked for; 0 for any
 * @property {boolean} isTls whether it speaks TLS
 * @property {string} nodePath the binary of its process
 *
 * @typedef {object} AgentHub the links to the agents of one launch
 * @property {Record<string, string>} env variables that the launch needs
 * @property {Promise<{ link: AgentLink, open: OpenPort }>} first the first port that was opened, or the first of the wanted ones
 * @property {AgentLink[]} links to the threads that exist now
 * @property {Set<string>} sockets of the file system that its processes listen on
 * @property {() => void} forget closes the links, which ends the processes behind them
 *
 * @typedef {object} ExpectedLaunch
 * @property {(link: AgentLink, isGone: Promise<unknown>) => void} add takes a thread when it reports itself, and again when it listens
 * @property {Set<Socket>} connections of its processes and threads
 * @property {Set<string>} sockets of the file system that they listen on
 *
 * @typedef {Map<string, ExpectedLaunch>} Expected by the token of a launch
 *
 * @typedef {object} Port what the connections to the port of the agents have in common
 * @property {Expected} expected
 * @property {Set<Socket>} waiting those without a token, the oldest first
 * @property {number} unreadChars of messages whose end has not come yet
 *
 * @typedef {object} AgentServer
 * @property {(nodeOptions: string | undefined, wanted?: number) => AgentHub} expectLaunch takes the launch's own NODE_OPTIONS, and
 *   the port to load as the server's code has it; any when absent
 * @property {() => void} close also ends the connections of all who are there
 */

/** Opens the loopback port that agents connect to. @returns {Promise<AgentServer>} */
export async function openAgentServer() {
  /** @type {Expected} */
  const expected = new Map()
  /** @type {Set<Socket>} */
  const connected = new Set()
  /** @type {Port} */
  const shared = { expected, waiting: new Set(), unreadChars: 0 }
  const server = createServer(function accept(socket) {
    connected.add(socket)
    socket.on('close', () => connected.delete(socket))
    greet(socket, shared)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())

  return {
    expectLaunch(nodeOptions, wanted) {
      const token = randomBytes(12).toString('hex')
      /** @type {AgentLink[]} */
      const links = []
      /** @type {Set<Socket>} */
      const connections = new Set()
      /** @type {Set<string>} */
      const sockets = new Set()
      const first = new Promise(function waitForAgent(resolve) {
        expected.set(token, { add, connections, sockets })

        /** @param {AgentLink} link @param {Promise<unknown>} isGone */
        function add(link, isGone) {
          if (!links.includes(link)) keep(link, isGone)
          const open = link.ports.find(({ wantedPort }) => wanted === undefined || wantedPort === wanted)
          if (open) resolve({ link, open })
        }
      })
      return { env: agentEnv(port, token, nodeOptions), first, links, sockets, forget }

      function forget() {
        expected.delete(token)
        for (const socket of connections) socket.destroy()
      }

      /** @param {AgentLink} link @param {Promise<unknown>} isGone */
      function keep(link, isGone) {
        links.push(link)
        isGone.then(() => links.splice(links.indexOf(link), 1))
      }
    },
    close() {
      server.close()
      for (const socket of connected) socket.destroy()
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

/**
 * Reads what comes over a connection, and closes it when that is not what an agent sends.
 * @param {Socket} socket @param {Port} shared
 */
function greet(socket, shared) {
  const { expected, waiting } = shared
  /** @type {Map<number, { question: Question, resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const open = new Map()
  let lastId = 0
  let unreadChars = 0
  /** @type {ExpectedLaunch | undefined} */
  let launch
  /** @type {AgentLink | undefined} */
  let known
  const isGone = once(socket, 'close').catch(() => undefined)
  const late = setTimeout(() => socket.destroy(), TOKEN_LIMIT_MS)
  const takeText = lineReader(receiveLine)
  waiting.add(socket)
  if (waiting.size > MOST_WAITING) for (const oldest of [...waiting].slice(0, -MOST_WAITING)) oldest.destroy()
  socket.setEncoding('utf8').setNoDelay(true)
  socket.on('data', function readLines(chunk) {
    noteUnread(takeText(String(chunk)))
    if (!launch && unreadChars > TOKEN_LIMIT_CHARS) socket.destroy()
    if (shared.unreadChars <= MESSAGES_LIMIT_CHARS) return
    // Its characters count no longer: the next connection that sends would be closed for them too.
    noteUnread(0)
    socket.destroy()
  })
  isGone.then(function endLink() {
    clearTimeout(late)
    noteUnread(0)
    waiting.delete(socket)
    launch?.connections.delete(socket)
    for (const { reject } of open.values()) reject(new Error('the process of this agent is gone'))
  })

  /** @param {number} chars */
  function noteUnread(chars) {
    shared.unreadChars += chars - unreadChars
    unreadChars = chars
  }

  /** @param {string} line */
  function receiveLine(line) {
    if (socket.destroyed) return
    const message = !launch && line.length > TOKEN_LIMIT_CHARS ? null : readMessage(line)
    const isTaken = message !== null && ('type' in message ? takeGreeting(message) : takeAnswer(message))
    // Another program connected to the port, or a server sends what no agent does.
    if (!isTaken) socket.destroy()
  }

  /** @param {Answer} message */
  function takeAnswer({ id, answer }) {
    const asked = open.get(id)
    if (!asked || !isAnswerTo(asked.question, answer)) return false
    asked.resolve(answer)
    open.delete(id)
    return true
  }

  /** @param {Greeting} greeting */
  function takeGreeting(greeting) {
    launch ??= expected.get(greeting.token)
    if (!launch || launch !== expected.get(greeting.token)) return false
    clearTimeout(late)
    waiting.delete(socket)
    launch.connections.add(socket)
    if (launch.connections.size > MOST_THREADS) return false
    if (greeting.socketPath !== null && launch.sockets.size < MOST_PORTS) launch.sockets.add(greeting.socketPath)
    // A process that only listens on a socket, such as one that others ask for its state, is not measured.
    if (greeting.type === 'loaded' || greeting.type === 'socket') return true
    // A thread that listens on several ports is measured once.
    known ??= linkOf(greeting)
    if (greeting.open) addPort(known, greeting.open)
    launch.add(known, isGone)
    return true
  }

  /** @param {Greeting} greeting @returns {AgentLink} */
  function linkOf({ pid, threadId, nodeVersion, inspectorUrl }) {
    const asks = {
      start: () => ask('start'),
      stop: () => ask('stop'),
      heap: () => ask('heap'),
      maps: () => ask('maps'),
      record: (/** @type {number} */ port) => ask('record', port),
      takeRecording: () => ask('takeRecording'),
      closeInspector: () => ask('closeInspector')
    }
    return { pid, threadId, nodeVersion, listens: false, inspectorUrl, ports: [], remotePorts: [], ...asks }
  }

  /** @param {Question} question @param {number} [port] of a question about one @returns {Promise<any>} */
  function ask(question, port) {
    return new Promise(function awaitAnswer(resolve, reject) {
      if (socket.destroyed) return reject(new Error('the process of this agent is gone'))
      lastId++
      open.set(lastId, { question, resolve, reject })
      socket.write(`${JSON.stringify({ id: lastId, ask: question, port })}\n`)
    })
  }
}

/**
 * Returns a function that takes a text in parts, and passes its lines on. It returns how many characters wait for the end of their line.
 * @param {(line: string) => void} receive
 */
function lineReader(receive) {
  /** @type {string[]} */
  let parts = []
  let length = 0
  return function take(/** @type {string} */ chunk) {
    const [first = '', ...others] = chunk.split('\n')
    add(first)
    for (const other of others) {
      const line = parts.join('')
      parts = []
      length = 0
      receive(line)
      add(other)
    }
    return length
  }

  /** @param {string} part */
  function add(part) {
    parts.push(part)
    length += part.length
  }
}

/** @param {AgentLink} link @param {OpenPort} open */
function addPort(link, open) {
  link.listens = true
  const ports = isLoopback(open.address) ? link.ports : link.remotePorts
  if (ports.length < MOST_PORTS) ports.push(open)
}

/** Returns the processes that threads belong to, each once. @param {AgentLink[]} links */
export function pidsOf(links) {
  return [...new Set(links.map(({ pid }) => pid))]
}

/**
 * Returns the ports that a launch listens on apart from one of them, each once: the processes of a cluster share theirs.
 * @param {AgentLink[]} links @param {OpenPort} loaded
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
