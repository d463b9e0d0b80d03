import { toSaved, WorkshopError } from '../../errors/errors.js'

/** @import { LabEvent } from './measure-lab.js' */
/** @import { FailedRepeat } from '../../runs/lab-types.js' */

/** How often a repeat is played at most. */
const MOST_PLAYS = 3

/**
 * Returns a function that plays a repeat of a lab, or a part of one. One that fails is named and played again, at most twice; then it is
 * left out, and the run goes on. Where the first one fails that often, the run ends: nothing then says that others would not.
 * @param {{ run: { update(changes: { failedRepeats: FailedRepeat[] }): Promise<void> | void }, signal: AbortSignal, notify(event: LabEvent): void }} session
 * @param {{ beforeAgain?: () => Promise<void> }} [options] `beforeAgain` runs before what comes after a failure
 * @returns {(repeatNow: () => number, play: () => Promise<void>) => Promise<void>} `repeatNow`: of which repeat what is being played is;
 *   rejects with the signal's reason, with an error that is none of measuring, or with that of the first repeat
 */
export function repeatPlayer({ run, signal, notify }, { beforeAgain = async () => {} } = {}) {
  /** @type {FailedRepeat[]} */
  const failedRepeats = []
  let hasPlayed = false
  return async function playRepeat(repeatNow, play) {
    let [plays, last] = [0, -1]
    for (;;) {
      try {
        await play()
        hasPlayed = true
        return
      } catch (error) {
        if (signal.aborted || !(error instanceof WorkshopError)) throw error
        const repeat = repeatNow()
        plays = repeat === last ? plays + 1 : 1
        last = repeat
        const isLeftOut = plays === MOST_PLAYS
        if (isLeftOut && repeat === 0 && !hasPlayed) throw error
        const failed = { repeat, problem: toSaved(error), isLeftOut }
        failedRepeats.push(failed)
        await run.update({ failedRepeats: [...failedRepeats] })
        notify({ type: 'failed-repeat', ...failed })
        await beforeAgain()
        if (isLeftOut) return
      }
    }
  }
}
