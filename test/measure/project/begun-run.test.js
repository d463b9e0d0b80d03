import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { expect, test } from '@jest/globals'
import {
  describeMachine,
  describeVersions,
  measureBusyShare,
  preflight
} from '../../../src/measure/project/begun-run.js'
import { workshopVersion } from '../../../src/system/files/workshop-root.js'

/** @import { Machine } from '../../../src/runs/types.js' */

/** @type {Machine} */
const quiet = {
  cpuModel: 'a CPU',
  cores: 1000,
  memoryBytes: 1,
  platform: 'linux',
  release: '6',
  governor: 'performance',
  pinnableCores: [0, 1]
}

test('preflight finds that nm is missing, only where a profiler needs it', () => {
  expect(findingsWith({ PATH: '/nowhere' }, ['nm'])).toContain('no-nm')
  expect(findingsWith({ PATH: '/nowhere' }, [])).not.toContain('no-nm')
})

/**
 * In a process of its own: jest hands its tests a copy of the environment that programs do not get to see.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} programs
 * @returns {string[]} codes
 */
function findingsWith(env, programs) {
  const script = `
    import { preflight } from './src/measure/project/begun-run.js'
    import { usableCores } from './src/system/cores.js'
    const machine = { ...${JSON.stringify(quiet)}, pinnableCores: await usableCores() }
    const findings = await preflight(machine, 0, ${JSON.stringify(programs)})
    console.log(JSON.stringify(findings.map(finding => finding.code)))`
  const args = ['--input-type=module', '-e', script]
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }))
}

test('a variable hides /proc, taskset and nm, and each of them is a finding', () => {
  expect(findingsWith({ ...process.env, WORKSHOP_NO_PROC: '1' }, ['nm'])).toEqual(['no-proc', 'no-nm', 'no-pinning'])
})

test('preflight finds a single core, a busy machine and a governor that changes clocks', async () => {
  const codes = (await preflight({ ...quiet, cores: 1, governor: 'powersave' }, 0, [])).map(finding => finding.code)
  expect(codes).toEqual(expect.arrayContaining(['one-core', 'governor']))
  const busy = await preflight(quiet, 0.42, [])
  expect(busy).toContainEqual({ code: 'busy', busyShare: 0.42 })
})

test('the busy share includes a core that another process uses', async () => {
  const burner = spawn(process.execPath, ['-e', 'process.stdout.write("on"); for (;;);'])
  await once(burner.stdout, 'data')
  const share = await measureBusyShare()
  burner.kill('SIGKILL')
  await once(burner, 'close')
  expect(share).toBeGreaterThan(0.5 / availableParallelism())
  expect(share).toBeLessThanOrEqual(1)
})

test('describes the machine and the installed versions', async () => {
  expect(await describeMachine()).toMatchObject({ platform: process.platform, cores: expect.any(Number) })
  expect(describeVersions(['express', 'no-such-package'])).toEqual({
    node: process.version,
    v8: process.versions.v8,
    'profiling-workshop': workshopVersion(),
    express: expect.stringMatching(/^5\./)
  })
})
