import { performance } from 'node:perf_hooks'
import { failedRepeatInWords } from '../../labs/skeleton/report.js'
import { findingInWords } from '../../report/words/check-words.js'
import { formatCount, formatDuration } from '../../report/words/format.js'
import { packagesInWords, progressBar, statusLine } from './progress.js'

/** @import { Lab } from '../../labs/skeleton/types.js' */
/** @import { CellEvent, LabEvent, PackagesEvent } from '../../labs/skeleton/measure-lab.js' */
/** @import { LabPlan } from '../../runs/types.js' */

/** Small files take less than a millisecond, and drawing would disturb them. */
const REDRAW_MS = 200

/**
 * Prints the progress of a lab on stderr: on a terminal one line with a bar that is redrawn, elsewhere one line per repeat.
 * @param {Lab} lab @param {LabPlan} plan @param {{ quiet: boolean }} options
 */
export function startLabProgress({ question, stages, nouns: [noun], cellInWords }, plan, { quiet }) {
  const { name } = question
  const { isTerminal, line, draw, clear } = statusLine(process.stderr)
  let repeat = -1
  let drawnMs = Number.NEGATIVE_INFINITY
  return { show, stop }

  /** @param {LabEvent} event */
  function show(event) {
    if (quiet) return
    if (event.type === 'preflight') for (const finding of event.findings) line(`${name}: ${findingInWords(finding)}`)
    if (event.type === 'packages') showPackages(event)
    if (event.type === 'stage') line(`${name}: ${stages[event.stage]}`)
    if (event.type === 'failed-repeat') line(`${name}: ${failedRepeatInWords(event)}`)
    if (event.type === 'cell') showCell(event)
  }

  /** @param {PackagesEvent} event */
  function showPackages(event) {
    const words = `${name}: ${packagesInWords(event)}`
    if (event.installed === 0) return line(words)
    if (isTerminal) draw(`${progressBar(event.installed / event.packages)} ${words}`)
  }

  /** @param {CellEvent} event */
  function showCell({ done, of, next, leftMs }) {
    if (!next) return
    const which = `repeat ${next.repeat + 1} of ${plan.repeats}`
    const left = `about ${formatDuration(leftMs)} left`
    if (isTerminal) {
      if (performance.now() - drawnMs < REDRAW_MS) return
      drawnMs = performance.now()
      const what = `${next.variant}, ${cellInWords(next, question, plan)}`
      draw(
        `${progressBar(done / of)} ${which} · ${left} · ${noun} ${formatCount(done + 1)} of ${formatCount(of)}: ${what}`
      )
    } else if (next.repeat > repeat) line(`${which}, ${left}`)
    repeat = next.repeat
  }

  function stop() {
    if (!quiet) clear()
  }
}
