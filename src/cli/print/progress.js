import { performance } from 'node:perf_hooks'
import { estimateCollectMs, estimateRoundMs } from '../../measure/rounds/estimate-duration.js'
import { fixedPlan } from '../../measure/rounds/plan.js'
import { preflightWords } from '../../report/words/check-words.js'
import { formatDuration, formatExactPercent } from '../../report/words/format.js'
import { sum } from '../../stats/means.js'
import { statusLine } from './status-line.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { StepEvent } from '../../measure/rounds/measure.js' */
/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { Design } from '../../measure/types.js' */

const REDRAW_MS = 500
const BAR_WIDTH = 20
const stepWords = { start: 'starting', 'warm-up': 'warming up', load: 'measuring', stop: 'stopping' }

/**
 * Prints the progress of a run on stderr: on a terminal one line with a bar that is redrawn, elsewhere one line per round.
 * @param {Experiment} experiment @param {Design} design @param {{ quiet: boolean }} options
 */
export function startProgress(experiment, design, { quiet }) {
  const { isTerminal, line, ...status } = statusLine(process.stderr)
  const { untilHalfWidth, maxMs } = design
  const plan = fixedPlan(
    design,
    experiment.variants.map(variant => variant.name)
  )
  const plannedMs = plan.map(round => estimateRoundMs(round, design))
  const collectMs = sum(plan.map(estimateCollectMs))
  const totalMs = Math.min(sum(plannedMs), maxMs ?? Number.POSITIVE_INFINITY) + collectMs
  let round = 0
  let step = 'starting'
  let collectShare = 1
  let isMeasured = false
  let share = 0
  const startedMs = performance.now()
  let roundStartedMs = startedMs
  const timer = isTerminal && !quiet ? setInterval(draw, REDRAW_MS) : undefined
  return { show, line: printLine, stop }

  /** @param {Parameters<Order['notify']>[0]} event */
  function show(event) {
    if (quiet) return
    if (event.type === 'preflight') return line(`${experiment.name}: ${preflightWords(event, experiment, design)}`)
    if (event.type === 'round') {
      round = event.index
      roundStartedMs = performance.now()
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

  function stop() {
    clearInterval(timer)
    if (timer) status.clear()
  }

  function draw() {
    status.draw(`${bar()}${whichRound()} · ${timeLeft()} left · ${step}`)
  }

  /** Returns how much of the planned time is over, never less than before; nothing where the number of rounds is open. */
  function bar() {
    share = Math.max(share, 1 - leftMs() / totalMs)
    return untilHalfWidth === null ? `${progressBar(share)} ` : ''
  }

  function whichRound() {
    if (untilHalfWidth !== null) return `round ${round + 1}, until ±${formatExactPercent(untilHalfWidth)}`
    return `round ${Math.min(round + 1, plan.length)} of ${plan.length}`
  }

  function timeLeft() {
    return `${untilHalfWidth === null || isMeasured ? '' : 'at most '}${formatDuration(leftMs())}`
  }

  function leftMs() {
    const toCollectMs = collectMs * collectShare
    if (isMeasured) return toCollectMs
    const boundMs = maxMs === null ? Number.POSITIVE_INFINITY : maxMs - (performance.now() - startedMs)
    if (untilHalfWidth !== null) return boundMs + toCollectMs
    const ahead = sum(plannedMs.slice(round))
    const spentMs = Math.min(performance.now() - roundStartedMs, plannedMs[round] ?? 0)
    return Math.min(ahead - spentMs, boundMs) + toCollectMs
  }

  /** Prints a line that stays, where progress is printed. @param {string} text */
  function printLine(text) {
    if (!quiet) line(text)
  }
}

/** Returns a bar of a fixed width. @param {number} share from 0 to 1; what is beyond counts as the end */
export function progressBar(share) {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * BAR_WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
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
