import cluster from 'node:cluster'
import { once } from 'node:events'
import net from 'node:net'
import os from 'node:os'
import { announce } from './listening.js'
import { stopAtSignal } from './signals.js'

/** @import { Address, Worker } from 'node:cluster' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Settings } from './settings.js' */

const lostConnectionMs = 500

/**
 * Serves the app in one worker per available CPU until SIGTERM or SIGINT. A worker that dies is replaced. One that
 * dies before it listens ends the server with exit code 1, since its replacement would fail too.
 *
 * @param {Settings} settings
 */
export async function serveCluster(settings) {
  if (settings.port === 0) await fixPort(settings.host)
  superviseWorkers(settings)
}

/**
 * Gives all workers the same free port: with port 0 a worker that replaces all others would listen on another port than
 * the one announced. Where no port is found, the first worker reports why.
 *
 * @param {string} host
 */
async function fixPort(host) {
  const port = await findFreePort(host).catch(() => 0)
  cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', String(port)] })
}

/**
 * Returns a port that is free at the moment. (src/system has a similar function, but the app imports nothing from
 * outside.)
 *
 * @param {string} host @returns {Promise<number>}
 * @throws {NodeJS.ErrnoException} if nothing can listen on this host
 */
async function findFreePort(host) {
  const probe = net.createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = /** @type {AddressInfo} */ (probe.address())
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Ends this process after a moment. A connection that was on its way to a worker when the worker died stays open in the
 * primary and would keep the process running.
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

  // The first worker starts before the others, so that a port in use is reported once.
  cluster.once('listening', startOthers)
  cluster.on('listening', countListening)
  cluster.on('exit', replaceWorker)
  stopAtSignal(stop)
  cluster.fork()

  function startOthers() {
    for (let started = 1; started < size; started++) cluster.fork()
  }

  /** @param {Worker} worker @param {Address} address */
  function countListening(worker, address) {
    listening.add(worker.id)
    if (announced || listening.size < size) return
    announced = true
    announce(address, settings, `cluster of ${size}`)
  }

  /** @param {Worker} worker @param {number | null} code @param {string | null} signal */
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
