import { performance } from 'node:perf_hooks'
import { toSaved, WorkshopError } from '../../errors/errors.js'
import { watchOtherProcesses } from '../../measure/rounds/other-processes.js'

/** @import { LabEvent } from './measure-lab.js' */
/** @import { FailedRepeat, LabPlan } from '../../runs/lab-types.js' */

/** How often a repeat is played at most. */
const MOST_PLAYS = 3
/** Of one core: on a quiet machine other processes use 0 to 1. */
const MOST_OTHERS_PERCENT = 20
/** A run that is planned to be shorter ends within this time. */
const RUN_MS = 300_000
/** Of the planned time, for what is played again in a longer run. */
const AGAIN_SHARE = 0.1

/**
 * @typedef {object} PlayerSession
 * @property {{ play?: number, update(changes: { failedRepeats: FailedRepeat[] }): Promise<void> | void }} run
 * @property {{ plan: LabPlan }} manifest
 * @property {number} plannedMs of the whole run, without what is played again
 * @property {AbortSignal} signal
 * @property {(event: LabEvent) => void} notify
 */

/**
 * Returns a function that plays a repeat of a lab, or a part of one. One that fails, and one that other processes have disturbed, is named
 * and played again, at most twice and as long as the run still ends in time; then it is left out, and the run goes on. Where the first that counts is left out, the run ends: nothing
 * then says that others would not be. Quick runs, whose figures decide nothing, and repeats that count in no figure are never disturbed.
 * @param {PlayerSession} session
 * @param {{ beforeAgain?: () => Promise<void>, watch?: typeof watchOtherProcesses }} [options] `beforeAgain` runs before what comes after a
 *   failure; `watch` starts to measure the CPU of other processes
 * @returns {(repeat: number, begin: () => () => Promise<void>, variant?: string) => Promise<void>} `begin` returns what plays all that is left of the repeat:
 *   it is called again where all of it has to be played again; rejects with the signal's reason, with an error that is none of measuring,
 *   or with that of the first repeat
 */
export function repeatPlayer(session, { beforeAgain = async () => {}, watch = watchOtherProcesses } = {}) {
  const { run, signal, notify } = session
  const { length, dropped } = session.manifest.plan
  /** @type {FailedRepeat[]} */
  const failedRepeats = []
  const mostAgainMs = Math.max(RUN_MS - session.plannedMs, session.plannedMs * AGAIN_SHARE)
  let played = 0
  let hasCounted = false
  let againMs = 0
  return async function playRepeat(repeat, begin, variant) {
    const isWatched = length !== 'quick' && repeat >= dropped
    let [playLeft, first] = [begin(), played]
    for (let plays = 1; ; plays++) {
      run.play = played++
      const startedMs = performance.now()
      const problem = await problemOf(playLeft, isWatched)
      run.play = undefined
      if (problem === null) {
        hasCounted ||= repeat >= dropped
        return
      }
      againMs += performance.now() - startedMs
      const isLeftOut = plays === MOST_PLAYS || (hasCounted && againMs > mostAgainMs)
      if (isLeftOut && !hasCounted) throw problem
      const isDisturbed = problem.code === 'ERR_DISTURBED'
      const isAll = isLeftOut || isDisturbed
      const discardedPlays = isAll ? Array.from({ length: played - first }, (_, index) => first + index) : []
      const failed = {
        repeat,
        ...(variant !== undefined && { variant }),
        problem: toSaved(problem),
        isLeftOut,
        discardedPlays
      }
      failedRepeats.push(failed)
      await run.update({ failedRepeats: [...failedRepeats] })
      notify({ type: 'failed-repeat', ...failed })
      if (!isDisturbed) await beforeAgain()
      if (isLeftOut) return
      if (isDisturbed) [playLeft, first] = [begin(), played]
    }
  }

  /** Returns why a play does not count. @param {() => Promise<void>} play @param {boolean} isWatched */
  async function problemOf(play, isWatched) {
    const others = watch()
    const startedMs = performance.now()
    try {
      await play()
    } catch (error) {
      if (signal.aborted || !(error instanceof WorkshopError)) throw error
      return error
    }
    const percent = Math.round((others() ?? 0) / (performance.now() - startedMs) / 10)
    if (!isWatched || percent <= MOST_OTHERS_PERCENT) return null
    return new WorkshopError('ERR_DISTURBED', { percent, limitPercent: MOST_OTHERS_PERCENT })
  }
}
