import cluster from 'node:cluster'
import os from 'node:os'
import { findFreePort } from './free-port.js'
import { announce } from './listening.js'
import { stopAtSignal } from './signals.js'

/** @import { Address, Worker } from 'node:cluster' */
/** @import { Settings } from './settings.js' */

const lostConnectionMs = 500

/**
 * Serves the app in one worker per available CPU until SIGTERM or SIGINT. A worker that dies is replaced; one that dies
 * before it listens ends the server with exit code 1, as its replacement would fare no better.
 *
 * @param {Settings} settings
 */
export async function serveCluster(settings) {
  if (settings.port === 0) await fixPort(settings.host)
  superviseWorkers(settings)
}

/**
 * With port 0 workers that replace all others would listen on another port than the one announced. Where no port can be
 * found the first worker will say why.
 *
 * @param {string} host
 */
async function fixPort(host) {
  const port = await findFreePort(host).catch(() => 0)
  cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', String(port)] })
}

/**
 * A connection that was on its way to a worker when that died stays open in the primary, where nobody can reach it, and
 * would keep the process.
 */
function endSoon() {
  setTimeout(() => process.exit(), lostConnectionMs).unref()
}

/** @param {Settings} settings */
function superviseWorkers(settings) {
  const size = os.availableParallelism()
  /** @type {Set<number>} */
  const listening = new Set()
  let announced = false
  let stopping = false

  // The first one alone: if the port is taken, it says so once.
  cluster.once('listening', startOthers)
  cluster.on('listening', countListening)
  cluster.on('exit', replaceWorker)
  stopAtSignal(stop)
  cluster.fork()

  function startOthers() {
    for (let started = 1; started < size; started++) cluster.fork()
  }

  /**
   * @param {Worker} worker
   * @param {Address} address
   */
  function countListening(worker, address) {
    listening.add(worker.id)
    if (announced || listening.size < size) return
    announced = true
    announce(address, settings, `cluster of ${size}`)
  }

  /**
   * @param {Worker} worker
   * @param {number | null} code
   * @param {string | null} signal
   */
  function replaceWorker(worker, code, signal) {
    const listened = listening.delete(worker.id)
    if (stopping) {
      if (Object.values(cluster.workers ?? {}).every(worker => worker?.isDead())) endSoon()
      return
    }
    if (listened) return void cluster.fork()

    console.error(`Worker ${worker.process.pid} ended before it listened (${signal ?? `exit code ${code}`}).`)
    process.exitCode = 1
    stop()
  }

  function stop() {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
}
