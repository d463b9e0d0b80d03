import { expect, test } from '@jest/globals'
import { completionTable } from '../../../src/cli/commands/completion.js'
import { helpOf } from '../../../src/cli/options/commands.js'
import { labs } from '../../../src/labs/index.js'
import { PROFILER_NAMES } from '../../../src/profilers/names.js'

const text = helpOf('lab')

test('the overview and the help of lab name every lab', () => {
  const line = helpOf()
    .split('\n')
    .find(each => each.startsWith('  lab <name>'))
  for (const name of labs.keys()) {
    expect(line).toContain(` ${name}`)
    expect(text).toMatch(new RegExp(`^${name}: \\w`, 'm'))
  }
})

test.each([...labs])('the help of the lab %s names its parts', (name, { help: { parts = {} } }) => {
  const [own = ''] = text
    .slice(text.indexOf(`\n${name}: `))
    .split('\n\n', 2)
    .filter(Boolean)
  expect([...own.matchAll(/--part (\w+)/g)].map(([, part]) => part)).toEqual(Object.keys(parts))
})

test('no line of the help of lab is longer than a usual terminal of this tool', () => {
  expect(text.split('\n').filter(line => line.length > 120)).toEqual([])
})

test.each(['run', 'compare', 'profile'])('the help of %s names every profiler', command => {
  const [, list = ''] = /--profiler <names>(.*?)\n +--/s.exec(helpOf(command)) ?? []
  for (const name of PROFILER_NAMES) expect(list).toMatch(new RegExp(`\\b${name}\\b`))
})

test('the parts of all labs are completed', () => {
  const part = completionTable()
    .find(({ name }) => name === 'lab')
    ?.options.find(({ name }) => name === 'part')
  expect(part?.values).toEqual(
    expect.arrayContaining([...labs.values()].flatMap(({ help }) => Object.keys(help.parts ?? {})))
  )
})
