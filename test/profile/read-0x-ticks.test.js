import { expect, test } from '@jest/globals'
import { read0xTicks } from '../../src/profile/read-0x-ticks.js'
import { checkProfile, majors, recording, selfByStack } from '../helpers/check-profile.js'

/** @import { CodeEntry } from '../../src/profile/code-entries.js' */

test.each([...majors.map(major => `0x/node-${major}/ticks.json`), 'clinic-flame/node-20/samples.json'])(
  'recorded: %s',
  name => {
    const ticks = JSON.parse(recording(name))
    const profile = read0xTicks(ticks)
    checkProfile(profile, ticks.length)
    expect(profile).toMatchObject({ unit: 'samples', samples: null })
    expect(profile.frames).toContainEqual(
      expect.objectContaining({ name: 'showPage', file: '/srv/app/server.mjs', line: 48, column: 18 })
    )
    expect(new Set(profile.nodes.map(node => node.tier))).toContain('sparkplug')
  }
)

/** @type {CodeEntry} */
const work = { name: 'work file:///srv/app/a.js:3:4', type: 'JS', kind: 'Opt' }
/** @type {CodeEntry} */
const wait = { name: 'epoll_pwait@@GLIBC_2.6', type: 'CPP' }

test('stacks become a tree; waiting for events with nothing else on the stack is idle', () => {
  const slowWork = { ...work, kind: 'Unopt' }
  const profile = read0xTicks([[work], [work, wait], [slowWork], [wait], [wait], []])
  expect(profile.idle).toBe(2)
  expect(selfByStack(profile)).toEqual({ work: 2, 'work;epoll_pwait': 1, '(program)': 1 })
  expect(profile.nodes.map(node => [node.tier, node.self])).toEqual([
    ['turbofan', 1],
    [null, 1],
    ['ignition', 1],
    [null, 1]
  ])
})

test('refuses what is not an array of stacks, or an empty one', () => {
  expect(() => read0xTicks(/** @type {any} */ ({}))).toThrow('Not the ticks of 0x')
  expect(() => read0xTicks(/** @type {any} */ ([work]))).toThrow('Not the ticks of 0x')
  expect(() => read0xTicks([])).toThrow('no ticks')
})
