import http from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { relativeChange } from '../../src/stats/intervals.js'
import { sum } from '../../src/stats/means.js'
import { workshopRoot } from '../../src/system/files/workshop-root.js'
import { startRecorded } from '../../test/helpers/recorded-server.js'
import { untilInterrupted } from '../until-interrupted.js'
import { header, row } from './lib/tables.js'

/** @import { WaitWindow } from '../../src/profile/read/read-waits.js' */

/**
 * Measures what the hook of `waits` costs: `node scripts/proofs/waits-overhead.js [--pairs n] [--seconds n]`. CPU per request of launches
 * under it, between its windows and in them, over that of launches without any hook, in pairs of launches in a closed loop, with 95%
 * intervals. Of both the second half counts: V8 compiles code again that first runs with the hook. The aim between the windows is 2%.
 */
const SERVER = path.join(workshopRoot, 'test/fixtures/waits/overhead.mjs')
const CONNECTIONS = 8
const WARM_UP_MS = 2000
const kinds = ['node:http', 'express']

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '7' }, seconds: { type: 'string', default: '5' } }
})
const durationMs = Number(values.seconds) * 1000

await untilInterrupted(async function measureKinds(signal) {
  const names = ['between its windows', 'in its windows'].map(where => `${where}, relative (95% interval)`)
  console.log(header(['server', 'pairs', 'no hook, µs', ...names]).join('\n'))
  for (const kind of kinds) console.log(await rowOf(kind, signal))
})

/** @param {string} kind of server @param {AbortSignal} signal */
async function rowOf(kind, signal) {
  /** @type {{ plain: number, off: number, on: number }[]} */
  const pairs = []
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    signal.throwIfAborted()
    const isFirst = pair % 2 === 0
    const first = await launch(kind, isFirst)
    const second = await launch(kind, !isFirst)
    const [hooked, plain] = isFirst ? [first, second] : [second, first]
    pairs.push({ plain: plain.all, off: hooked.off, on: hooked.on })
  }
  const plain = sum(pairs.map(each => each.plain)) / pairs.length
  return row(kind, String(pairs.length), plain.toFixed(0), changeCell('off'), changeCell('on'))

  /** @param {'off' | 'on'} where */
  function changeCell(where) {
    const change = relativeChange(pairs.map(each => ({ baseline: each.plain, candidate: each[where] })))
    if (!change) return '-'
    const [ratio, low, high] = [change.relative, change.low, change.high].map(value => (1 + value).toFixed(3))
    return `${ratio} (${low} to ${high})`
  }
}

/**
 * Returns the CPU per request of a launch: of all of it, between the windows of the hook, and in them.
 * @param {string} kind of server @param {boolean} isHooked
 */
async function launch(kind, isHooked) {
  const server = await startRecorded(SERVER, { env: { KIND: kind } })
  const agent = new http.Agent({ keepAlive: true })
  try {
    await load(server.port, agent, WARM_UP_MS)
    if (isHooked) await server.ask('record')
    await load(server.port, agent, durationMs)
    const before = await server.ask('usage')
    const requests = await load(server.port, agent, durationMs)
    const after = await server.ask('usage')
    const all = (after.cpuMicros - before.cpuMicros) / requests
    /** @type {WaitWindow[]} */
    const windows = isHooked ? (await server.ask('take')).profile.windows : []
    return { all, off: perRequest(windows, false), on: perRequest(windows, true) }
  } finally {
    agent.destroy()
    await server.end()
  }
}

/** @param {WaitWindow[]} windows @param {boolean} isOn */
function perRequest(windows, isOn) {
  const own = windows.slice(windows.length >> 1).filter(window => window.isOn === isOn)
  return sum(own.map(({ cpuMicros }) => cpuMicros)) / sum(own.map(({ requests }) => requests))
}

/** Loads a server in a closed loop, and returns how many requests were answered. @param {number} port @param {http.Agent} agent @param {number} ms */
async function load(port, agent, ms) {
  const endMs = performance.now() + ms
  let answered = 0
  await Promise.all(Array.from({ length: CONNECTIONS }, askAgain))
  return answered

  async function askAgain() {
    while (performance.now() < endMs) {
      await ask(port, agent)
      answered++
    }
  }
}

/** @param {number} port @param {http.Agent} agent @returns {Promise<void>} */
function ask(port, agent) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent }, response => response.resume().on('end', resolve)).on('error', reject)
  })
}
