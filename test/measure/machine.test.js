import { afterEach, expect, test } from '@jest/globals'
import { describeMachine, describeVersions, preflight } from '../../src/measure/machine.js'

const { PATH } = process.env

afterEach(() => {
  process.env.PATH = PATH
})

/** @type {import('../../src/types.js').Machine} */
const quiet = {
  cpuModel: 'a CPU',
  cores: 1000,
  memoryBytes: 1,
  platform: 'linux',
  release: '6',
  governor: 'performance'
}

test('a machine without nm is told what that does to the ticks, and only where a profiler needs it', async () => {
  process.env.PATH = ''
  expect((await preflight(quiet, ['nm'])).map(finding => finding.code)).toEqual(['no-nm', 'not-calibrated'])
  expect((await preflight(quiet, [])).map(finding => finding.code)).toEqual(['not-calibrated'])
})

test('a single core, a busy machine and a governor that changes clocks are told', async () => {
  const codes = (await preflight({ ...quiet, cores: 1, governor: 'powersave' }, [])).map(finding => finding.code)
  expect(codes).toEqual(expect.arrayContaining(['one-core', 'governor']))
  const busy = await preflight({ ...quiet, cores: 1e-9 }, [])
  expect(busy.find(finding => finding.code === 'busy')?.message).toMatch(/load average \d/)
})

test('the machine and the versions of what was measured are described', async () => {
  expect(await describeMachine()).toMatchObject({ platform: process.platform, cores: expect.any(Number) })
  expect(await describeVersions(['express', 'no-such-package'])).toEqual({
    node: process.version,
    v8: process.versions.v8,
    express: expect.stringMatching(/^5\./)
  })
})
