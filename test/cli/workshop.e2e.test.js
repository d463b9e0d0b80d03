import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { isRunning } from '../../src/system/processes.js'
import { descendantsOf, survivorsOf } from '../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../helpers/workshop.js'

jest.setTimeout(90_000)
removeTemporaryFolders()

const shortSlices = ['--short', '--duration', '0.2', '--load', 'autocannon']
const short = [...shortSlices, '--rounds', '2']

test('a run prints its answer, saves its folder and page, can be printed again, and goes by no variable of the shell', async () => {
  const out = temporaryFolder()
  const env = { ...process.env, MODE: 'cluster', LOG: 'sync', GZIP: 'off', HOST: '0.0.0.0' }
  const { code, stdout, stderr } = await startWorkshop(['run', 'info-log', ...short, '--seed', '3', '--out', out], env)
    .ended
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/round 1 of \d+.*left\nround 2 of /)
  })
  expect(stdout).toMatch(/What does a synchronous console\.log cost/)
  expect(stdout).toMatch(/^Trust: \d+ slices/m)
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  const [name = ''] = readdirSync(out)
  const root = path.join(out, name)
  expect(readdirSync(root).sort()).toEqual(
    expect.arrayContaining([
      'analysis.json',
      'flames.json',
      'generators',
      'launches',
      'launches.jsonl',
      'report.html',
      'run.json',
      'slices.jsonl',
      'sources.json',
      'summary.md',
      'tables'
    ])
  )
  expect(readFileSync(path.join(root, 'launches', '01-log=sync', 'stdout.log'), 'utf8')).toMatch(/nodeVersion|node/i)
  const summary = readFileSync(path.join(root, 'summary.md'), 'utf8')
  expect(summary).toMatch(/\| CPU per request \|.*Repeat: `node scripts\/workshop\.js run info-log --seed 3 /s)

  const slices = readFileSync(path.join(root, 'slices.jsonl'), 'utf8').trim().split('\n')
  for (const slice of slices) expect(JSON.parse(slice).server.threads).toHaveLength(1)

  const again = await workshop(['report', root])
  expect(again.code).toBe(0)
  expect(stdout.startsWith(again.stdout.trimEnd())).toBe(true)
  expect(readFileSync(path.join(root, 'summary.md'), 'utf8')).toBe(summary)
})

test('--json prints the analysis and nothing else', async () => {
  const { code, stdout } = await workshop(['run', 'info-gzip', ...short, '--json', '--out', temporaryFolder()])
  expect(code).toBe(0)
  const analysis = JSON.parse(stdout)
  expect(analysis).toMatchObject({
    experiment: 'info-gzip',
    status: 'complete',
    baseline: 'gzip=off',
    candidates: ['gzip=on']
  })
  expect(analysis.verdicts[0].change.low).toBeLessThan(analysis.verdicts[0].change.high)
})

test('Ctrl-C before anything was measured ends it as well', async () => {
  const { child, ended, waitFor } = startWorkshop([
    'run',
    'info-log',
    'info-gzip',
    ...short,
    '--json',
    '--out',
    temporaryFolder()
  ])
  await waitFor('stderr', /info-log: /)
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/Interrupted by SIGINT\. Measure again\.\n$/)
  expect(JSON.parse(stdout)).toMatchObject([{ experiment: 'info-log', status: 'interrupted' }])
})

test('--quiet prints the verdict and nothing else; a run without a verdict ends with exit code 3', async () => {
  const oneRound = ['run', 'info-log', ...shortSlices, '--rounds', '1', '--quiet', '--out', temporaryFolder()]
  const { code, stdout, stderr } = await workshop(oneRound)
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
  expect(stdout).toMatch(/^info-log: What does a synchronous.*fewer than two rounds\s+were\s+measured/s)
  expect(stdout).not.toMatch(/connections/)
})

test('Ctrl-C ends everything, keeps what was measured, and says so', async () => {
  const out = temporaryFolder()
  const { child, ended, waitFor } = startWorkshop(['run', 'info-log', ...shortSlices, '--rounds', '50', '--out', out])
  await waitFor('stderr', /round 3 of/)
  const children = descendantsOf(/** @type {number} */ (child.pid))
  expect(children.length).toBeGreaterThan(0)
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/Interrupted by SIGINT/)
  expect(stdout).toMatch(/The run was interrupted; it has 2 rounds\./)
  expect(children.filter(isRunning)).toEqual([])
  const [name = ''] = readdirSync(out)
  expect(JSON.parse(readFileSync(path.join(out, name, 'run.json'), 'utf8'))).toMatchObject({
    status: 'interrupted',
    problem: { code: 'ERR_INTERRUPTED' }
  })
})

test('a workshop that is killed outright leaves no process behind', async () => {
  const { child, ended, waitFor } = startWorkshop([
    'run',
    'info-log',
    ...shortSlices,
    '--rounds',
    '50',
    '--out',
    temporaryFolder()
  ])
  await waitFor('stderr', /round 2 of/)
  const children = descendantsOf(/** @type {number} */ (child.pid))
  child.kill('SIGKILL')
  await ended
  expect(await survivorsOf(children, 10_000)).toEqual([])
})
