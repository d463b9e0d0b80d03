import { setTimeout as pause } from 'node:timers/promises'

const LOOK_AGAIN_MS = 20
/** Less than the time limit of the tests that wait for another process. */
const LIMIT_MS = 25_000

/**
 * Waits for a state that nobody notifies of, such as that of a file. It polls, and fails after a limit.
 * @param {() => boolean | Promise<boolean>} isReached
 * @param {string} what for the error, such as "the file is empty"
 */
export async function until(isReached, what) {
  const deadlineMs = performance.now() + LIMIT_MS
  while (!(await isReached())) {
    if (performance.now() > deadlineMs) throw new Error(`not within ${LIMIT_MS} ms: ${what}`)
    await pause(LOOK_AGAIN_MS)
  }
}
