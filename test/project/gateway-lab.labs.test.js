import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { descendantsOf, survivorsOf } from '../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../helpers/workshop.js'

jest.setTimeout(180_000)
removeTemporaryFolders()

test('lab gateway --part first measures, saves its folder and page, and can be printed again', async () => {
  const out = temporaryFolder()
  const { code, stdout, stderr } = await workshop([
    ...['lab', 'gateway', '--part', 'first', '--quick', '--seed', '3', '--out', out]
  ])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/checking what the upstream adds/) })
  expect(stdout).toMatch(/The first request of a new process\n.*plain with JSON +3 /s)
  const root = path.join(out, readdirSync(out).find(name => name.endsWith('-gateway')) ?? '')
  const files = ['analysis.json', 'cells.csv', 'first-requests.jsonl', 'report.html', 'run.json', 'summary.md']
  expect(readdirSync(root)).toEqual(expect.arrayContaining([...files, 'upstream-checks.jsonl']))
  expect(readFileSync(path.join(root, 'first-requests.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3 * 3)
  const again = await workshop(['report', root])
  expect([again.code, again.stdout.trimEnd()]).toEqual([0, stdout.trimEnd()])
})

test('Ctrl-C under load ends gateway, upstream and generator', async () => {
  const out = temporaryFolder()
  const { child, ended, waitFor } = startWorkshop(['lab', 'gateway', '--quick', '--out', out])
  await waitFor('stderr', /repeat 1 of 1/)
  const children = descendantsOf(Number(child.pid))
  child.kill('SIGINT')
  const { code, stdout } = await ended
  expect(code).toBe(130)
  expect(stdout).toMatch(/The run was interrupted; it has 0 repeats that count\. Interrupted by SIGINT\./)
  expect(await survivorsOf(children, 5000)).toEqual([])
})

test.each([
  [['--part', 'limits'], /this lab has no part "limits"\. Allowed: table, grid, first, step, overheads/],
  [['--grid', '--part', 'first'], /it and first are two parts/]
])('refuses %j', async (options, message) => {
  const { code, stderr } = await workshop(['lab', 'gateway', ...options])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})
