import { expect, test } from '@jest/globals'
import { helpOf } from '../../../src/cli/options/commands.js'
import { experiments } from '../../../src/cli/options/experiments.js'

const [, about = ''] = helpOf('run').split('\n\n')
const [, inList = ''] = /measure the built-in app: (.*\n.*)\n/.exec(helpOf()) ?? []

test('the overview and the help of run name every experiment', () => {
  for (const name of experiments.keys()) {
    expect(inList).toMatch(new RegExp(`(?:^| )${name}(?:,|$| \\()`))
    expect(about.replaceAll('\n', ' ')).toContain(` ${name} (`)
  }
})

test('the last two need the packages of the labs, as the help says', () => {
  const needing = [...experiments.values()].map(({ needsLabPackages = false }) => needsLabPackages)
  expect(needing).toEqual(needing.map((_, index) => index >= needing.length - 2))
  expect(about).toMatch(/The last two need the\spackages of the labs/)
})

test('no line of that is longer than a usual terminal of this tool', () => {
  expect(`${about}\n${inList}`.split('\n').filter(line => line.length > 120)).toEqual([])
})
