import { messageOf } from '../../errors/errors.js'
import { responseProblem } from '../../errors/words.js'
import { expectedEffect } from '../../verdict/checks/calibrate.js'
import { evidenceWords } from './blame-words.js'
import {
  formatChangeInText,
  formatCount,
  formatCounted,
  formatDuration,
  formatExactPercent,
  formatMicros,
  formatPercent
} from './format.js'
import { listed } from './text.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Design } from '../../measure/types.js' */
/** @import { Finding, Unread, UnreadReason } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Calibration, DiscardReason, Disturbance, LaunchWarning, PlantedFinding } from '../../verdict/types.js' */

/** @type {Record<UnreadReason, string>} */
const unreadReasons = {
  'not-json': 'not JSON, or cut off',
  'wrong-value': 'a wrong value',
  contradiction: 'CPU, bytes or requests that contradict each other',
  'cut-off': 'its last line is cut off and is skipped',
  duplicate: 'recorded twice, and counted once',
  'other-launch': 'another launch than that of its record',
  'unknown-variant': 'a variant that the run does not have',
  'bad-name': 'a name that leads out of the run folder',
  'bad-tree': 'its nodes form no call tree',
  missing: 'it is missing',
  outside: 'a link that leads out of the run folder',
  'not-a-file': 'not a file',
  'not-plain': 'a link or a special file; beside one the profiles that a run left are not read',
  'foreign-library': 'a library that is no file of this machine',
  'bad-table': 'the results of its load generator in slices.jsonl are damaged',
  'too-large': 'too large to be read',
  unreadable: 'it cannot be read',
  checksum: 'it does not fit its checksum',
  'other-lines': 'lines are missing, cut off, added or moved: it does not fit its checksum in run.json',
  'no-checksums': 'an older version wrote it without checksums: a changed figure is found only if it contradicts others'
}

/** Returns why a slice is discarded, as a part of a sentence. @param {DiscardReason} reason @returns {string} */
export function reasonInWords(reason) {
  switch (reason.code) {
    case 'generator-busy':
      return `the load generator was busy for more than ${formatExactPercent(reason.limit)} of a core and may be the bottleneck`
    case 'server-not-saturated':
      return `the server was busy for less than ${formatExactPercent(reason.limit)} of a core: it was not the bottleneck`
    case 'other-processes':
      return `other processes used ${formatPercent(reason.share)} of a core`
    case 'stolen':
      return `the host gave ${formatPercent(reason.share)} of a core to other machines`
    case 'late-sends':
      return `more than 1% of the requests were sent over ${formatMicros(reason.limitMicros)} late`
    case 'server-saturated':
      return `the server could not keep up with ${formatCount(reason.ratePerSecond)} requests/s`
    case 'other-half-discarded':
      return 'another server of the same shared-core slice has a discarded slice'
    case 'launch-excluded':
      return 'another slice of the launch is not used for requests/s and latency'
    default:
      return responseProblem(reason)
  }
}

/** @type {Record<Disturbance['code'], string>} */
const disturbing = {
  'other-processes': 'other processes used',
  stolen: 'the host gave other machines',
  'generator-busy': 'the load generator was busy for'
}

/** Returns what disturbed many slices, as a part of a sentence. @param {Disturbance[]} disturbances */
export function disturbancesInWords(disturbances) {
  const each = disturbances.map(
    ({ code, beyond, slices, limit }) =>
      `in ${formatCount(beyond)} of ${formatCount(slices)} slices ${disturbing[code]} more than ${formatExactPercent(limit)} of a core`
  )
  return listed(each)
}

/** Returns what makes a run doubtful, as a sentence. @param {Finding | LaunchWarning} warning @returns {string} */
export function warningInWords(warning) {
  switch (warning.code) {
    case 'killed':
      return `${warning.launches.join(', ')}: killed, since SIGTERM did not end the server. A profile of them lacks its last part.`
    case 'failed-exit': {
      const launches = warning.launches.map(({ id, exitCode }) => `${id} (exit code ${exitCode})`)
      return `${launches.join(', ')}: the server failed while stopping. See stderr.log.`
    }
    case 'unread-profiles':
      return `The run ended before it read the profiles of ${formatCounted(warning.launches.length, 'launch', 'launches')}: they are in launches/ as the tools left them, and report <run folder> reads them.`
    case 'unread-file':
      return unreadInWords(warning)
    case 'missing-trees':
      return `The call trees of ${formatCounted(warning.launches.length, 'launch', 'launches')} are missing (${someOf(warning.launches)}): blame is of the others, and confirms no function.`
    case 'saturated-waits':
      return `The server was busy in ${formatCounted(warning.launches.length, 'launch', 'launches')} that followed requests (${someOf(warning.launches)}): queueing in front of it cannot be distinguished from waiting inside it.`
    case 'folded-functions':
      return `The launches have too many functions to compare each of them: ${formatCounted(warning.functions, 'function')} that one launch has or that cost least are (other functions) of the app, of Node.js or of their package.`
    case 'baseline-swing':
      return `The launches of ${warning.variant} differ by ${formatPercent(warning.swingRatio)} (standard deviation; limit ${formatExactPercent(warning.limitRatio)}): the speed of the machine changes from round to round, or launches of this server differ on a steady machine too. Each round compares its own launches, but the intervals are wider.`
    default:
      return `Before the run: ${findingInWords(warning)}.`
  }
}

/** @param {string[]} launches */
function someOf(launches) {
  const [first = '', ...others] = launches
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

/** Returns what may make a run less accurate. @param {Finding} finding */
export function findingInWords(finding) {
  switch (finding.code) {
    case 'no-proc':
      return '/proc is missing (only Linux has it): system calls and the CPU of other processes, of helper threads and, before Node.js 23.9, of the main thread are not measured'
    case 'no-nm':
      return 'nm (package binutils) is missing: V8 counts the C++ of Node.js as shared libraries'
    case 'one-core':
      return 'one core only: the server and the load generator share it, so requests/s depends on both'
    case 'no-pinning':
      return 'servers cannot be pinned to a core (this needs Linux and taskset, package util-linux): all slices are separate, and intervals can be several times wider'
    case 'busy': {
      const share =
        finding.busyShare === null ? '' : ` (${formatPercent(finding.busyShare)} of its cores in use before the run)`
      return `the machine is busy${share}: intervals are wider`
    }
    case 'governor':
      return `the CPU governor is ${finding.governor}: a changing clock frequency makes intervals wider`
  }
}

/**
 * Returns what to expect of a run before it starts, one thing per line.
 * @param {{ findings: Finding[], calibration: Calibration | null }} known @param {Experiment} experiment
 * @param {Design} design
 */
export function preflightWords({ findings, calibration }, experiment, design) {
  const known = findings.length === 0 ? ['no problem found on this machine'] : findings.map(findingInWords)
  const expected = experiment.variants.length > 1 ? [expectation(calibration, experiment, design)] : []
  return [...known, ...expected].map(words => `${experiment.name}: ${words}`).join('\n')
}

/** @type {(calibration: Calibration | null, experiment: Experiment, design: Design) => string} */
function expectation(calibration, experiment, design) {
  const { loads, rounds, detailRounds, untilHalfWidth, maxMs, quick } = design
  const effect = expectedEffect(calibration, experiment, rounds)
  if (!calibration || effect === null) return 'not calibrated (command calibrate), so its power is not known in advance'
  if (untilHalfWidth !== null)
    return `measures until the 95% interval is at most ±${formatExactPercent(untilHalfWidth)}`
  const forBlame = detailRounds > 0 ? ', but two rounds for blame where the verdict has enough' : ''
  if (maxMs !== null) return `starts no round that would end after ${formatDuration(maxMs)}${forBlame}`
  if (quick) return 'a short run has wide intervals'
  if (loads[0].mode !== 'closed') return 'calibrated for closed loops only'
  if (rounds < 2) return 'a single round gives no verdict'
  return `by the calibration of ${calibration.at.slice(0, 10)}, ${rounds} rounds have 80% power to detect a change of ${formatPercent(effect)}`
}

/** @param {Calibration | null} calibration @returns {string[]} */
export function calibrationLines(calibration) {
  if (!calibration) {
    return [
      'Not calibrated: the accuracy of verdicts and blame on this machine with this Node.js version is unknown. The command calibrate measures it.'
    ]
  }
  const { at, node, quick, rounds, identical, planted } = calibration
  const { change } = identical
  const result =
    change.low <= 0 && change.high >= 0
      ? 'The interval contains zero, as expected.'
      : 'The interval excludes zero: expect false alarms on this machine.'
  return [
    `Calibrated ${at.slice(0, 10)} on this machine with Node.js ${node}, ${rounds} ${quick ? 'short ' : ''}rounds.`,
    `A/A test (identical servers): ${formatChangeInText(change)}. ${result}`,
    ...planted.map(plantedInWords)
  ]
}

/** @param {PlantedFinding} finding */
function plantedInWords({ variant, truth, change, isCovered, blamed }) {
  const cost = truth ? `${formatMicros(truth.micros)}, ${formatPercent(truth.relative)}` : 'true cost unknown'
  const covered =
    isCovered === null ? '' : isCovered ? '; the interval contains it' : '; the interval does not contain it'
  const measured = change ? `measured ${formatChangeInText(change)}${covered}` : 'no result'
  return `Injected cost ${variant} (${cost}): ${measured}. ${blamedInWords(blamed)}`
}

/** @param {PlantedFinding['blamed']} blamed */
function blamedInWords(blamed) {
  if (!blamed) return 'The function is not in the blame table.'
  const rank = blamed.isFirst ? 'ranked first in the blame table' : 'is in the blame table, but not first'
  const evidence = evidenceWords[blamed.isConfirmed ? 'confirmed' : 'one-profiler']
  const error = blamed.errorRatio === null ? '' : ` (error ${formatPercent(Math.abs(blamed.errorRatio))})`
  return `The function ${rank}, with ${formatMicros(blamed.micros)}${error}, ${evidence}.`
}

/** Returns what of a damaged run folder is in no figure, as a sentence. @param {Unread} unread */
export function unreadInWords({ file, reason, lines, place }) {
  const why = `${unreadReasons[reason]}${place ? ` at ${place}` : ''}`
  if (lines === null) {
    if (['cut-off', 'missing', 'other-lines', 'no-checksums'].includes(reason)) return `${file}: ${why}.`
    return `${file} is not ${reason === 'bad-table' ? 'written' : 'used'}: ${why}.`
  }
  const first = `line ${formatCount(lines.first)}`
  if (lines.count === 1) return `${file}: ${first} is skipped: ${why}.`
  return `${file}: ${formatCount(lines.count)} lines are skipped, the first one is ${first}: ${why}.`
}

/** Returns the warnings of a run, and which profilers failed, as sentences. @param {Pick<Analysis, 'checks' | 'toolProblems'>} analysis */
export function warningLines({ checks, toolProblems }) {
  const failures = toolProblems.map(
    ({ profiler, variant, problem }) => `${profiler} failed on ${variant}: ${messageOf(problem)}`
  )
  return [...checks.warnings.map(warningInWords), ...failures]
}
