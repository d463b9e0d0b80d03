import { expect, jest, test } from '@jest/globals'
import { cdp } from '../../src/profilers/cdp.js'
import { devtools } from '../../src/profilers/devtools.js'
import { none } from '../../src/profilers/index.js'
import { profiledLaunch } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Profiler } from '../../src/profilers/index.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const server = 'test/fixtures/servers/uses-console.js'

test.each([
  { profiler: cdp, heard: '0' },
  { profiler: devtools, heard: '1' }
])('under $profiler.name the console prints the same as without; the inspector gets $heard calls', async expected => {
  const unprofiled = await outputUnder(none)
  expect(unprofiled.stdout).toMatch(/^main says 1\n┌.*main's group\n {2}indented\nmain: 1\nmain: 2\n.*worker says 1\n/s)
  expect(unprofiled.stderr).toMatch(
    /^main complains\n {2}indented too\nAssertion failed: who is not empty\nworker complains\n/
  )
  const profiled = await outputUnder(expected.profiler)
  expect(profiled.stdout).toBe(unprofiled.stdout)
  expect(profiled.stderr.replace(/^(Debugger|For help).*\n/gm, '')).toBe(unprofiled.stderr)
  expect([unprofiled.heard, profiled.heard]).toEqual(['1', expected.heard])
})

/** @param {Profiler} profiler */
async function outputUnder(profiler) {
  let heard = ''
  const { stdout, stderr } = await profiledLaunch({
    profiler,
    command: ['node', server],
    slices: [
      async ask => {
        heard = (await ask()).text
      }
    ]
  })
  return { stdout, stderr, heard }
}
