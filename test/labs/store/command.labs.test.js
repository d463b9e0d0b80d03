import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { expectPrintedAgain } from '../../helpers/printed-again.js'
import { descendantsOf, survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../../helpers/workshop.js'

jest.setTimeout(300_000)
removeTemporaryFolders()

const cache = path.join(workshopRoot, 'node_modules/.cache/profiling-workshop/store')

test('lab store measures every strategy, answers or refuses every request, and saves its report', async () => {
  const out = temporaryFolder()
  const { code, stdout, stderr } = await workshop(['lab', 'store', '--quick', '--seed', '3', '--out', out])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/repeat 2 of 2, about .* left\n$/) })
  expect(stdout).toMatch(/PUT: inline serves [\d,]+\/s, and the best pool/)
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/(Of|whether) 5 conclusions of the paper/)
  const root = runIn(out)
  expect(readdirSync(root).sort()).toEqual(
    [
      'analysis.json',
      'capacities.jsonl',
      'cells.csv',
      'cells.jsonl',
      'cells.log',
      'costs.jsonl',
      'report.html',
      'run.json',
      'summary.md'
    ].sort()
  )
  const cells = recordsOf(root, 'cells.jsonl')
  expect(cells).toHaveLength(5 * 2 * 2)
  for (const { sent, accepted, refused, failed, errors } of cells) {
    expect(accepted + refused).toBe(sent)
    expect({ failed, errors }).toEqual({ failed: 0, errors: 0 })
  }
  // Neither has a queue that can be full.
  for (const { variant, refused } of cells) if (['inline', 'unbounded'].includes(variant)) expect(refused).toBe(0)
  expect(new Set(recordsOf(root, 'costs.jsonl').map(({ variant }) => variant)).size).toBe(2)
  expect(readdirSync(cache).filter(name => name !== 'filled')).toEqual([])

  await expectPrintedAgain(root, stdout, 'lab store --quick --seed 3')
})

test('Ctrl-C ends the servers and removes the copy of the store', async () => {
  const out = temporaryFolder()
  const { child, ended, waitFor } = startWorkshop(['lab', 'store', '--quick', '--out', out])
  await waitFor('stderr', /finding what each strategy can serve/)
  const children = descendantsOf(Number(child.pid))
  child.kill('SIGINT')
  const { code, stderr } = await ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/Interrupted by SIGINT\. Measure again\.\n$/)
  expect(await survivorsOf(children, 10_000)).toEqual([])
  expect(readdirSync(cache).filter(name => name !== 'filled')).toEqual([])
})

/** @param {string} out with one run */
function runIn(out) {
  const [name = ''] = readdirSync(out).filter(each => each !== 'index.html')
  return path.join(out, name)
}

/** @param {string} root @param {string} file @returns {any[]} */
function recordsOf(root, file) {
  return readFileSync(path.join(root, file), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}
