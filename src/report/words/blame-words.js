import { knownCalls } from '../../blame/places.js'
import { EVENT_LOOP } from '../../blame/request-waits.js'
import { formatCost, formatFigure, formatPercent } from './format.js'
import { otherThreadsWords } from './words.js'

/** @import { Blame, BlameGroup, BlameRow, EvidenceCode, FunctionName, GroupCost, NamedLines, OtherThreadsName } from '../../blame/types.js' */
/** @import { OwnerFrame } from '../../flame/types.js' */

/** A launch with fewer samples is mentioned; of latency, with fewer requests that were followed. */
const FEW = { samples: 500, requests: 100 }

/** @type {Record<EvidenceCode, string>} */
export const evidenceWords = {
  confirmed: 'confirmed by both profilers',
  'one-profiler': 'seen by one profiler',
  'measured-directly': 'measured directly'
}

/** What a row's name starts with. @type {Record<BlameGroup, string>} */
const groupWords = { app: '', package: '', core: 'node:', native: 'native:', gc: '', 'other-threads': '' }

/** Where a request spends time that is no wait: read-waits.js. */
const timePlaces = new Set(['running', EVENT_LOOP, 'unattributed'])

/** @type {Record<OtherThreadsName | 'rest', string>} */
const threadWords = {
  pool: otherThreadsWords.pool,
  helpers: `${otherThreadsWords.helpers} (compiler, garbage collector)`,
  workers: `${otherThreadsWords.workers} of the app, not profiled`,
  rest: 'profiler and other CPU'
}

/** How to read the blame table. */
export const blameNotes = {
  rows: 'Rows do not overlap. Calls into Node.js count for the app or package function that makes them.',
  separate:
    'The unprofiled total is of all threads, from separate slices. The verdict uses shared-core slices, which are more precise; the card has the threads and changes that its heading names.',
  micros: 'Cost of a function = its share of the samples × CPU time of its thread ÷ number of requests.',
  bytes: 'Cost of a function = bytes that V8 allocated in it, freed since or not, ÷ number of requests.',
  samples: 'Cost of a function = its samples that are not idle, with those of the Node.js code that it calls.',
  latency:
    'Latency of a function = the time that a request waits in it or below, or runs code. Each moment counts for what ends last.',
  evidence:
    'Confirmed by both profilers: the second profiler shows a significant difference in the same function or call. Seen by one profiler: the second profiler shows none.',
  displaced:
    'Displaced system-call time: kernel work counts for whichever system call comes next. It moved between native calls that both variants make, and no second profiler confirms it, or both variants make these calls as often and with as many bytes. So it is attributed to no function.',
  inlined: 'Up to Node 24 a CPU profile counts an inlined function for its caller. The profiler prof sees it by name.',
  otherThreads:
    'Other threads: their CPU time comes from the operating system, not from samples. The function named is the one that queues the work: its calls changed in the same direction.',
  /** @param {{ baseline: number, candidate: number }} factors in the mean @param {boolean} isTied whether each launch has its own */
  unprofiled: ({ baseline, candidate }, isTied) =>
    `A profiler uses CPU, and the machine may have another speed when it runs. So sampled costs are multiplied ${isTied ? `for each launch, by ${formatFigure(baseline)} of the baseline and ${formatFigure(candidate)} of the candidate in the mean: then its main thread costs what that of its variant costs` : `by ${formatFigure(baseline)}: then the threads of the baseline cost what they cost`} in unprofiled launches. The thread pool and V8 helper threads are those of unprofiled launches, where both are known.`,
  /** @param {number} sampledPerCpu */
  scaled: sampledPerCpu =>
    `Samples are taken in wall time and scaled to the measured CPU time: here by a factor of ${formatFigure(1 / sampledPerCpu)}.`,
  /** @param {{ on: number, off: number }} hookMicros */
  hook: ({ on, off }) =>
    `While requests are followed, a request takes ${formatCost(on, 'micros')} of CPU; between these windows of the same launches, ${formatCost(off, 'micros')}.`,
  /** @param {number} samplingBias */
  bias: samplingBias =>
    `Sampled time and CPU time differ by more than usual. So both ends of the intervals of sampled rows are ${formatPercent(samplingBias)} further out.`
}

/** What a table of functions says where a wrapper, or another program, was profiled. */
export const noAppFrames =
  'No sample is in the code of the app or of a package. Does the command start the server through a wrapper?'

const ONE_ROUND = 'Only one round was profiled, so no function has an interval or a row. Use more rounds.'
const ONE_PROFILE = 'One profile on each side: no interval. Differences of less than 1% of the whole have no row.'

/** Returns what makes the whole table doubtful, if anything does. @param {Blame} blame @param {object} [imported] set of files of other tools @returns {string[]} */
export function blameWarnings({ rounds, rows, hasAppFrames, fewestSamples, unit }, imported) {
  const lines = []
  if (imported) return [...(rounds < 2 ? [ONE_PROFILE] : []), ...fewSamplesInWords(fewestSamples, { imported })]
  if (rounds < 2) lines.push(ONE_ROUND)
  else if (rows.length === 0) lines.push('No function differs significantly.')
  if (!hasAppFrames) lines.push(noAppFrames)
  return [...lines, ...fewSamplesInWords(fewestSamples, { unit })]
}

/**
 * @param {number} fewest samples of a launch
 * @param {{ unit?: Blame['unit'], imported?: object, profile?: { attached?: object } }} [of] `imported`: set of a profile of another tool;
 *   `attached`: of a process that ran already
 * @returns {string[]} one sentence or none
 */
export function fewSamplesInWords(fewest, { unit, imported, profile } = {}) {
  if (fewest >= FEW[unit === 'latency' ? 'requests' : 'samples']) return []
  if (unit === 'latency') return [`One launch followed only ${fewest} requests: rare waits can be missing.`]
  if (imported) return [`One profile has only ${fewest} samples. Record longer.`]
  if (profile?.attached) return [`One process has only ${fewest} samples. Use more --seconds.`]
  return [`One launch has only ${fewest} samples. Use a longer --duration.`]
}

/**
 * Returns the name of a row: its function, what that calls, and the function of the app that calls it.
 * @param {Omit<BlameRow, 'cost' | 'evidence' | 'annotated' | keyof NamedLines>} row
 */
export function nameInWords({ group, packageName, threads, poolUser, owner, path, isSpread, joined, caller }) {
  if (joined?.kind === 'event-loop' && !timePlaces.has(owner?.name ?? '')) return 'event loop and sockets'
  const from = caller ? ` (from ${caller.name})` : ''
  if (threads) {
    const queued = owner && ['queued by', packageName, functionInWords(owner)].filter(Boolean).join(' ')
    return [`other threads: ${poolUser ?? threadWords[threads]}`, queued].filter(Boolean).join(', ') + from
  }
  const names = [owner && functionInWords(owner), ...knownCalls(path).map(callInWords)].join(' > ')
  const more = joined && joined.count > 1 ? ` and ${joined.count - 1} more` : ''
  const words = group === 'native' && owner && timePlaces.has(owner.name) ? '' : groupWords[group]
  return [words, packageName, names + (isSpread ? ' and its callees' : '') + more].filter(Boolean).join(' ') + from
}

/**
 * Returns the functions that a row names, from the outer one to the one that {@link nameInWords} ends with.
 * @param {BlameRow} row @returns {FunctionName[]}
 */
export function functionsNamed({ owner, path }) {
  const [last] = knownCalls(path).slice(-1)
  return owner ? [owner, ...path.slice(0, last ? path.indexOf(last) + 1 : 0)] : []
}

/** @param {FunctionName} owner */
function functionInWords({ name, replaces }) {
  return replaces === undefined ? name : `${name} (replaces ${replaces})`
}

/** Returns the name of a frame of the graph by owner, as the blame table has it. @param {OwnerFrame} frame */
export function ownerFrameInWords({ name, group, packageName, calls, threads, ...frame }) {
  if (threads) return otherThreadsWords[threads]
  if (calls) return callsNamed(calls, group).map(callInWords).join(' > ')
  if (name === '') return groupInWords({ group, packageName, threads: null })
  return [groupWords[group], packageName, functionInWords({ name, ...frame })].filter(Boolean).join(' ')
}

/** Code without an owner has a row of its first function. @type {(calls: FunctionName[], group: BlameGroup) => FunctionName[]} */
function callsNamed(calls, group) {
  if (group === 'app' || group === 'package') return knownCalls(calls)
  return [...calls.slice(0, 1), ...knownCalls(calls.slice(1))]
}

/** @param {Pick<FunctionName, 'name' | 'file'>} call */
export function callInWords({ name, file }) {
  return file === 'node:internal/console/constructor' ? `console.${name}` : name
}

/** @param {Pick<GroupCost, 'group' | 'packageName' | 'threads'>} cost @param {string} [unit] */
export function groupInWords({ group, packageName, threads }, unit) {
  if (threads) return `other threads: ${threadWords[threads]}`
  return {
    app: 'the app',
    package: `package ${packageName}`,
    core: 'node: no app or package caller',
    native: unit === 'latency' ? 'running code and the event loop' : 'native code without a caller in the app',
    gc: 'garbage collector',
    'other-threads': 'other threads'
  }[group]
}
