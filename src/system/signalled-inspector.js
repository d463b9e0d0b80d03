import { readFileSync, readlinkSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { WorkshopError } from '../errors/errors.js'
import { isNode } from './node-binaries.js'
import { PROC } from './platform.cjs'
import { listenerOn, portsOf } from './ports.js'
import { processStart, readProcessTable } from './process-table.js'

/** @import { AttachProblem } from '../errors/types.js' */

/** Node opens the inspector here when SIGUSR1 asks for it, unless its command line says otherwise. */
const USUAL_PORT = 9229
/** Of SIGUSR1, which is signal 10 on Linux, in the mask of the signals that a process handles. */
const SIGUSR1_BIT = 0x200n
const inspectorFlag = /^--(?:inspect(?:-brk|-port|-wait)?|debug-port)(?:=|$)(?:.*:)?(\d+)?$/
const POLL_MS = 50
const OPEN_LIMIT_MS = 5000

/**
 * Opens the inspector of a Node.js process by SIGUSR1, unless it is open. The signal ends a process that has no handler for it, so
 * that is checked before.
 * @param {number} pid
 * @returns {Promise<{ port: number, wasOpen: boolean }>} `port` on 127.0.0.1, which the process itself listens on
 * @throws {WorkshopError} ERR_ATTACH, ERR_ATTACHED
 */
export async function openInspector(pid) {
  const problem = problemOfProcess(pid)
  if (problem) throw refusal(pid, problem)
  const before = portsOf(pid)
  const flags = commandLine(pid).flatMap(word => inspectorFlag.exec(word) ?? [])
  const wanted = flags.map(Number).findLast(port => !Number.isNaN(port)) ?? USUAL_PORT
  const known = before.find(port => port === wanted)
  if (known !== undefined) return { port: known, wasOpen: true }
  const holder = wanted === 0 ? null : listenerOn(wanted)
  if (holder) throw refusal(pid, { code: 'port-taken', port: wanted, holder: holder.pid, name: holder.name })
  process.kill(pid, 'SIGUSR1')
  return { port: await newInspector(pid, before), wasOpen: false }
}

/**
 * Returns the port of the inspector that a process opens now.
 * @param {number} pid @param {number[]} known ports that it had open before; they are asked only where no inspector opens soon
 * @throws {WorkshopError} ERR_ATTACHED
 */
export async function newInspector(pid, known) {
  const soon = await openedInspector(pid, known)
  if (soon !== undefined) return soon
  for (const port of known)
    if (await isInspector(port)) throw refusal(pid, { code: 'open-elsewhere', port }, 'ERR_ATTACHED')
  // A process that gets little CPU opens it late, and nothing else would close it.
  const late = await openedInspector(pid, known)
  if (late !== undefined) return late
  throw refusal(pid, { code: 'no-answer', limitMs: 2 * OPEN_LIMIT_MS }, 'ERR_ATTACHED')
}

/** @param {number} pid @param {number[]} known @returns {Promise<number | undefined>} undefined where none opens in a time */
async function openedInspector(pid, known) {
  const endMs = performance.now() + OPEN_LIMIT_MS
  while (performance.now() < endMs) {
    await delay(POLL_MS)
    for (const port of portsOf(pid).filter(each => !known.includes(each))) if (await isInspector(port)) return port
  }
}

/** Returns why a process must not be signalled; null where it may. @param {number} pid @returns {AttachProblem | null} */
function problemOfProcess(pid) {
  if (processStart(process.pid) === null) return { code: 'no-proc' }
  if (processStart(pid) === null) return { code: 'gone' }
  try {
    const program = readlinkSync(`${PROC}/${pid}/exe`).replace(/ \(deleted\)$/, '')
    process.kill(pid, 0)
    if (!isNode(program)) return { code: 'not-node', program }
    if (readlinkSync(`${PROC}/${pid}/ns/net`) !== readlinkSync(`${PROC}/self/ns/net`)) return { code: 'other-network' }
    const workers = clusterWorkers(pid)
    if (workers.length > 0) return { code: 'cluster-primary', workers }
    return handlesSignal(pid) ? null : { code: 'no-handler' }
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    return code === 'EPERM' || code === 'EACCES' ? { code: 'not-ours' } : { code: 'gone' }
  }
}

/** Returns the workers of a primary, which would also open the inspectors of these. @param {number} pid */
function clusterWorkers(pid) {
  const children = [...readProcessTable()].filter(([, { parent }]) => parent === pid)
  return children.map(([child]) => child).filter(isClusterWorker)
}

/** @param {number} pid */
function isClusterWorker(pid) {
  try {
    return /(^|\0)NODE_UNIQUE_ID=/.test(readFileSync(`${PROC}/${pid}/environ`, 'utf8'))
  } catch {
    return false
  }
}

/** @param {number} pid */
function handlesSignal(pid) {
  const [, mask = '0'] = /^SigCgt:\s*([\da-f]+)$/m.exec(readFileSync(`${PROC}/${pid}/status`, 'utf8')) ?? []
  return (BigInt(`0x${mask}`) & SIGUSR1_BIT) !== 0n
}

/** @param {number} pid */
function commandLine(pid) {
  return readFileSync(`${PROC}/${pid}/cmdline`, 'utf8').split('\0')
}

/** @param {number} port */
async function isInspector(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/json/version`, { signal: AbortSignal.timeout(1000) })
    return 'Protocol-Version' in (await response.json())
  } catch {
    return false
  }
}

/** @param {number} pid @param {AttachProblem} problem @param {'ERR_ATTACH' | 'ERR_ATTACHED'} [code] the second after the signal */
function refusal(pid, problem, code = 'ERR_ATTACH') {
  return new WorkshopError(code, { target: String(pid), problem })
}
