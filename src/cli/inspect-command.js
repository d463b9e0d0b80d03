import path from 'node:path'
import { freePortLike } from '../system/free-port.js'
import { startProcess } from '../system/processes.js'
import { workshopRoot } from '../system/workshop-root.js'
import { watchForInterrupts } from './interrupts.js'

const USUAL_PORT = 9229
/** The server's own exit code for a flag it does not know. */
const BAD_USE = 2

/**
 * `workshop inspect`: leaves the server up with the inspector open, and says how to look at it with Chrome DevTools.
 * @param {string[]} args for the server
 * @returns {Promise<number>} exit code
 */
export async function inspectCommand(args) {
  const port = await freePortLike(USUAL_PORT)
  console.log(stepsFor(port))
  const interrupts = watchForInterrupts()
  const server = startProcess({
    command: process.execPath,
    args: [`--inspect=127.0.0.1:${port}`, path.join(workshopRoot, 'src/app/server.js'), ...args],
    inheritOutput: true
  })
  interrupts.signal.addEventListener('abort', () => server.end())
  const { code } = await server.exited
  interrupts.stop()
  if (code === 0 || interrupts.signal.aborted) return 0
  return code === BAD_USE ? BAD_USE : 3
}

/** @param {number} port */
function stepsFor(port) {
  const found =
    port === USUAL_PORT
      ? ''
      : `\n     (port ${USUAL_PORT} is taken: click Configure... there and add 127.0.0.1:${port})`
  return `The server below stays up with the inspector on 127.0.0.1:${port}; Ctrl-C ends it.

  1. In Chrome, open chrome://inspect and click "inspect" under Remote Target.${found}
  2. In DevTools, open the Performance panel and click Record.
  3. In a second terminal: npm run load:autocannon
  4. Click Stop. Bottom-Up is the heavy table, the Main track is the flame chart.
  5. The same with the log on: npm run inspect -- --log sync. With the inspector attached every console.log is also
     sent to DevTools, so it costs far more here than in production.
`
}
