import os from 'node:os'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, jest, test } from '@jest/globals'
import request from 'supertest'
import { until } from '../helpers/until.js'
import { endServers, spawnServer, startServer } from './child-server.js'
import { bodyOf, transfer } from './raw-http.js'

const workerCount = os.availableParallelism()
jest.setTimeout(30_000)

afterEach(endServers)

test('starts one worker per CPU, responds, and stops with all workers', async () => {
  const { url, child, ended, output } = await startServer(['--mode', 'cluster'])
  expect(output.stdout).toContain(`cluster of ${workerCount}, pid ${child.pid})`)
  const workers = await workersOf(url)
  expect(workers).not.toContain(child.pid)
  child.kill('SIGTERM')

  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  for (const worker of workers) expect(codeOfSignalling(worker)).toBe('ESRCH')
})

test('Ctrl-C, which reaches the workers too, lets an open request finish and ends the server silently', async () => {
  const { url, port, child, ended } = await startServer(['--mode', 'cluster'])
  // Compressed at its first use, which takes a while: still open when the signal comes.
  const answer = transfer(port, '/assets/bootstrap.min.css', { 'Accept-Encoding': 'br' })
  await workersOf(url)
  process.kill(-(/** @type {number} */ (child.pid)), 'SIGINT')

  expect(brotliDecompressSync(bodyOf(await answer)).toString()).toMatch(/Bootstrap/)
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('workers that die are replaced, on the same port', async () => {
  const { url, child, ended } = await startServer(['--mode', 'cluster'])
  const first = await workersOf(url)
  for (const worker of first) process.kill(worker, 'SIGKILL')
  const second = await workersOf(url)
  expect(second.filter(worker => first.includes(worker))).toEqual([])
  child.kill('SIGTERM')

  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('a worker that dies before it listens ends the server, and is not replaced', async () => {
  const endWorkers = { NODE_OPTIONS: '--import=data:text/javascript,if(process.send)process.exit(3)' }
  const { code, stdout, stderr } = await spawnServer(['--port', '0', '--mode', 'cluster'], endWorkers).ended

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Worker \d+ ended before it listened \(exit code 3\)\.\n$/)
})

/**
 * Asks, on a connection each as these are what a cluster hands out in turn, until every worker has answered.
 *
 * @param {string} url
 * @returns {Promise<number[]>} their process ids
 */
async function workersOf(url) {
  /** @type {Set<number>} */
  const workers = new Set()
  await until(async function askNext() {
    const question = request(url).get('').set({ Accept: 'application/json', Connection: 'close' }).timeout(500)
    const answer = await question.catch(noAnswer)
    if (answer) workers.add(answer.body.processId)
    return workers.size === workerCount
  }, 'every worker responded')
  return [...workers]
}

/** A connection handed to a worker that has just been killed is never answered. */
function noAnswer() {}

/** @param {number} processId */
function codeOfSignalling(processId) {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code
  }
}
