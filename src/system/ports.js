import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { PROC } from './platform.cjs'
import { processIds, readProcessTable, withDescendants } from './process-table.js'

/** @import { AddressInfo, Server } from 'node:net' */

/** The state of a socket that waits for connections, in the files of Linux. */
const LISTEN_STATE = '0A'
/** The places of local address, state and inode in a line of /proc/<pid>/net/tcp. */
const [ADDRESS_FIELD, STATE_FIELD, INODE_FIELD] = [1, 3, 9]

/**
 * Returns the wanted loopback port when it is free, another free port otherwise.
 * @param {number} wanted @returns {Promise<number>}
 */
export async function freePortLike(wanted) {
  try {
    return await probe(wanted)
  } catch {
    return probe(0)
  }
}

/** Returns free loopback ports that differ from each other. @param {number} count @returns {Promise<number[]>} */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOn(0)))
  return Promise.all(servers.map(release))
}

/** @param {number} port */
async function probe(port) {
  return release(await listenOn(port))
}

/** @param {number} port */
async function listenOn(port) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** @param {Server} server @returns {Promise<number>} its port */
async function release(server) {
  const { port } = /** @type {AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Returns whether a process or one of its descendants listens on a TCP port.
 * @param {number} root
 * @param {string} [folder] where the system describes its processes
 * @returns {boolean | null} null where the system does not report it
 */
export function listensOnTcp(root, folder = PROC) {
  const table = readProcessTable(folder)
  if (table.size === 0) return null
  return withDescendants([root], table).some(function hasListeningSocket(pid) {
    const listening = new Set(['tcp', 'tcp6'].flatMap(name => listeningInodes(`${folder}/${pid}/net/${name}`)))
    return listening.size > 0 && socketInodes(`${folder}/${pid}/fd`).some(inode => listening.has(inode))
  })
}

/**
 * Returns the process that listens on a TCP port, and whether this process has started it.
 * @param {number} port
 * @returns {{ pid: number, name: string, isOwn: boolean } | null} null where there is none, or the system does not show it
 */
export function listenerOn(port) {
  const inodes = new Set(['tcp', 'tcp6'].flatMap(name => listeningInodes(`${PROC}/self/net/${name}`, port)))
  if (inodes.size === 0) return null
  const pid = processIds().find(each => socketInodes(`${PROC}/${each}/fd`).some(inode => inodes.has(inode)))
  if (pid === undefined) return null
  const [name = ''] = orNothing(() => [readFileSync(`${PROC}/${pid}/comm`, 'utf8').trim()])
  return { pid, name, isOwn: withDescendants([process.pid], readProcessTable()).includes(pid) }
}

/** Returns the TCP ports that a process listens on; none where the system does not show them. @param {number} pid @returns {number[]} */
export function portsOf(pid) {
  const own = new Set(socketInodes(`${PROC}/${pid}/fd`))
  const open = ['tcp', 'tcp6'].flatMap(name => listeningSockets(`${PROC}/${pid}/net/${name}`))
  return open.flatMap(socket => (own.has(socket.inode) ? [socket.port] : []))
}

/** @param {string} file @param {number} [wanted] port; any when absent */
function listeningInodes(file, wanted) {
  return listeningSockets(file).flatMap(({ port, inode }) => (wanted === undefined || port === wanted ? [inode] : []))
}

/** @param {string} file */
function listeningSockets(file) {
  const [, ...lines] = orNothing(() => readFileSync(file, 'utf8').split('\n'))
  return lines.flatMap(function socketOf(line) {
    const fields = line.trim().split(/\s+/)
    const port = Number.parseInt(fields[ADDRESS_FIELD]?.split(':')[1] ?? '', 16)
    return fields[STATE_FIELD] === LISTEN_STATE ? [{ port, inode: fields[INODE_FIELD] ?? '' }] : []
  })
}

/** @param {string} folder of the open files of a process @returns {string[]} */
function socketInodes(folder) {
  return orNothing(() => readdirSync(folder)).flatMap(name =>
    orNothing(() => [readlinkSync(`${folder}/${name}`)]).flatMap(target => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [])
  )
}

/** Returns what a function reads, or nothing of a process that has ended or belongs to another user. @param {() => string[]} read */
function orNothing(read) {
  try {
    return read()
  } catch {
    return []
  }
}
