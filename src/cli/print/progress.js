import { performance } from 'node:perf_hooks'
import { analyse } from '../../analyse.js'
import { estimateCollectMs, estimateRoundMs } from '../../measure/rounds/estimate-duration.js'
import { fixedPlan, roundsBeyondTime } from '../../measure/rounds/plan.js'
import { widthOf, wrapped } from '../../report/print/terminal.js'
import { profileLines } from '../../report/sections/profile-sections.js'
import { clearInWords, firstVerdictLines } from '../../report/sections/sections.js'
import { preflightWords } from '../../report/words/check-words.js'
import { estimatesInWords, revisionsInWords } from '../../report/words/early-words.js'
import {
  formatBytes,
  formatCount,
  formatCounted,
  formatDuration,
  formatExactPercent
} from '../../report/words/format.js'
import { visible } from '../../report/words/text.js'
import { RunFolder } from '../../runs/run-folder.js'
import { sum } from '../../stats/means.js'
import { withBlocks } from './blocks.js'
import { printError } from './print.js'

/** @import { PortsEvent } from '../../compare/ask/compare-servers.js' */
/** @import { CheckoutEvent } from '../../compare/ask/with-variants.js' */
/** @import { Measured, PackagesEvent } from '../../compare/save/measure-and-save.js' */
/** @import { Experiment } from '../../experiments/types.js' */
/** @import { CompanionEvent } from '../../measure/launch/companions.js' */
/** @import { LabPackagesProgress } from '../../measure/project/lab-packages.js' */
/** @import { StepEvent } from '../../measure/rounds/measure.js' */
/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { Design, Round } from '../../measure/types.js' */
/** @import { EarlyEstimate } from '../../report/words/early-words.js' */
/** @import { Analysis } from '../../types.js' */

const REDRAW_MS = 500
const BAR_WIDTH = 20
const SHORT_BAR = 12
const SPARE = 1.1
const stepWords = { start: 'starting', 'warm-up': 'warming up', load: 'measuring', stop: 'stopping' }

/** Events of these types are printed with --quiet too. @type {Set<RunEvent['type']>} */
const WARNINGS = new Set(['clean-failed', 'companion-killed', 'ports'])

/** @typedef {Parameters<Order['notify']>[0] | CheckoutEvent | CompanionEvent | PackagesEvent | PortsEvent} RunEvent */

/**
 * Measures with the progress on stderr: on a terminal with the estimate so far, elsewhere with the verdicts in a line when the run begins
 * its detail rounds. Where the final estimate is another one than that, the reason is printed. What comes before and after the run, such
 * as an install, is printed in lines of its own.
 * @template {Pick<Measured, 'analysis'>} T
 * @param {{ experiment: Experiment, design: Design, quiet: boolean }} shown
 * @param {(notify: (event: RunEvent) => void) => Promise<T>} measure @returns {Promise<T>}
 */
export function withProgress({ experiment, design, quiet }, measure) {
  /** @type {ReturnType<typeof startProgress> | undefined} */
  let progress
  let folder = ''
  /** @type {EarlyEstimate[]} */
  let early = []
  let isVerdictOver = false
  return measure(notify)
    .finally(() => progress?.stop())
    .then(function explain(measured) {
      const reasons = quiet ? [] : revisionsInWords(early, measured.analysis.verdicts)
      for (const reason of reasons) printError(wrapped(reason, process.stderr.columns))
      return measured
    })

  /** @param {RunEvent} event */
  function notify(event) {
    if (event.type === 'packages' && event.installed > 0) return
    const text = aroundRunInWords(event, experiment)
    if (text !== undefined) return printAround(event, text)
    progress ??= startProgress(experiment, design, { quiet })
    if (event.type === 'folder') folder = event.path
    if (event.type === 'round' && !isVerdictOver) early = event.estimates
    if (event.type === 'verdict') {
      isVerdictOver = true
      progress.endVerdict(event.design)
    }
    if (event.type === 'verdict' && design.detailRounds > 0) showVerdict(progress)
    else progress.show(event)
  }

  /** @param {ReturnType<typeof startProgress>} progress */
  function showVerdict(progress) {
    try {
      const { analysis } = analyse(new RunFolder(folder).read())
      early = analysis.verdicts
      progress.showVerdict(analysis)
    } catch (error) {
      progress.line(`The verdict could not be read yet: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** @param {RunEvent} event @param {string} text */
  function printAround({ type }, text) {
    if (progress && !quiet) progress.line(text)
    else if (!quiet || WARNINGS.has(type)) printError(text)
  }
}

/** Returns the words for what happens before and after a run. @param {RunEvent} event @param {Experiment} experiment */
function aroundRunInWords(event, { name }) {
  switch (event.type) {
    case 'packages':
      return `${name}: ${packagesInWords(event)}`
    case 'checkout':
      return `${event.revision}: installing its packages`
    case 'node':
      return `Node.js ${event.version} is not on this machine: installing ${event.spec} into ${event.folder}`
    case 'node-package':
      return `Node.js ${event.version} is from npm's registry: ${formatBytes(event.bytes)}, integrity ${event.integrity ?? 'unknown'}`
    case 'companion':
      return event.isReady ? `Started ${event.name}` : `${event.name} listens on no TCP port yet; the run goes on.`
    case 'companion-killed':
      return `${event.name} did not end within ${event.limitMs / 1000} s and was killed: its data may be incomplete.`
    case 'ports':
      return portsInWords(event)
    case 'prepare':
      return `Preparing ${event.folder}`
    case 'clean':
      return `Cleaning ${event.folder}`
    case 'clean-failed':
      return event.problem.message
    case 'uncommitted':
      return 'Uncommitted changes and new files are left out: --ref . is the working tree.'
    default:
      return undefined
  }
}

/** @param {PortsEvent} event ports as the server's code has them; 0 for any */
function portsInWords({ variant, loaded, others }) {
  const open = others.map(port => port || 'any').join(', ')
  const isFixed = others.some(port => port > 0)
  const next = isFixed
    ? '--port chooses another one.'
    : 'Give the other one a fixed port to load that: --port chooses it.'
  return `${variant}: port ${loaded || 'any'} is loaded, which it opened first; also open: ${open}. ${next}`
}

/** Returns the verdicts of a run that still measures their size. @param {Analysis} analysis */
function verdictSoFar(analysis) {
  const lines = analysis.verdicts.flatMap(verdict => firstVerdictLines(analysis, verdict))
  return [...new Set(lines), ...clearInWords(analysis), ...profileLines(analysis)].join('\n')
}

/** Returns what is installed before the first run. @param {LabPackagesProgress} progress */
export function packagesInWords({ installed, packages, MB }) {
  if (installed > 0) return `installing packages: ${formatCount(installed)} of ${formatCount(packages)}`
  return `installing the packages of the labs, once: ${formatCount(packages)} packages, about ${formatCount(MB)} MB`
}

/**
 * Returns which time holds enough rounds, where that of a run does not.
 * @param {Experiment} experiment @param {Design} design @param {number} [tookPerPlanned] by the finished rounds
 */
export function tooShortInWords({ variants }, design, tookPerPlanned) {
  const names = variants.map(({ name }) => name)
  const beyond = roundsBeyondTime(design, names, tookPerPlanned)
  if (!beyond) return null
  // The next run may be slower than this one.
  const neededMs = tookPerPlanned ? SPARE * beyond.neededMs : beyond.neededMs
  const time = `--max-time ${Math.ceil(neededMs / 1e3)}`
  return `the time may be too short for ${formatCounted(beyond.rounds, 'round')} of warm servers: ${time} holds them.`
}

/**
 * Prints the progress of a run on stderr: on a terminal one line with a bar that is redrawn, elsewhere one line per round.
 * @param {Experiment} experiment @param {Design} design @param {{ quiet: boolean }} options
 */
export function startProgress(experiment, design, { quiet }) {
  const { isTerminal, line, ...status } = statusLine(process.stderr)
  const { untilHalfWidth, maxMs, detailRounds } = design
  const names = experiment.variants.map(variant => variant.name)
  let plan = fixedPlan(design, names)
  let { plannedMs, collectMs } = timesOf(plan)
  const totalMs = Math.min(sum(plannedMs), maxMs ?? Number.POSITIVE_INFINITY) + collectMs
  let round = 0
  /** What the finished rounds took, divided by what was planned for them. */
  let tookPerPlanned = 1
  let isTooShort = tooShortInWords(experiment, design) !== null
  let step = 'starting'
  let estimate = ''
  let collectShare = 1
  let isMeasured = false
  let share = 0
  const startedMs = performance.now()
  let roundStartedMs = startedMs
  const timer = isTerminal && !quiet ? setInterval(draw, REDRAW_MS) : undefined
  return { show, showVerdict, endVerdict, line: printLine, stop }

  /** @param {RunEvent} event */
  function show(event) {
    if (quiet) return
    if (event.type === 'preflight') return line(preflightWords(event, experiment, design))
    if (event.type === 'round') {
      round = event.index
      roundStartedMs = performance.now()
      tookPerPlanned = event.tookPerPlanned
      planRound(event.stage)
      if (event.stage === 'verdict') warnOfTime()
      if (plan[round]?.stage !== 'detail') estimate = estimatesInWords(event.estimates)
      if (!isTerminal) line(`${whichRound()}, ${timeLeft()} left`)
    }
    if (event.type === 'step') step = stepInWords(event, design)
    if (event.type === 'collect') {
      isMeasured = true
      collectShare = event.left / event.of
      step = `reading ${event.left} of ${event.of} profiles`
    }
    if (isTerminal) draw()
  }

  /** Shows the verdicts in the place of the estimate so far, or in lines of their own. @param {Analysis} analysis */
  function showVerdict(analysis) {
    estimate = estimatesInWords(analysis.verdicts)
    if (!isTerminal) printLine(verdictSoFar(analysis))
  }

  /** Plans what follows a verdict again, which may be over early. @param {Design} decided the design, with what its counters added */
  function endVerdict(decided) {
    const played = { rounds: plan.slice(0, round + 1), elapsedMs: performance.now() - startedMs, tookPerPlanned }
    plan = fixedPlan(decided, names, { ...played, isVerdictOver: true })
    ;({ plannedMs, collectMs } = timesOf(plan))
  }

  /** Plans a verdict again, of whose rounds a limit of time holds more or fewer than planned. @param {Round['stage']} stage of this round */
  function planRound(stage) {
    const last = plan[round - 1]
    if (!last) return
    const played = { rounds: plan.slice(0, round), elapsedMs: roundStartedMs - startedMs, tookPerPlanned }
    if (maxMs !== null && stage === 'verdict') plan = fixedPlan(design, names, played)
    if (plan[round]?.stage !== stage) plan = plan.toSpliced(round, 0, last).map((each, index) => ({ ...each, index }))
    ;({ plannedMs, collectMs } = timesOf(plan))
  }

  /** Says once that the finished rounds are too slow for a limit of time: what is too short by plan is said before the run. */
  function warnOfTime() {
    const tooShort = isTooShort ? null : tooShortInWords(experiment, design, tookPerPlanned)
    if (!tooShort) return
    isTooShort = true
    line(`The rounds take longer than planned: ${tooShort}`)
  }

  /** @param {Round[]} rounds */
  function timesOf(rounds) {
    return {
      plannedMs: rounds.map(each => estimateRoundMs(each, design)),
      collectMs: sum(rounds.map(estimateCollectMs))
    }
  }

  function stop() {
    clearInterval(timer)
    if (timer) status.clear()
  }

  function draw() {
    share = Math.max(share, 1 - leftMs() / totalMs)
    const text = { share: untilHalfWidth === null ? share : null, stage: stage(), now: estimate || step }
    status.draw(statusText({ ...text, verdictMs: verdictLeftMs(), endMs: leftMs() }, process.stderr.columns))
  }

  /** Returns what a run does: a round of its verdict, one for size and blame, or reading profiles. */
  function stage() {
    if (isMeasured) return step
    const current = plan[Math.min(round, plan.length - 1)]?.stage ?? 'verdict'
    if (untilHalfWidth !== null && current === 'verdict') return whichRound()
    const own = plan.filter(each => each.stage === current)
    const place = own.findIndex(each => each.index >= round)
    return `${names.length < 2 ? 'round' : current} ${place < 0 ? own.length : place + 1} of ${own.length}`
  }

  function whichRound() {
    if (untilHalfWidth !== null) return `round ${round + 1}, until ±${formatExactPercent(untilHalfWidth)}`
    return `round ${Math.min(round + 1, plan.length)} of ${plan.length}`
  }

  /** Returns how long the verdict still takes, where something comes after it; 0 where it is over, else null. */
  function verdictLeftMs() {
    const isBefore = names.length > 1 && detailRounds > 0 && untilHalfWidth === null && !isMeasured
    return isBefore ? Math.min(leftOf('verdict'), leftMs()) : null
  }

  function timeLeft() {
    const ms = verdictLeftMs()
    const atMost = untilHalfWidth === null || isMeasured ? '' : 'at most '
    return `${ms ? `verdict in ${formatDuration(ms)}, ` : ''}${atMost}${formatDuration(leftMs())}`
  }

  /** Returns how long the rounds of all stages, or of one, still take. @param {Round['stage']} [stage] */
  function leftOf(stage) {
    const aheadMs = sum(plannedMs.filter((_, index) => index >= round && (!stage || plan[index]?.stage === stage)))
    const spentMs = Math.min(performance.now() - roundStartedMs, tookPerPlanned * (plannedMs[round] ?? 0))
    return Math.max(0, tookPerPlanned * aheadMs - spentMs)
  }

  function leftMs() {
    const toCollectMs = collectMs * collectShare
    if (isMeasured) return toCollectMs
    const boundMs = maxMs === null ? Number.POSITIVE_INFINITY : Math.max(0, maxMs - (performance.now() - startedMs))
    return (untilHalfWidth === null ? Math.min(leftOf(), boundMs) : boundMs) + toCollectMs
  }

  /** Prints a line that stays, where progress is printed. @param {string} text */
  function printLine(text) {
    if (!quiet) line(text)
  }
}

/**
 * Returns the line that is redrawn: bar, stage, when the verdict and the end are due, and the estimate so far. Where it does not fit, it
 * has no bar, or no stage either, or a stage without times, or the estimate alone.
 * @param {object} now
 * @param {number | null} now.share of the whole run; null where that is not known
 * @param {string} now.stage
 * @param {number | null} now.verdictMs until the verdict; 0 or null where it is not printed
 * @param {number} now.endMs Infinity where it is not known
 * @param {string} now.now the estimate, or what is done
 * @param {number} [columns] of the terminal
 */
export function statusText({ share, stage, verdictMs, endMs, now }, columns) {
  const times = [
    ...(verdictMs ? [`verdict in ${formatDuration(verdictMs)}`] : []),
    ...(Number.isFinite(endMs) ? [`end in ${formatDuration(endMs)}`] : [])
  ]
  const whole = joined([stage, ...times, now])
  const withBar = share === null ? whole : `${progressBar(share, SHORT_BAR)} ${whole}`
  const shorter = [withBar, whole, joined([...times, now]), joined([stage, now])]
  return shorter.find(text => text.length < widthOf(columns)) ?? now
}

/** @param {string[]} parts */
function joined(parts) {
  return [...new Set(parts)].join(' · ')
}

/** Returns a bar of a fixed width. @param {number} share from 0 to 1; what is beyond counts as the end */
export function progressBar(share, width = BAR_WIDTH) {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * width)
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
}

/**
 * Returns what happens to which servers, such as measuring log=sync under prof with sockets.
 * @param {Omit<StepEvent, 'type'>} event @param {Pick<Design, 'profilers'>} design
 */
export function stepInWords({ step, launches, generator }, { profilers }) {
  const [only = ''] = launches
  const servers = launches.length > 1 ? `${launches.length} servers` : launchInWords(only)
  const text = `${stepWords[step]} ${servers}`
  return generator ? `${text} with ${generator}` : text

  /** Returns the variant and profiler of a launch. @param {string} id */
  function launchInWords(id) {
    const profiler = profilers.find(({ name }) => id.endsWith(`-${name}`))
    const launch = id.replace(/^\d+-/, '')
    return profiler ? `${launch.slice(0, -profiler.name.length - 1)} under ${profiler.name}` : launch
  }
}

/**
 * Returns how to print on a stream that may be a terminal: lines that stay, and below them one that is redrawn. It needs no escape
 * codes; a terminal that says it can do nothing (TERM=dumb) gets lines only.
 * @param {NodeJS.WriteStream} stream
 */
export function statusLine(stream) {
  const isTerminal = Boolean(stream.isTTY) && process.env.TERM !== 'dumb'
  let drawn = ''
  return { isTerminal, line, draw, clear }

  /** @param {string} text */
  function line(text) {
    const lines = text.split('\n').map(each => wrapped(each, stream.columns))
    clear()
    stream.write(`${lines.join('\n')}\n`)
  }

  /** @param {string} text */
  function draw(text) {
    clear()
    drawn = withBlocks(visible(text).slice(0, widthOf(stream.columns) - 1), stream)
    stream.write(drawn)
  }

  function clear() {
    if (isTerminal && drawn !== '') stream.write(`\r${' '.repeat(drawn.length)}\r`)
    drawn = ''
  }
}
