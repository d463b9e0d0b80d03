import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a process that keeps a core busy and is no child of this one: its parent ends at once.
 * @param {number} cpuMicros that it uses, unless it is stopped
 */
export async function startNeighbour(cpuMicros) {
  const burn = `while (process.cpuUsage().user < ${cpuMicros}) {}`
  const shell = spawn('sh', ['-c', '"$0" -e "$1" & echo $!', process.execPath, burn], {
    stdio: ['ignore', 'pipe', 'ignore']
  })
  // The neighbour keeps the output open.
  const ended = once(shell, 'close')
  const [pid] = await once(shell.stdout, 'data')
  shell.stdout.resume()
  return { ended, stop }

  function stop() {
    try {
      process.kill(Number(pid))
    } catch {
      // It has ended by itself.
    }
    return ended
  }
}
