import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startGenerator } from '../../src/load/generator.js'
import { meanInterval } from '../../src/stats/intervals.js'
import { mean, median } from '../../src/stats/means.js'
import { keepTo, usableCores } from '../../src/system/cores.js'
import { workshopRoot } from '../../src/system/files/workshop-root.js'
import { ZOO_FOLDER } from '../../test/fixtures/servers/zoo/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { header, row } from './lib/tables.js'

/**
 * Measures what it costs a server that its load generator sleeps: `node scripts/proofs/generator-sleep.js [--seconds n]`. One server
 * calls a planted function in every second stretch of time, so its two costs are of one process at one time. What a request costs more
 * should be the time of the function, by the clock of the server.
 *
 * @typedef {{ isPlanted: boolean, requests: number, cpuMicros: number, clocked: number[] }} Stretch
 */
const SERVER = path.join(workshopRoot, ZOO_FOLDER, 'alternating.cjs')
const LOG = path.join(tmpdir(), `generator-sleep-${process.pid}.log`)
const WARM_UP_MS = 8000
const plants = ['mixBits', 'hashToken', 'parseSettings', 'lastKept']
const ways = [
  { name: 'sleeps', sleeps: true, connections: 50 },
  { name: 'never sleeps', sleeps: false, connections: 50 },
  { name: 'sleeps, one connection', sleeps: true, connections: 1 }
]

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '24' } } })
const durationMs = Number(values.seconds) * 1e3

await untilInterrupted(async function measureWays(signal) {
  const columns = [
    'function',
    'generator',
    'CPU without it, µs',
    'its clock, µs',
    'CPU more, µs (95%)',
    'more than its clock'
  ]
  console.log(header(columns, 2).join('\n'))
  for (const plant of plants) for (const way of ways) console.log(await rowOf(plant, way, signal))
})

/** @type {(plant: string, way: typeof ways[0], signal: AbortSignal) => Promise<string>} */
async function rowOf(plant, { name, sleeps, connections }, signal) {
  const [serverCore, generatorCore] = await usableCores()
  if (serverCore === undefined || generatorCore === undefined)
    throw new Error('this needs two cores and taskset (Linux)')
  const generator = await startGenerator('sockets', { logPath: LOG, signal })
  const server = fork(SERVER, [plant], { signal })
  try {
    const [{ port }] = await once(server, 'message', { signal })
    await keepTo([server.pid ?? 0], [serverCore])
    await keepTo([generator.pid ?? 0], [generatorCore])
    const load = /** @type {const} */ ({ generator: 'sockets', mode: 'closed', connections })
    const request = {
      ...load,
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      staysAwake: !sleeps
    }
    await generator.play({ ...request, durationMs: WARM_UP_MS }, { signal })
    await readStretches()
    await generator.play({ ...request, durationMs }, { signal })
    return row(
      plant === 'lastKept' ? 'none' : plant,
      name,
      ...cellsOf((await readStretches()).filter(stretch => stretch.requests > 0))
    )
  } finally {
    await generator.end()
    server.kill()
  }

  /** @returns {Promise<Stretch[]>} */
  async function readStretches() {
    server.send('take')
    const [stretches] = await once(server, 'message', { signal })
    return stretches
  }
}

/** @param {Stretch[]} stretches in turn without and with the function */
function cellsOf(stretches) {
  const pairs = stretches.flatMap(function pairOf(one, index) {
    const other = stretches[index + 1]
    if (index % 2 === 1 || !other || one.isPlanted === other.isPlanted) return []
    return [one.isPlanted ? { with: one, without: other } : { with: other, without: one }]
  })
  const costOf = (/** @type {Stretch} */ { cpuMicros, requests }) => cpuMicros / requests
  const { mean: more, high } = meanInterval(pairs.map(pair => costOf(pair.with) - costOf(pair.without)))
  const clock = mean(pairs.map(pair => mean(pair.with.clocked) - mean(pair.without.clocked)))
  const base = median(pairs.map(({ without }) => costOf(without))) ?? Number.NaN
  return [
    base.toFixed(1),
    clock.toFixed(1),
    `${more.toFixed(1)} ± ${(high - more).toFixed(1)}`,
    (more - clock).toFixed(1)
  ]
}
