import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { analyseRun } from '../../src/analyse-run.js'
import { createRun } from '../../src/runs/write-run.js'
import { isRunning } from '../../src/system/processes.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'
import { descendantsOf, survivorsOf } from '../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../helpers/workshop.js'

jest.setTimeout(90_000)
removeTemporaryFolders()

const short = ['--quick', '--rounds', '2', '--duration', '0.2', '--load', 'autocannon']

describe('invalid use ends with exit code 2, one message and no stack', () => {
  test.each([
    [['fly'], /no command "fly".*run, report, calibrate, export, inspect/],
    [['run'], /name an experiment.*info-log, info-gzip/],
    [['run', 'info-lag'], /no experiment "info-lag".*info-log/],
    [['run', 'info-log', '--profiler', 'perf'], /--profiler: "perf".*none, prof, 0x/],
    [['run', 'info-log', '--profiler', 'cdp,perf'], /--profiler: "perf".*cdp, devtools, heap/],
    [['run', 'info-log', '--load', 'wrk'], /--load: "wrk".*autocannon, artillery/],
    [['run', 'info-log', '--rounds', '0'], /--rounds: "0".*whole number from 1/],
    [['run', 'info-log', '--rounds', '2.5'], /--rounds: "2.5".*whole number/],
    [['run', 'info-log', '--duration', 'soon'], /--duration: "soon".*number from 0.2/],
    [['run', 'info-log', '--until', '1'], /--until: "1" is not such a percentage.*such as --until 1%/],
    [['run', 'info-log', '--until', '1%', '--rounds', '9'], /--until: it needs a variable number of rounds/],
    [
      ['run', 'info-log', '--load', 'paced', '--profiler', 'cdp'],
      /--load: profilers need a load that saturates the server/
    ],
    [['run', 'info-log', '--max-time', 'long'], /--max-time: "long".*number from 1/],
    [
      ['calibrate', '--max-time', '20'],
      /--max-time: at least 6 rounds are needed, which take about .*fewer with --quick/
    ],
    [['calibrate', '--rounds', '3'], /Unknown option '--rounds'.*--max-time/],
    [['run', 'info-log', '--turbo'], /Unknown option '--turbo'.*--profiler/],
    [['report', 'one', 'two'], /name one run folder/],
    [['report', 'one', '--out', 'two'], /name a run folder or --out, not both/],
    [['report', 'no/such/run'], /no\/such\/run is not a run folder/]
  ])('workshop %j', async (args, message) => {
    const { code, stdout, stderr } = await workshop(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

test('--help prints every option of run', async () => {
  const { code, stdout } = await workshop(['run', '--help'])
  expect(code).toBe(0)
  for (const option of [
    'profiler',
    'load',
    'rounds',
    'duration',
    'until',
    'max-time',
    'seed',
    'dry-run',
    'quick',
    'json',
    'quiet',
    'help'
  ]) {
    expect(stdout).toContain(`--${option}`)
  }
})

test('--dry-run prints the same plan for the same seed, and measures nothing', async () => {
  const out = path.join(temporaryFolder(), 'profiles')
  const args = ['run', 'info-log', '--profiler', 'prof', '--seed', '5', '--dry-run', '--out', out]
  const [first, second] = await Promise.all([workshop(args), workshop(args)])
  expect(first.code).toBe(0)
  expect(first.stdout).toBe(second.stdout)
  expect(first.stdout).toMatch(/8 rounds, about \d+ (min|s).*01-log=sync-prof autocannon 0\.5 s/s)
  expect(existsSync(out)).toBe(false)
})

test('several profilers with a comma each watch launches of their own', async () => {
  const { code, stdout } = await workshop(['run', 'info-log', '--profiler', 'cdp,heap', '--seed', '5', '--dry-run'])
  expect(code).toBe(0)
  for (const launch of ['log=off-cdp', 'log=sync-cdp', 'log=off-heap', 'log=sync-heap'])
    expect(stdout).toContain(`01-${launch} autocannon`)
})

test('a run prints its table, saves its folder and page, can be reported again, and ignores the variables of the shell', async () => {
  const out = temporaryFolder()
  const env = { ...process.env, MODE: 'cluster', LOG: 'sync', GZIP: 'off', HOST: '0.0.0.0' }
  const { code, stdout, stderr } = await startWorkshop(['run', 'info-log', ...short, '--seed', '3', '--out', out], env)
    .ended
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/round 1 of 2.*left\nround 2 of 2/) })
  expect(stdout).toMatch(/What does a synchronous console\.log cost/)
  expect(stdout).toMatch(/CPU per request\s+[\d,]+ µs/)
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
      'summary.md',
      'tables'
    ])
  )
  expect(readFileSync(path.join(root, 'launches', '01-log=sync', 'stdout.log'), 'utf8')).toMatch(/nodeVersion|node/i)
  const summary = readFileSync(path.join(root, 'summary.md'), 'utf8')
  expect(summary).toMatch(/\| CPU per request \|.*Again: `node scripts\/workshop\.js run info-log --seed 3 /s)

  const slices = readFileSync(path.join(root, 'slices.jsonl'), 'utf8').trim().split('\n')
  for (const slice of slices) expect(JSON.parse(slice).server.threads).toHaveLength(1)

  const again = await workshop(['report', root])
  expect(again.code).toBe(0)
  expect(stdout.startsWith(again.stdout.trimEnd())).toBe(true)
  expect(readFileSync(path.join(root, 'summary.md'), 'utf8')).toBe(summary)
})

test('report without a run folder writes the page of all runs and prints the newest', async () => {
  const out = temporaryFolder()
  const { layout } = await createRun(out, 'info-log', makeManifest())
  writeFileSync(
    layout.analysis,
    JSON.stringify(analyseRun(makeMeasured({ slices: makeRounds({ rounds: 8, costRatio: 1.2 }) })))
  )
  const { code, stdout, stderr } = await workshop(['report', '--out', out])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n')).toEqual([
    `All runs: ${path.relative('', path.join(out, 'index.html'))}`,
    expect.stringMatching(
      /^ {2}2026-01-01 00:00 {2}info-log: log=sync compared with log=off: slower, \+20\.0 % .*CPU per request$/
    ),
    ''
  ])
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toMatch(/^<!doctype html>.*info-log/s)
  const asJson = await workshop(['report', '--out', out, '--json'])
  expect(JSON.parse(asJson.stdout)).toMatchObject([
    { problem: null, answers: [{ verdict: 'slower', candidate: 'log=sync' }] }
  ])
})

test('report without a run prints how to make one', async () => {
  const out = path.join(temporaryFolder(), 'profiles')
  const { code, stdout } = await workshop(['report', '--out', out])
  expect(code).toBe(0)
  expect(stdout).toMatch(/index\.html\n.*npm run bench:prof makes one/)
  expect(existsSync(path.join(out, 'index.html'))).toBe(true)
})

test('report names a folder that is none', async () => {
  const out = path.join(temporaryFolder(), 'file')
  writeFileSync(out, '')
  const { code, stdout, stderr } = await workshop(['report', '--out', out])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/Cannot list the runs in .*file \(ENOTDIR.*--out/)
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

test('inspect prints the steps, starts the server with the inspector open, and ends on Ctrl-C', async () => {
  const { child, output, ended, waitFor } = startWorkshop(['inspect', '--port', '0', '--log', 'sync'])
  await waitFor('stdout', /Listening on/)
  expect(output.stdout).toMatch(/chrome:\/\/inspect.*Performance panel.*npm run load:autocannon/s)
  const inspector = /ws:\/\/(127\.0\.0\.1:\d+)\//.exec(output.stderr)?.[1]
  const [target] = /** @type {any[]} */ (await (await fetch(`http://${inspector}/json/list`)).json())
  expect(target.title).toMatch(/server\.js/)
  const app = /http:\/\/127\.0\.0\.1:\d+\/info/.exec(output.stdout)?.[0] ?? ''
  expect((await fetch(app, { headers: { accept: 'application/json' } })).status).toBe(200)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0 })
})

test('a flag the server does not know is invalid use of inspect too', async () => {
  const { code, stderr } = await workshop(['inspect', '--bogus'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/bogus/)
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
  expect(stderr).toMatch(/Interrupted by SIGINT\.\n$/)
  expect(JSON.parse(stdout)).toMatchObject([{ experiment: 'info-log', status: 'interrupted' }])
})

test('--quiet prints the verdict only; a run without one has exit code 3', async () => {
  const oneRound = ['run', 'info-log', ...short, '--rounds', '1', '--quiet', '--out', temporaryFolder()]
  const { code, stdout, stderr } = await workshop(oneRound)
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
  expect(stdout).toMatch(/^info-log: What does a synchronous.*fewer than two rounds were\s+measured/s)
  expect(stdout).not.toMatch(/connections/)
})

test('Ctrl-C ends everything, keeps what was measured, and reports it', async () => {
  const out = temporaryFolder()
  const { child, ended, waitFor } = startWorkshop([
    'run',
    'info-log',
    '--quick',
    '--rounds',
    '50',
    '--load',
    'autocannon',
    '--out',
    out
  ])
  await waitFor('stderr', /round 3 of/)
  const children = descendantsOf(/** @type {number} */ (child.pid))
  expect(children.length).toBeGreaterThan(0)
  const askedMs = performance.now()
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect(performance.now() - askedMs).toBeLessThan(3000)
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
    '--quick',
    '--load',
    'autocannon',
    '--out',
    temporaryFolder()
  ])
  await waitFor('stderr', /round 2 of/)
  const children = descendantsOf(/** @type {number} */ (child.pid))
  child.kill('SIGKILL')
  await ended
  expect(await survivorsOf(children, 10_000)).toEqual([])
})

test('a profiles folder that cannot be written is one clear message and exit code 3', async () => {
  const out = path.join(temporaryFolder(), 'file')
  writeFileSync(out, '')
  const { code, stdout, stderr } = await workshop(['run', 'info-log', ...short, '--out', out])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/Cannot write the run folder .*file \(a file is in the way\)/)
})
