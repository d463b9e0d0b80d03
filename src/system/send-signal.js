/**
 * Sends a signal to a process, or to a whole group by its negative id. One that has ended is no error.
 * @param {number} pid
 * @param {NodeJS.Signals} [signal] SIGKILL when absent
 */
export function sendSignal(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by now.
  }
}
