import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { recordsOf, slicesOf } from './checks.js'
import { BRIEF, statusOf, VERDICT } from './play-fault.js'

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
const atWarmUp = /** @type {Stage[]} */ (['warm-up'])
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
/** The command line of a helper, see misbehaves.cjs. */
const HELPER = / --eval .*setInterval/

/** What a server that fails from its start says: its first responses are read before the run. */
const NO_RESPONSE = /The server of bad did not respond to GET http/
/** What a server says that no longer responds, or that responds otherwise than before. */
const NOT_MEASURABLE = /The responses of bad cannot be measured: /

/** @type {ServerFault[]} */
const serverFaults = [
  { fault: 'exits', codes: [3], says: /server of bad .*exit code 7/, stages: profiledToo },
  { fault: 'is killed', codes: [3], says: /server of bad .*SIGKILL/, stages: profiledToo },
  { fault: 'throws an error', codes: [3], says: /the planted error/, stages: everyStage },
  ...withoutResponses('stops responding', [...underLoad, 'profiled launch']),
  {
    fault: 'blocks its event loop',
    codes: [3],
    says: /The server of bad did not listen on any port/,
    stages: once,
    endsWithinMs: 90_000
  },
  {
    fault: 'blocks its event loop',
    codes: [3],
    says: /The server of bad did not respond within/,
    stages: [...underLoad, 'profiled launch'],
    endsWithinMs: 90_000
  },
  { fault: 'prints 100 MB', codes: [0], says: VERDICT, stages: everyStage, after: checkLogs },
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
  {
    fault: 'opens no port',
    codes: [3],
    says: /ended before it listened \(exit code 0 after [\d.]+ s\).*--trace-exit/s,
    stages: once
  },
  {
    fault: 'opens a second port',
    codes: [3],
    says: /of bad did not respond .* It also listens on 1 port that the system chooses/,
    stages: once
  },
  { fault: 'opens a second port', codes: [0], says: VERDICT, stages: inSlice },
  {
    fault: 'responds with 500',
    codes: [3],
    says: /The server of bad responds to GET \/ with status 500/,
    stages: once
  },
  {
    fault: 'responds with 500',
    codes: [3],
    says: /of bad cannot be measured: \d+ responses with a status/,
    stages: atWarmUp
  },
  otherResponses('responds with 500', 'wrong-status'),
  ...withoutResponses('resets connections'),
  ...withoutResponses('sends a byte per second', underLoad, { endsWithinMs: 90_000 }),
  ...withoutResponses('sends less than its content-length'),
  // The first of them can be read, on a connection of its own.
  { fault: 'sends more than its content-length', codes: [3], says: NOT_MEASURABLE, stages: everyStage },
  ...withoutResponses('sends no HTTP'),
  ...withoutResponses('sends endless headers', atWarmUp),
  // It depends on the machine whether the generator has read them in time.
  {
    fault: 'sends endless headers',
    codes: [3],
    says: /The responses of bad cannot be measured: |The load of autocannon did not end within/,
    stages: inSlice
  },
  // Its encoding is known before the run, and all its responses have it.
  { fault: 'sends a gzip bomb', codes: [0], says: VERDICT, stages: once },
  {
    fault: 'sends a gzip bomb',
    codes: [3],
    says: /of bad cannot be measured: .*content-encoding gzip/,
    stages: atWarmUp
  },
  otherResponses('sends a gzip bomb', 'wrong-encoding'),
  // From the start it may: what must hold is that the many names cost no memory.
  { fault: 'sends a new content-encoding each time', codes: [0], says: VERDICT, stages: once },
  {
    fault: 'sends a new content-encoding each time',
    codes: [3],
    says: /of bad cannot be measured: .*content-encoding x-/,
    stages: atWarmUp
  },
  otherResponses('sends a new content-encoding each time', 'wrong-encoding'),
  { fault: 'redirects each time', codes: [3], says: /with status 302, a redirect to/, stages: once },
  {
    fault: 'redirects each time',
    codes: [3],
    says: /of bad cannot be measured: \d+ responses with a status/,
    stages: atWarmUp
  },
  otherResponses('redirects each time', 'wrong-status'),
  { fault: 'ignores SIGTERM', codes: [0], says: VERDICT, stages: startOrSlice, after: checkKilled },
  leavesHelper('leaves a helper in a session of its own'),
  leavesHelper('leaves a helper that listens'),
  leavesHelper('leaves a helper that ignores SIGTERM')
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
      async during(run) {
        if (isReached) await signalServers(run, () => isReached(run))
        await row.during?.(run)
      }
    }
  })
)

/**
 * Returns the row of a server whose responses become others in the middle of a launch: its slices are discarded, and those before and
 * of the next launch give a verdict.
 * @param {string} fault
 * @param {string} reason of each discarded slice
 * @returns {ServerFault}
 */
function otherResponses(fault, reason) {
  return { fault, codes: [0], says: VERDICT, stages: inSlice, after: checkDiscarded }

  /** @param {Run} run */
  function checkDiscarded({ runFolder }) {
    const { checks } = JSON.parse(readFileSync(path.join(runFolder(), 'analysis.json'), 'utf8'))
    const own = checks.discarded.filter((/** @type {{ variant: string }} */ { variant }) => variant === 'bad')
    if (!JSON.stringify(own).includes(`"code":"${reason}"`)) throw new Error(`no slice is discarded for ${reason}`)
  }
}

/** Returns the row of a server that starts a helper, which must end with its launch, and not only with the run. @param {string} fault @returns {ServerFault} */
function leavesHelper(fault) {
  return { fault, codes: [0], says: VERDICT, stages: startOrSlice, during: untilHelperEnds }
}

/** @param {Run} run */
async function untilHelperEnds({ processes, until, runFolder }) {
  const helpers = () => processes(HELPER)
  await until(() => helpers().length > 0, 'a helper runs')
  const [first = 0] = helpers()
  await until(() => !helpers().includes(first), 'the helper of the first launch has ended')
  if (statusOf(runFolder()) === 'complete') throw new Error('a helper runs longer than its launch')
}

/** Returns the rows of a server that sends no response, or none that can be read. @type {(fault: string, later?: Stage[], more?: Partial<Fault>) => ServerFault[]} */
function withoutResponses(fault, later = underLoad, more = {}) {
  return [
    { ...more, fault, codes: [3], says: NO_RESPONSE, stages: once },
    { ...more, fault, codes: [3], says: NOT_MEASURABLE, stages: later }
  ]
}

/** @param {Run} run @param {() => boolean} isReached */
async function signalServers({ processes, until }, isReached) {
  await until(isReached, 'enough slices are saved')
  // The good server gets the signal too, and has no fault.
  await until(() => processes(/misbehaves\.cjs$/).length >= 2, 'both servers run')
  for (const pid of processes(/misbehaves\.cjs$/)) {
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
