'use strict'
/**
 * This file is preloaded into every node process of a launch (NODE_OPTIONS=--require) and into its worker threads. It
 * connects to the workshop, so that the process ends when the workshop is gone, and does nothing more until a server of that
 * process listens. Then it reports the address, and answers requests: `start` and `stop` of a slice, `heap`, what a forced garbage
 * collection leaves, `maps`, the source maps that no file has, `record` and `takeRecording` of a profiler of V8, and `closeInspector`.
 * A worker thread is measured from the beginning, since its CPU counts whether it listens or not. CommonJS and --require, because
 * --import takes a CommonJS entry through the ESM loader, which breaks 0x and ts-node.
 *
 * Messages are JSON, one per line. Out: { token, type: 'loaded' | 'thread' | 'listening' | 'socket', pid, threadId, ... }, `listening` once per
 * server, and { id, answer }.
 * In: { id, ask, port }.
 */
const fs = require('node:fs')
const inspector = require('node:inspector')
const net = require('node:net')
const path = require('node:path')
const vm = require('node:vm')
const { isMainThread, threadId } = require('node:worker_threads')
const { PROC } = require('../../system/platform.cjs')
const { countReceived, countSent } = require('./agent-calls.cjs')
const { startCounters } = require('./agent-counters.cjs')
const { readKept, stopInlining } = require('./agent-heap.cjs')

const EXIT_LIMIT_MS = 5000
/** How often to connect again: the workshop closes a connection whose token is late, as that of a process that was blocked. */
const MOST_TRIES = 5
const MOST_REPORTED = 100
const [workshopPort, token] = (process.env.WORKSHOP_AGENT ?? '').split(':')
/** Before it is replaced. */
const nodePath = process.execPath
const movesPorts = process.env.WORKSHOP_PORTS === 'free'
const asks = { start, stop, heap: readKept, maps, record, takeRecording, closeInspector }

/** @type {net.Socket | undefined} */
let workshop
let tries = 0
/** @type {object[]} what was reported of this thread, for a connection that is made again */
const reported = []
/** @type {ReturnType<typeof startCounters> | undefined} */
let counters

if (token && process.env.WORKSHOP_INLINING === 'off') stopInlining()
if (token && process.env.WORKSHOP_CONSOLE === 'plain') unwrapConsole()
if (token) watchForServers()
if (token) reportThread()
if (token && process.env.WORKSHOP_V8_LOG) markLog()
if (token && process.env.WORKSHOP_V8_LOG && isMainThread && process.platform !== 'win32') logChildren()
if (token && isMainThread && process.env.WORKSHOP_INSPECT === '1') process.once('exit', closeInspector)

/**
 * Replaces the console's methods. With a session of the inspector, each call of the original ones also makes a message with a
 * stack for a client that may come, which doubles the cost of a console.log. A console that is made now does not do
 * that.
 */
function unwrapConsole() {
  const plain = new console.Console(process.stdout, process.stderr)
  const methods = Object.entries(plain).filter(([, method]) => typeof method === 'function')
  for (const [name, method] of methods) Reflect.set(console, name, method)
}

/**
 * Writes two lines into V8's log, as the names of scripts without code. The first has this thread and the time, which V8 logs
 * with the time of the log: a worker thread's log has no other sign of its thread, and a clock of its own. The second says
 * where V8 has copied its builtins to, which it does not log on Node 20.
 */
function markLog() {
  const monotonicMicros = process.hrtime.bigint() / 1000n
  new vm.Script('0', { filename: `workshop-thread:${threadId}:${monotonicMicros}` })
  const copy = copiedBuiltins()
  if (copy) new vm.Script('0', { filename: `workshop-builtins:${copy.map(place => place.toString(16)).join(':')}` })
}

/** Returns start and end of a second mapping of code of node's binary, and where the same code is in the first one. */
function copiedBuiltins() {
  const mappings = readMappings()
    .filter(line => line.endsWith(process.execPath))
    .flatMap(function parse(line) {
      const [, ...places] = /^([0-9a-f]+)-([0-9a-f]+) r-xp ([0-9a-f]+) /.exec(line) ?? []
      const [start = 0, end = 0, offset = 0] = places.map(place => Number.parseInt(place, 16))
      return places.length === 0 ? [] : [{ start, end, offset }]
    })
  for (const { start, end, offset } of mappings) {
    const first = mappings.find(each => each.offset <= offset && offset < each.offset + each.end - each.start)
    if (first && first.start !== start) return [start, end, first.start + offset - first.offset]
  }
  return null
}

function readMappings() {
  try {
    return fs.readFileSync(`${PROC}/self/maps`, 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Lets the node processes that this one starts write a log too: as `node` in PATH, where a version manager or a package manager may
 * have put another one first, or as process.execPath.
 */
function logChildren() {
  const folder = path.join(__dirname, '../../profilers/first-in-path')
  const { PATH = '' } = process.env
  if (!PATH.startsWith(`${folder}:`)) process.env.PATH = `${folder}:${PATH}`
  process.env.WORKSHOP_NODE = nodePath
  process.execPath = path.join(folder, 'node')
}

function watchForServers() {
  const { listen } = net.Server.prototype
  if (movesPorts) moveSharedHandles()
  /** @type {ReturnType<typeof keepPortsApart> | undefined} */
  let keepPort
  /** @this {net.Server} @param {any[]} args */
  net.Server.prototype.listen = function listenAndReport(...args) {
    const wantedPort = wantedPortOf(args)
    this.once('listening', () => reportServer(this, wantedPort, isIpv6Only(args)))
    if (wantedPort === 0 || !movesPorts) return Reflect.apply(listen, this, args)
    keepPort ??= keepPortsApart()
    keepPort(this, wantedPort)
    return Reflect.apply(listen, this, withoutPort(args))
  }
}

/**
 * Moves the ports that the primary process of a cluster opens and gives to its workers, where the system distributes connections. These
 * do not pass through `listen`.
 */
function moveSharedHandles() {
  const create = Reflect.get(net, '_createServerHandle')
  Reflect.set(net, '_createServerHandle', createMovedHandle)

  /** @param {string} address @param {number} port @param {unknown[]} others */
  function createMovedHandle(address, port, ...others) {
    return create(address, port > 0 ? 0 : port, ...others)
  }
}

/**
 * Lets the workers of a cluster share each port, in whatever order they open them: the primary process distinguishes what they ask for
 * by the number of the port, and any port by how many the worker had before. The primary is asked for the port that the code has, and
 * moves it, once for all workers. Returns a function that takes a server and that port.
 */
function keepPortsApart() {
  /** @type {WeakMap<object, number>} */
  const ports = new WeakMap()
  // `listen` loads this module anyway. Only that of a worker has the function.
  const cluster = require('node:cluster')
  const getServer = Reflect.get(cluster, '_getServer')
  if (getServer) Reflect.set(cluster, '_getServer', askForPort)
  return (/** @type {object} */ server, /** @type {number} */ port) => void ports.set(server, port)

  /** @param {object} server @param {object} query @param {unknown} callback */
  function askForPort(server, query, callback) {
    const port = ports.get(server)
    return getServer(server, port === undefined ? query : { ...query, port }, callback)
  }
}

/** Returns the port of the arguments of `listen`; 0 where any port will do, and for a path or a handle. @param {any[]} args */
function wantedPortOf([first]) {
  const port = typeof first === 'object' && first !== null ? first.port : first
  const isPort = typeof port === 'number' || (typeof port === 'string' && /^\d+$/.test(port))
  return isPort ? Number(port) : 0
}

/** Returns whether the arguments of `listen` ask for all addresses of IPv6 without those of IPv4. @param {any[]} args */
function isIpv6Only([first]) {
  return typeof first === 'object' && first !== null && first.ipv6Only === true
}

/** Returns the arguments of `listen` with any free port: several launches of one server run at the same time. @param {any[]} args */
function withoutPort([first, ...others]) {
  return [typeof first === 'object' ? { ...first, port: 0 } : 0, ...others]
}

/** @param {net.Server} server @param {number} wantedPort @param {boolean} isIpv6Only */
function reportServer(server, wantedPort, isIpv6Only) {
  const address = server.address()
  if (address === null) return
  if (typeof address === 'string') return report({ ...identity(), type: 'socket', path: address })
  // Of a TLS server: to load node:tls in every process would take its time.
  const isTls = 'setSecureContext' in server
  // On all addresses, `::`, this server does not have that of IPv4: another program could listen there.
  const loaded = isIpv6Only && address.address === '::' ? '::1' : address.address
  const port = { address: loaded, port: address.port, wantedPort, isTls, nodePath }
  report({ ...identity(), type: 'listening', inspectorUrl: isMainThread ? inspectorUrl() : null, ...port })
}

function reportThread() {
  workshop = connectToWorkshop()
  report({ ...identity(), type: isMainThread ? 'loaded' : 'thread' })
}

function identity() {
  const { pid, version: nodeVersion } = process
  return { token, pid, threadId, nodeVersion, inspectorUrl: null }
}

/** @param {object} message about this thread */
function report(message) {
  // A server that opens ports again and again must not keep a message of each.
  if (reported.length < MOST_REPORTED) reported.push(message)
  send(message)
}

/** Opens the inspector where the command line could not: in a worker process of a cluster, or behind npm. */
function inspectorUrl() {
  if (process.env.WORKSHOP_INSPECT !== '1') return null
  if (!inspector.url()) inspector.open(0, '127.0.0.1')
  return inspector.url() ?? null
}

/**
 * Closes the inspector once the profile was taken, or when the process exits, because node keeps a process that has ended until the
 * inspector's clients are gone.
 */
function closeInspector() {
  inspector.close()
  return {}
}

function connectToWorkshop() {
  const socket = net.connect(Number(workshopPort), '127.0.0.1')
  let pending = ''
  let wasConnected = false
  /** @type {string | undefined} */
  let fault
  socket.on('connect', () => {
    wasConnected = true
  })
  socket.setEncoding('utf8').setNoDelay(true).unref()
  socket.on('data', function readLines(chunk) {
    countReceived(String(chunk))
    const lines = (pending + chunk).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) answer(JSON.parse(line))
  })
  // 'close' follows.
  socket.on('error', error => {
    fault = /** @type {NodeJS.ErrnoException} */ (error).code
  })
  socket.on('close', () => connectAgainOrEnd(wasConnected, fault))
  return socket
}

/**
 * Ends this process when the workshop is gone: nobody listens on its port, or it knows this launch no longer. Where this process has
 * no network, that cannot be seen.
 * @param {boolean} wasConnected
 * @param {string | undefined} fault of the connection that was closed
 */
function connectAgainOrEnd(wasConnected, fault) {
  tries++
  if (!wasConnected && fault !== 'ECONNREFUSED') return
  if (fault === 'ECONNREFUSED' || tries > MOST_TRIES) return endWithWorkshop()
  workshop = connectToWorkshop()
  for (const message of reported) send(message)
}

/** A workshop that was killed could not end this process. */
function endWithWorkshop() {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), EXIT_LIMIT_MS).unref()
}

/** @param {{ id: number, ask: keyof typeof asks, port: number }} message */
function answer({ id, ask, port }) {
  send({ id, answer: asks[ask](port) })
}

/** @param {object} message */
function send(message) {
  const line = `${JSON.stringify(message)}\n`
  countSent(line)
  workshop?.write(line)
}

function start() {
  counters = startCounters()
  return counters.clocks
}

/** @param {number} port that is loaded */
function record(port) {
  return recorder().startRecording(port)
}

function takeRecording() {
  return recorder().takeRecording()
}

function recorder() {
  const isOfWaits = process.env.WORKSHOP_RECORD === 'waits'
  return isOfWaits ? require('../../profilers/wait-recorder.cjs') : require('../../profilers/recorder.cjs')
}

function maps() {
  return require('./agent-maps.cjs').readLoadedMaps()
}

function stop() {
  if (!counters) throw new Error('stop without start')
  const reading = counters.stop()
  counters = undefined
  return reading
}
