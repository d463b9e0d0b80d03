import { isIPv4, isIPv6 } from 'node:net'
import { isCount, isObject } from '../../errors/type-guards.js'

/**
 * Checks what agents send: the server under test has the token too, and can send anything.
 *
 * @import { AgentStart, OpenPort } from './agent-server.js'
 * @import { AgentReading, KeptHeap } from '../types.js'
 */

/**
 * @typedef {object} Greeting what an agent sends of itself
 * @property {'loaded' | 'thread' | 'listening' | 'socket'} type
 * @property {string} token
 * @property {number} pid
 * @property {number} threadId 0 for the main thread
 * @property {string} nodeVersion such as v20.20.2
 * @property {string | null} inspectorUrl
 * @property {OpenPort | null} open of a thread that listens on a port
 * @property {string | null} socketPath of one that listens on a socket of the file system
 *
 * @typedef {'start' | 'stop' | 'heap' | 'maps' | 'record' | 'takeRecording' | 'closeInspector'} Question
 * @typedef {{ id: number, answer: unknown }} Answer
 */

const TYPES = ['loaded', 'thread', 'listening', 'socket']
const MOST_MAPS = 100_000
const MOST_PATH_CHARS = 4096
/** @type {Record<keyof AgentStart, 'known' | 'nullable'>} */
const clocks = { uptimeMs: 'known', monotonicMicros: 'known' }
/** Each figure of a slice: one that is nullable is null where the platform does not have it. @type {Record<keyof AgentReading, 'known' | 'nullable'>} */
const reading = {
  ...clocks,
  cpuUserMicros: 'known',
  cpuSystemMicros: 'known',
  cpuMainThreadMicros: 'nullable',
  cpuPoolMicros: 'nullable',
  cpuHelpersMicros: 'nullable',
  rssBytes: 'known',
  heapUsedBytes: 'known',
  eventLoopUtilization: 'known',
  eventLoopDelayP99Micros: 'known',
  eventLoopDelayMaxMicros: 'known',
  gcCount: 'known',
  gcPauseMicros: 'known',
  voluntarySwitches: 'known',
  involuntarySwitches: 'known',
  minorFaults: 'known',
  majorFaults: 'known',
  loopTurns: 'nullable',
  allocatedBytes: 'nullable',
  readCalls: 'nullable',
  writeCalls: 'nullable',
  readBytes: 'nullable',
  writtenBytes: 'nullable',
  stolenMicros: 'nullable'
}
/** @type {Record<keyof KeptHeap, 'known' | 'nullable'>} */
const heap = { heapUsedBytes: 'known', externalBytes: 'known' }
const figures = { start: clocks, stop: reading, heap, record: {}, closeInspector: {} }
/** Of this machine, in the ways that --inspect can name it. */
const INSPECTOR = /^ws:\/\/(127\.0\.0\.1|0\.0\.0\.0|localhost|\[::1?\]):\d{1,5}\/[\w-]{1,80}$/

/** Returns a message of an agent; null for anything else. @param {string} line @returns {Greeting | Answer | null} */
export function readMessage(line) {
  const message = parsed(line)
  if (!isObject(message)) return null
  if (message.type === undefined) return isCount(message.id) ? { id: message.id, answer: message.answer } : null
  const { type, token, pid, threadId, nodeVersion, inspectorUrl } = message
  if (!TYPES.includes(/** @type {string} */ (type)) || typeof token !== 'string') return null
  if (!isCount(pid) || pid === 0 || !isCount(threadId)) return null
  if (typeof nodeVersion !== 'string' || !/^v\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(nodeVersion)) return null
  if (inspectorUrl !== null && !isInspector(inspectorUrl)) return null
  const open = type === 'listening' ? readPort(message) : null
  if (type === 'listening' && open === null) return null
  const { path } = message
  if (type === 'socket' && (typeof path !== 'string' || path.length > MOST_PATH_CHARS)) return null
  return {
    type: /** @type {Greeting['type']} */ (type),
    token,
    pid,
    threadId,
    nodeVersion,
    inspectorUrl: /** @type {string | null} */ (inspectorUrl),
    open,
    socketPath: type === 'socket' ? String(path) : null
  }
}

/**
 * Returns whether an answer has the form that its question asks for.
 * @param {Question} question @param {unknown} answer
 */
export function isAnswerTo(question, answer) {
  if (question === 'maps') return Array.isArray(answer) && answer.length <= MOST_MAPS && answer.every(isMap)
  if (question === 'heap' && answer === null) return true
  if (!isObject(answer)) return false
  if (question === 'takeRecording') return isObject(answer.profile)
  // A figure that is not there would count as one that is known, and is 0.
  return Object.entries(figures[question]).every(function isFigure([name, kind]) {
    const value = answer[name]
    return Number.isFinite(value) || (value === null && kind === 'nullable')
  })
}

/**
 * Returns whether an address is one of this machine alone. A server on any address is loaded through one of these.
 * @param {string} address
 */
export function isLoopback(address) {
  const embedded = address.toLowerCase().replace(/^::ffff:/, '')
  if (isIPv4(embedded)) return embedded.startsWith('127.') || embedded === '0.0.0.0'
  return address === '::1' || address === '::'
}

/** @param {Record<string, unknown>} message @returns {OpenPort | null} */
function readPort({ address, port, wantedPort, isTls, nodePath }) {
  if (typeof address !== 'string' || !(isIPv4(address) || isIPv6(address))) return null
  if (!isPort(port) || port === 0 || !isPort(wantedPort) || typeof isTls !== 'boolean') return null
  if (typeof nodePath !== 'string' || nodePath.length > MOST_PATH_CHARS) return null
  return { address, port, wantedPort, isTls, nodePath }
}

/** @param {string} line @returns {unknown} */
function parsed(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** @param {unknown} value @returns {value is number} */
function isPort(value) {
  return isCount(value) && value <= 65_535
}

/** @param {unknown} value */
function isInspector(value) {
  return typeof value === 'string' && INSPECTOR.test(value)
}

/** @param {unknown} map */
function isMap(map) {
  return Array.isArray(map) && map.length === 2 && map.every(text => typeof text === 'string')
}
