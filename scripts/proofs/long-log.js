/**
 * Shows that what a ten-minute run leaves is read in bounded memory, by the workshop's own collect of prof and cdp:
 *
 *     node scripts/proofs/long-log.js [--minutes 10] [--node /usr/bin/node]
 *
 * Five seconds of the app under load are recorded with --prof, and the end of that log repeated until there is a tick for
 * every millisecond: 600,000, of which ten minutes of full load have less. A .cpuprofile is made likewise. Each is read in
 * a process of its own. Ends with 1 when one of them fails. Needs /proc, so Linux.
 *
 * Seen with ten minutes on 2 cores that others were using, read by Node 20.20.2:
 *
 *                                  log of Node 20.20.2    log of Node 26.9.0
 *     V8 log                       146 MB                 216 MB
 *     --prof-process, its summary  184 MB, 86 s           329 MB, 13 s
 *     --preprocess                 509 MB, 66 s           709 MB, 11 s
 *     what that writes             219 MB                 305 MB
 *     the workshop                 217 MB                 221 MB
 *     together                     162 s                  38 s
 *
 * The log of 90 seconds took Node 20 29 s and 178 MB: memory and time grow with the log in a straight line. The time is
 * nearly all V8's: for each address its code map walks from the root of a tree to the first code (findMin in
 * tools/splaytree.mjs), which is a long way in one log and a short one in the next; another log of Node 26, of 210 MB, had
 * not been preprocessed after 76 s. A .cpuprofile of 15 MB took the workshop 2 s and 343 MB.
 */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { cdp } from '../../src/profilers/cdp.js'
import { prof } from '../../src/profilers/prof.js'
import { startProcess } from '../../src/system/processes.js'
import { workshopRoot } from '../../src/system/workshop-root.js'

/**
 * @import { Profiler } from '../../src/profilers/index.js'
 * @import { SliceRecord } from '../../src/runs/types.js'
 * @import { Profiler as InspectorProfiler } from 'node:inspector'
 */

const SERVER = path.join(workshopRoot, 'src/app/server.js')
const CPU_PROFILE = path.join(workshopRoot, 'test/fixtures/cpu-prof/node-20/cjs.cpuprofile.gz')
const LOAD_SECONDS = 5
/** Of the end of the log: the server is warm by then. */
const REPEATED_MICROS = 3_000_000
/** One in so many repeated ticks gets another address on top. */
const VARY_EVERY = 10
/** Of the tree of CPU_PROFILE, which is one of half a second. */
const TREE_COPIES = 80
const POLL_MS = 100
const PID = 4321
const logName = `isolate0x1-${PID}-v8.log`
/** By kind of line; both count microseconds from the start of V8. */
const timeFields = new Map([
  ['tick', 2],
  ['code-creation', 3]
])

/** @typedef {{ minutes: number, node: string }} Options */

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    node: { type: 'string', default: process.execPath }
  },
  allowPositionals: true
})
const options = { minutes: Number(values.minutes), node: values.node }
const [role, folder = ''] = positionals
// startProcess kills what it started when this process exits, and a signal alone is no exit
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
if (role === undefined) await main(options)
else if (role === 'prof') await measure(prof, folder, logName, options)
else await measure(cdp, folder, `process-${PID}.cpuprofile`, options)

/** @param {Options} options */
async function main({ minutes, node }) {
  const { stdout } = await promisify(execFile)(node, ['--version'])
  console.log(`${minutes} minutes, log of node ${stdout.trim()}, read by node ${process.version}`)
  const folder = await mkdtemp(path.join(tmpdir(), 'long-log-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await makeLog(folder, { minutes, node })
  await inOwnProcess('prof', folder)
  await makeCpuProfile(folder, minutes)
  await inOwnProcess('cdp', folder)
}

/**
 * So that one's peak is not the other's.
 * @param {string} role
 * @param {string} folder
 */
async function inOwnProcess(role, folder) {
  const child = fork(import.meta.filename, [role, folder, ...process.argv.slice(2)])
  process.once('exit', () => child.kill())
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  process.exitCode = 1
  console.log(`${role}: FAILED, ${signal ?? `exit code ${code}`}`)
}

/**
 * @param {Profiler} profiler
 * @param {string} folder
 * @param {string} name of the file to read
 * @param {Options} options
 */
async function measure({ name: tool, collect }, folder, name, { minutes, node }) {
  const stop = watch(folder)
  const { size } = statSync(path.join(folder, name))
  const startedAt = performance.now()
  const { trees } = await collect({
    folder,
    stderr: path.join(folder, 'stderr.txt'),
    nodeBinary: node,
    slices: slicesOf(minutes),
    isTypical: true,
    signal: new AbortController().signal
  })
  const seconds = (performance.now() - startedAt) / 1000
  const found = trees.map(({ sampleCount, profile }) => `${sampleCount} samples, ${profile.nodes.length} nodes`)
  console.log(`${tool}: ${megabytes(size)} read in ${seconds.toFixed(1)} s, ${found}`)
  for (const line of stop()) console.log(line)
}

/**
 * Once a minute, as of a run in slices.
 * @param {number} minutes
 * @returns {SliceRecord[]}
 */
function slicesOf(minutes) {
  return Array.from({ length: Math.ceil(minutes) }, (_, minute) => {
    const startUptimeMs = minute * 60_000
    const endUptimeMs = Math.min(minutes, minute + 1) * 60_000
    const thread = { startUptimeMs, endUptimeMs, startMicros: startUptimeMs * 1000, endMicros: endUptimeMs * 1000 }
    const threads = [{ pid: PID, threadId: 0, ...thread, cpuMicros: null }]
    return /** @type {any} */ ({ load: { generator: 'autocannon' }, server: { threads } })
  })
}

/**
 * How much memory this process and each child of it took at most, out of /proc, so on Linux only. What a child adds in the
 * last {@link POLL_MS} of its life is not seen.
 * @param {string} folder where to look for what the children write
 * @returns {() => string[]} the findings, a line each
 */
function watch(folder) {
  /** @type {Map<string, { peak: number, from: number, to: number }>} */
  const children = new Map()
  let written = 0
  const timer = setInterval(look, POLL_MS)
  return function stop() {
    clearInterval(timer)
    const lines = [...children].map(([name, { peak, from, to }]) => {
      return `  ${name}: ${megabytes(peak)} at most, ${((to - from) / 1000).toFixed(1)} s`
    })
    if (written > 0) lines.push(`  preprocessed: ${megabytes(written)}`)
    return [...lines, `  this process: ${megabytes(peakOf('self'))} at most`]
  }

  function look() {
    const now = performance.now()
    for (const pid of readProc('self', `task/${process.pid}/children`).split(' ').filter(Boolean)) {
      const name = nameOf(pid)
      const { peak, from } = children.get(name) ?? { peak: 0, from: now }
      if (name !== '') children.set(name, { peak: Math.max(peak, peakOf(pid)), from, to: now })
    }
    for (const name of readdirSync(folder).filter(name => name.endsWith('.log.json'))) {
      written = Math.max(written, statSync(path.join(folder, name)).size)
    }
  }
}

/** @param {string} pid */
function nameOf(pid) {
  const words = readProc(pid, 'cmdline').split('\0')
  return words.filter(word => word.startsWith('--')).join(' ')
}

/** @param {string} pid */
function peakOf(pid) {
  const [, kilobytes = 0] = /^VmHWM:\s*(\d+) kB/m.exec(readProc(pid, 'status')) ?? []
  return Number(kilobytes) * 1024
}

/**
 * @param {string} pid
 * @param {string} name
 */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // it has just ended
  }
}

/**
 * Records a few seconds of the app under load, and makes its log as long as one of so many minutes.
 * @param {string} folder
 * @param {Options} options
 */
async function makeLog(folder, { minutes, node }) {
  await recordLog(folder, node)
  const recorded = path.join(folder, readdirSync(folder).find(name => name.endsWith('v8.log')) ?? '')
  const lines = (await readFile(recorded, 'latin1')).trimEnd().split('\n')
  await rm(recorded)
  await pipeline(longLog(lines, minutes * 60e6), createWriteStream(path.join(folder, logName), 'latin1'))
}

/**
 * @param {string} folder
 * @param {string} node
 */
async function recordLog(folder, node) {
  const command = [node, SERVER, '--port', '0']
  const files = { folder, stdout: path.join(folder, 'stdout.txt') }
  const [program = '', ...args] = prof.commandFor({ command, cwd: folder, files }).command
  const server = startProcess({ command: program, args, cwd: folder, stdoutPath: files.stdout })
  try {
    await autocannon({ url: await urlIn(files.stdout), connections: 50, duration: LOAD_SECONDS })
  } finally {
    await server.end()
  }
}

/** @param {string} file */
async function urlIn(file) {
  for (let tries = 0; tries < 100; tries++) {
    const [url] = /http:\S+/.exec(await readFile(file, 'utf8')) ?? []
    if (url) return url
    await sleep(100)
  }
  throw new Error(`The server does not listen: ${await readFile(file, 'utf8')}`)
}

/**
 * The log's last seconds again and again, with a tick every millisecond: the ticks and what was compiled among them, at
 * the address it had, as V8 uses memory again. In ten minutes new stacks would come up too, so some ticks get the address
 * on top of another.
 * @param {string[]} lines
 * @param {number} endMicros
 */
function* longLog(lines, endMicros) {
  const times = lines.map(timeOf)
  const lastTick = lines.findLastIndex(isTick)
  const firstAgain = times.findIndex(time => time > (times[lastTick] ?? 0) - REPEATED_MICROS)
  const again = lines.slice(firstAgain, lastTick + 1)
  const addresses = again.filter(isTick).map(line => line.split(',')[1] ?? '')
  yield `${lines.slice(0, firstAgain).join('\n')}\n`
  let micros = times[firstAgain] ?? 0
  let ticks = 0
  for (let round = 1; micros < endMicros; round++) {
    const block = []
    for (const line of again) {
      const fields = line.split(',')
      const timeField = timeFields.get(fields[0] ?? '')
      if (timeField) fields[timeField] = String(micros)
      if (isTick(line)) {
        micros += 1000
        ticks += 1
        if (ticks % VARY_EVERY === 0) fields[1] = addresses[(ticks * round) % addresses.length] ?? ''
      }
      block.push(fields.join(','))
    }
    yield `${block.join('\n')}\n`
  }
  yield `${lines.slice(lastTick + 1).join('\n')}\n`
}

/** @param {string} line */
function isTick(line) {
  return line.startsWith('tick,')
}

/**
 * @param {string} line
 * @returns {number} NaN where it has none
 */
function timeOf(line) {
  const fields = line.split(',', 4)
  return Number(fields[timeFields.get(fields[0] ?? '') ?? -1])
}

/**
 * A recorded .cpuprofile over and over, each time with a copy of its tree on other lines: in ten minutes the tree grows.
 * @param {string} folder
 * @param {number} minutes
 */
async function makeCpuProfile(folder, minutes) {
  /** @type {InspectorProfiler.Profile} */
  const { nodes, samples = [] } = JSON.parse(gunzipSync(await readFile(CPU_PROFILE)).toString())
  const [root, ...others] = nodes
  if (!root) throw new Error(`${CPU_PROFILE} is empty`)
  const step = Math.max(...nodes.map(node => node.id))
  const ids = samples.filter(id => id !== root.id)
  const count = minutes * 60_000
  const copies = Array.from({ length: TREE_COPIES }, (_, copy) => copy)
  const file = {
    nodes: [
      { ...root, children: copies.flatMap(copy => (root.children ?? []).map(id => id + copy * step)) },
      ...copies.flatMap(copy => others.map(node => copyOf(node, copy)))
    ],
    startTime: 0,
    endTime: count * 1000,
    samples: Array.from({ length: count }, (_, i) => (ids[i % ids.length] ?? 0) + (i % TREE_COPIES) * step),
    timeDeltas: Array.from({ length: count }, (_, i) => 1000 + (i % 100) - 50)
  }
  await writeFile(path.join(folder, `process-${PID}.cpuprofile`), JSON.stringify(file))

  /**
   * @param {(typeof others)[number]} node
   * @param {number} copy
   */
  function copyOf(node, copy) {
    const { callFrame } = node
    return {
      ...node,
      id: node.id + copy * step,
      callFrame: { ...callFrame, lineNumber: callFrame.lineNumber + 1000 * copy },
      children: node.children?.map(id => id + copy * step)
    }
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
