import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { expectPrintedAgain } from '../../helpers/printed-again.js'
import { descendantsOf, survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../../helpers/workshop.js'

jest.setTimeout(120_000)
removeTemporaryFolders()

test('lab copy measures, saves its folder, table and page, and can be printed again', async () => {
  const out = temporaryFolder()
  const { code, stdout, stderr } = await workshop(['lab', 'copy', '--quick', '--seed', '3', '--out', out])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/repeat 1 of 5, about.*left\n.*repeat 5 of 5/s)
  })
  expect(stdout).toMatch(/8 KiB buffer is ~?[\d,.]+ .*times as fast as 1 byte.*the paper: 322\./s)
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const root = runIn(out)
  expect(readdirSync(root).sort()).toEqual(
    [
      'analysis.json',
      'other-requests.jsonl',
      'cells.jsonl',
      'cells.csv',
      'cells.log',
      'report.html',
      'run.json',
      'summary.md'
    ].sort()
  )
  const rows = readFileSync(path.join(root, 'cells.csv'), 'utf8').trim().split('\r\n')
  expect(rows).toHaveLength(1 + 5 * (2 + 6 * 4))
  expect(rows.every((row, index) => index === 0 || row.endsWith(',true'))).toBe(true)
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toMatch(/1 byte vs 8 KiB buffer/)

  expect(readFileSync(path.join(root, 'other-requests.jsonl'), 'utf8').trim().split('\n')).toHaveLength(4 * 5)

  await expectPrintedAgain(root, stdout, 'lab copy --quick --seed 3')
})

test('Ctrl-C ends everything, keeps the copies so far, and the report reads them', async () => {
  const out = temporaryFolder()
  const { child, ended, waitFor } = startWorkshop(['lab', 'copy', '--out', out])
  await waitFor('stderr', /repeat 2 of 8/)
  const children = descendantsOf(Number(child.pid))
  expect(children.length).toBeGreaterThan(0)
  child.kill('SIGINT')
  const { code, stderr, stdout } = await ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/Interrupted by SIGINT\. Measure again\.\n$/)
  expect(stdout).toMatch(/The run was interrupted; it has 0 repeats that count\. Interrupted by SIGINT\./)
  expect(await survivorsOf(children, 5000)).toEqual([])
  const root = runIn(out)
  const records = readFileSync(path.join(root, 'cells.jsonl'), 'utf8').trim().split('\n')
  expect(records.length).toBeGreaterThanOrEqual(71)
  for (const record of records) expect(JSON.parse(record)).toMatchObject({ isVerified: true })
  const { code: again, stdout: printed } = await workshop(['report', root])
  expect(again).toBe(3)
  expect(printed).toMatch(/interrupted/)
})

test('--json prints the analysis and nothing else; --dry-run measures nothing', async () => {
  const out = temporaryFolder()
  const { code, stdout } = await workshop(['lab', 'copy', '--quick', '--json', '--quiet', '--out', out])
  expect(code).toBe(0)
  const { experiment, status, verdicts, lab } = JSON.parse(stdout)
  expect({ experiment, status, name: lab.name, corrupted: lab.corrupted }).toEqual({
    experiment: 'copy',
    status: 'complete',
    name: 'copy',
    corrupted: 0
  })
  expect(verdicts).toHaveLength(6)
  const planned = await workshop(['lab', 'copy', '--dry-run', '--out', path.join(out, 'none')])
  expect(planned.stdout).toMatch(/^copy, seed \d+: 583 copies, about \d/)
  expect(readdirSync(out)).toHaveLength(2)
})

/** @param {string} out with one run */
function runIn(out) {
  const [name = ''] = readdirSync(out).filter(each => each !== 'index.html')
  return path.join(out, name)
}
