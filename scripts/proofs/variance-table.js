import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { watchForInterrupts } from '../../src/cli/interrupts.js'
import { infoLog } from '../../src/experiments/info-log.js'
import { openAgentServer } from '../../src/measure/agent-server.js'
import { makeDesign } from '../../src/measure/design.js'
import { startLaunch } from '../../src/measure/launch.js'
import { profilers } from '../../src/profilers/index.js'
import { robustMean, variance } from '../../src/stats/means.js'
import { seededRandom, shuffled } from '../../src/stats/seeded-random.js'
import { usableCores } from '../../src/system/cores.js'
import { planted } from './lib/planted-experiments.js'
import { metrics } from './lib/slice-bank.js'
import { header, metricName, percent, row } from './lib/tables.js'
import { LOAD_MS, openLoader, ways } from './lib/ways-of-loading.js'

/**
 * @import { Experiment, Variant } from '../../src/experiments/types.js'
 * @import { WaySlice } from './lib/ways-of-loading.js'
 */

/**
 * Which way of loading gives the narrowest interval: `node scripts/proofs/variance-table.js [folder] [rounds]`. A round
 * starts two identical servers and loads both in every way, in random order and for the same time. The table has the
 * standard deviation over rounds of the log-ratio of the two. An interrupted recording continues where it stopped; a round
 * of one app takes about 45 s.
 */
const folder = path.resolve(process.argv[2] ?? 'profiles/variance')
const rounds = Number(process.argv[3] ?? 10)
const collector = fileURLToPath(new URL('./lib/collect-on-signal.cjs', import.meta.url))
const apps = new Map([
  ['planted', planted],
  ['info', infoLog]
])

/** @typedef {Record<string, WaySlice[][]>} WayRound by the name of the way, of each launch */

mkdirSync(folder, { recursive: true })
const interrupts = watchForInterrupts()
const { signal } = interrupts
const cores = await usableCores()
if (cores.length < 2) throw new Error('this needs two cores and taskset')
const agents = await openAgentServer()
for (let round = 0; round < rounds && !signal.aborted; round++)
  for (const app of apps.keys()) if (read(app).length === round && !signal.aborted) await record(app, round)
agents.close()
interrupts.stop()
for (const app of apps.keys()) print(app)

/** @param {string} app */
function fileOf(app) {
  return path.join(folder, `${app}.jsonl`)
}

/**
 * @param {string} app
 * @returns {WayRound[]}
 */
function read(app) {
  if (!existsSync(fileOf(app))) return []
  return readFileSync(fileOf(app), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

/**
 * @param {string} app
 * @param {number} round
 */
async function record(app, round) {
  console.error(`${app}: round ${round + 1} of ${rounds}`)
  const { variants, request, loads } = /** @type {Experiment} */ (apps.get(app))
  const design = makeDesign({ profilers: [], loads: loads.slice(0, 1), seed: round, quick: false })
  const loader = await openLoader({ design, request, cores, folder, signal })
  const launches = await Promise.all(['one', 'other'].map(name => launch(variants[0], name, round)))
  for (const [place, each] of launches.entries()) await loader.warmUp(each, place)
  /** @type {WayRound} */
  const found = {}
  const ordered = round % 2 === 0 ? launches : launches.toReversed()
  for (const way of shuffled(ways, seededRandom(round))) found[way.name] = await loader.play(way, ordered)
  appendFileSync(fileOf(app), `${JSON.stringify(found)}\n`)
  for (const each of launches) await each.end(design.warmupMs)
  await loader.end()
}

/**
 * @param {Variant} variant
 * @param {string} name
 * @param {number} round
 */
function launch(variant, name, round) {
  const own = path.join(folder, name)
  mkdirSync(own, { recursive: true })
  const [node = '', ...args] = variant.command
  const profiler = profilers.get('none')
  if (!profiler) throw new TypeError('there is no profiler none')
  return startLaunch({
    planned: { id: name, round, variant: name, profiler: 'none' },
    variant: { ...variant, command: [node, '--expose-gc', '--require', collector, ...args] },
    profiler,
    files: { folder: own, stdout: path.join(own, 'stdout.log'), stderr: path.join(own, 'stderr.log') },
    agents,
    signal
  })
}

/** @param {string} app */
function print(app) {
  const bank = read(app)
  console.log(`\n${app}: ${bank.length} rounds, ${LOAD_MS / 1e3} s of load on each of two identical servers.\n`)
  console.log(header(['', ...metrics.map(metricName)]).join('\n'))
  for (const { name } of ways) console.log(wayRow(name, bank, name, slices => slices))
  const usual = ways[0]?.name ?? ''
  console.log(
    wayRow(`${usual}, without the slice with most interruptions`, bank, usual, withoutMost('involuntarySwitches'))
  )
  console.log(wayRow(`${usual}, without the slice with most steal time`, bank, usual, withoutMost('stolenMicros')))
}

/**
 * @param {string} label
 * @param {WayRound[]} bank
 * @param {string} way
 * @param {(slices: WaySlice[]) => WaySlice[]} choose
 */
function wayRow(label, bank, way, choose) {
  const cells = metrics.map(function cell(metric) {
    const ratios = bank.flatMap(function ratioOf(round) {
      const [one, other] = (round[way] ?? []).map(slices => robustMean(choose(slices).map(slice => slice[metric])))
      return one && other ? [Math.log(other / one)] : []
    })
    const spread = Math.sqrt(variance(ratios))
    return `${percent(spread)} ± ${((spread * 100) / Math.sqrt(2 * (ratios.length - 1))).toFixed(1)}`
  })
  return row(label, ...cells)
}

/** @param {'involuntarySwitches' | 'stolenMicros'} field */
function withoutMost(field) {
  return (/** @type {WaySlice[]} */ slices) => slices.toSorted((a, b) => a[field] - b[field]).slice(0, -1)
}
