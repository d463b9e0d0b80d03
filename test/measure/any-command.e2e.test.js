import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { RunFolder } from '../../src/runs/run-folder.js'
import { functionNamed } from '../helpers/call-trees.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */

jest.setTimeout(180_000)
removeTemporaryFolders()

const server = path.resolve('test/fixtures/servers/burns.js')
const profilers = /** @type {const} */ (['prof', 'cdp']).map(name => ({ name, playsLoads: false, isAlone: false }))

/** Plays one profiled round of two equal servers. @param {string[]} command @param {string} [cwd] */
async function run(command, cwd) {
  const experiment = fixtureExperiment({ server: 'burns.js' }, { server: 'burns.js' })
  const variants = experiment.variants.map(variant => ({ ...variant, command, cwd }))
  const asked = { ...experiment, variants: /** @type {Experiment['variants']} */ (variants) }
  const { folder, problem } = await runFixture(asked, { profilers, rounds: 1, detailRounds: 1 })
  return { problem, ...new RunFolder(folder.root).read() }
}

test('behind npm start both profilers see the function that burns', async () => {
  const cwd = temporaryFolder()
  const scripts = { start: `node ${server}` }
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ name: 'project', scripts }))
  const { problem, trees } = await run(['npm', 'start'], cwd)
  expect(problem).toBeNull()
  const seen = trees.map(({ profiler, trees: [tree] }) => [
    profiler,
    tree !== undefined && functionNamed(tree.profile, 'burnInside') !== null
  ])
  expect(seen.sort()).toEqual([
    ['cdp', true],
    ['cdp', true],
    ['prof', true],
    ['prof', true]
  ])
})

test('where prof does not reach a server, the run goes on with cdp, and has the reason', async () => {
  const { problem, problems, manifest, trees } = await run(['sh', '-c', `exec ${process.execPath} ${server}`])
  expect(problem).toBeNull()
  expect(problems.map(({ profiler, code }) => [profiler, code])).toEqual([['prof', 'ERR_NOT_LOGGED']])
  expect(manifest.design.profilers.map(({ name }) => name)).toEqual(['cdp'])
  expect(trees.map(({ profiler }) => profiler)).toEqual(['cdp', 'cdp'])
})
