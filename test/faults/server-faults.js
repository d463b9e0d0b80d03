import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { recordsOf, slicesOf } from './checks.js'
import { BRIEF, VERDICT } from './play-fault.js'

/** @import { Fault, Run } from './play-fault.js' */

/**
 * What a server does, and at which stages it makes a difference.
 * @typedef {{ fault: string, codes: number[], says: RegExp, stages?: Stage[], options?: string[] } & Partial<Fault>} ServerFault
 * @typedef {'start' | 'warm-up' | 'slice' | 'profiled launch'} Stage
 */

const everyStage = /** @type {Stage[]} */ (['start', 'warm-up', 'slice'])
const profiledToo = /** @type {Stage[]} */ ([...everyStage, 'profiled launch'])
const underLoad = /** @type {Stage[]} */ (['warm-up', 'slice'])
const once = /** @type {Stage[]} */ (['start'])
const startOrSlice = /** @type {Stage[]} */ (['start', 'slice'])
const inSlice = /** @type {Stage[]} */ (['slice'])
const LEAST_SLICES = 2
/** A server is faulty from the signal on, until the end of its launch: its slices are longer, so that they have faulty responses. */
const optionsAt = {
  start: BRIEF,
  'warm-up': BRIEF,
  slice: ['--duration', '1', '--rounds', '2', '--only', 'verdict'],
  'profiled launch': ['--duration', '1', '--rounds', '1', '--profiler', 'cdp']
}
/** When a server gets the signal; at the other stages it knows by itself. @type {Partial<Record<Stage, (run: Run) => boolean>>} */
const isSignalledAt = {
  slice: run => slicesOf(run.runFolder()) >= LEAST_SLICES,
  'profiled launch': run => recordsOf(run.runFolder(), 'slices.jsonl').some(({ profiler }) => profiler === 'cdp')
}
const MOST_LOG_BYTES = 20e6

const WHAT =
  'no request was completed|no response|not respond|with status 500|status other than 2xx|errors|timeouts|reset|content-encoding|content-length|cannot be measured'
/** What happened, beside the name of the server. */
const named = new RegExp(`\\bbad\\b[^]{0,200}(${WHAT})|(${WHAT})[^]{0,100}\\bbad\\b`, 'i')

/** @type {ServerFault[]} */
const serverFaults = [
  { fault: 'exits', codes: [3], says: /server of bad .*exit code 7/, stages: profiledToo },
  { fault: 'is killed', codes: [3], says: /server of bad .*SIGKILL/, stages: profiledToo },
  { fault: 'throws an error', codes: [3], says: /the planted error/, stages: everyStage },
  { fault: 'stops responding', codes: [0, 3], says: named, stages: profiledToo },
  {
    fault: 'blocks its event loop',
    codes: [3],
    says: /server of bad did not (listen|respond)/,
    stages: profiledToo,
    endsWithinMs: 90_000
  },
  { fault: 'prints 100 MB', codes: [0, 3], says: VERDICT, stages: everyStage, after: checkLogs },
  { fault: 'prints escape sequences', codes: [3], says: /exit code 7/, stages: everyStage, after: checkEscapes },
  {
    fault: 'fills its heap',
    codes: [3],
    says: /heap is out of memory/,
    stages: everyStage,
    serverEnv: { NODE_OPTIONS: '--max-old-space-size=128' }
  },
  {
    fault: 'leaks memory',
    codes: [3],
    says: /memory limit of 300 MB/,
    stages: everyStage,
    options: ['--memory', '300']
  },
  { fault: 'opens no port', codes: [3], says: /did not listen on any port|ended before it listened/, stages: once },
  { fault: 'opens a second port', codes: [0, 3], says: /--port/, stages: once },
  { fault: 'opens a second port', codes: [0], says: VERDICT, stages: inSlice },
  { fault: 'responds with 500', codes: [0, 3], says: named, stages: everyStage },
  { fault: 'resets connections', codes: [0, 3], says: named, stages: everyStage },
  { fault: 'sends a byte per second', codes: [0, 3], says: named, stages: everyStage, endsWithinMs: 90_000 },
  { fault: 'sends less than its content-length', codes: [0, 3], says: named, stages: everyStage },
  { fault: 'sends more than its content-length', codes: [0, 3], says: named, stages: everyStage },
  { fault: 'sends no HTTP', codes: [0, 3], says: named, stages: everyStage },
  { fault: 'sends endless headers', codes: [0, 3], says: named, stages: everyStage },
  // Its encoding is known before the run, and all its responses have it.
  { fault: 'sends a gzip bomb', codes: [0, 3], says: VERDICT, stages: once },
  { fault: 'sends a gzip bomb', codes: [0, 3], says: /content-encoding/, stages: underLoad },
  // From the start, and where only some responses change, it may: what must hold is that the many names cost no memory.
  { fault: 'sends a new content-encoding each time', codes: [0, 3], says: VERDICT, stages: startOrSlice },
  { fault: 'sends a new content-encoding each time', codes: [3], says: /content-encoding/, stages: ['warm-up'] },
  { fault: 'redirects each time', codes: [3], says: /302|redirect/, stages: once },
  { fault: 'redirects each time', codes: [0, 3], says: named, stages: underLoad },
  { fault: 'ignores SIGTERM', codes: [0], says: VERDICT, stages: startOrSlice, after: checkKilled },
  { fault: 'leaves a helper in a session of its own', codes: [0], says: VERDICT, stages: startOrSlice },
  { fault: 'leaves a helper that listens', codes: [0], says: VERDICT, stages: startOrSlice },
  { fault: 'leaves a helper that ignores SIGTERM', codes: [0], says: VERDICT, stages: startOrSlice }
]

/** @type {Fault[]} */
export const faultsOfServers = serverFaults.flatMap(({ fault, stages = once, ...row }) =>
  stages.map(function faultAt(stage) {
    const isReached = isSignalledAt[stage]
    return {
      ...row,
      options: [...optionsAt[stage], ...(row.options ?? [])],
      fault: `the server ${fault}`,
      stage,
      serverEnv: { ...row.serverEnv, FAULT: fault, AT: isReached ? 'signal' : stage },
      // A server that fails before it is compared or measured leaves no run.
      mayHaveNoRun: stage === 'start',
      ...(isReached && { during: (/** @type {Run} */ run) => signalServers(run, () => isReached(run)) })
    }
  })
)

/** @param {Run} run @param {() => boolean} isReached */
async function signalServers({ processes, until }, isReached) {
  await until(isReached, 'enough slices are saved')
  // The good server gets the signal too, and has no fault.
  await until(() => processes(/misbehaves\.cjs/).length >= 2, 'both servers run')
  for (const pid of processes(/misbehaves\.cjs/)) {
    try {
      process.kill(pid, 'SIGUSR2')
    } catch {
      // It has ended by now.
    }
  }
}

/** @param {Run} run */
function checkLogs({ runFolder }) {
  const root = runFolder()
  if (!root) return
  const logs = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.log'))
  for (const log of logs) {
    const { size } = statSync(path.join(root, log))
    if (size > MOST_LOG_BYTES) throw new Error(`${log} has ${Math.round(size / 1e6)} MB`)
  }
}

/** @param {Run} run */
function checkKilled({ runFolder }) {
  const summary = readText(path.join(runFolder(), 'summary.md'))
  if (!/SIGTERM did not end the server/.test(summary))
    throw new Error('summary.md does not name the launches that were killed')
}

/** @param {Run} run */
function checkEscapes({ runFolder, output }) {
  const summary = runFolder() && path.join(runFolder(), 'summary.md')
  const texts = [output.stdout, output.stderr, summary ? readText(summary) : '']
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
  if (texts.some(text => /[\u0000-\u0008\u000b-\u001f\u007f\u202e]/.test(text)))
    throw new Error('prints an escape sequence')
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
