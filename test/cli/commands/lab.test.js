import { expect, test } from '@jest/globals'
import { runOfProfiles } from '../../../src/cli/commands/lab.js'
import { readRunOptions } from '../../../src/cli/commands/run.js'
import { helpOf } from '../../../src/cli/options/commands.js'
import { optionsOf } from '../../../src/cli/options/options.js'
import { parseCommandLine } from '../../../src/cli/options/read-arguments.js'
import { labs } from '../../../src/labs/index.js'

const profiled = [...labs].flatMap(([name, lab]) => (lab.profiled ? [{ name, ...lab.profiled }] : []))

test.each(profiled)('lab $name --profiles is a run that exists', ({ name: lab, experiment, profilers }) => {
  const options = readRunOptions(parseCommandLine('run', runOfProfiles(lab, {})))
  expect(options.experiments).toEqual([experiment])
  expect(options.profilers).toEqual(profilers.split(','))
})

test('the options that both commands have are passed on, and --quick is a short run', () => {
  const values = { profiles: true, quick: true, seed: '3', out: 'there', 'dry-run': true, json: true, quiet: false }
  expect(readRunOptions(parseCommandLine('run', runOfProfiles('store', values)))).toMatchObject({
    ...{ isShort: true, seed: 3, out: 'there', dryRun: true, json: true, quiet: false }
  })
})

test.each(['part', 'limits', 'grid', 'search', 'full'])('--%s is refused', name => {
  expect(optionsOf('lab')).toHaveProperty(name)
  expect(() => runOfProfiles('gateway', { [name]: true })).toThrow(/neither parts nor --full/)
})

test('a lab without such an experiment is refused, and the help names those that have one', () => {
  expect(() => runOfProfiles('upload', {})).toThrow(/the lab upload has none\. Allowed: copy, gateway, store/)
  const own = helpOf('lab')
    .split('\n\n')
    .filter(text => /^ {2}--profiles .*\n {2}--full/m.test(text))
  expect(own.map(text => /^\w+/.exec(text)?.[0])).toEqual(expect.arrayContaining(profiled.map(({ name }) => name)))
})
