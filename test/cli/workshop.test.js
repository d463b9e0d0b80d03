import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { createRun } from '../../src/runs/create-run.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../helpers/workshop.js'

jest.setTimeout(90_000)
removeTemporaryFolders()

const short = ['--short', '--rounds', '2', '--duration', '0.2', '--load', 'autocannon']

describe('invalid use ends with exit code 2, one message and no stack', () => {
  test.each([
    [
      ['fly'],
      /no command "fly".*compare, profile, attach, init, run, lab, report, merge, list, trend, export, import, calibrate, inspect/
    ],
    [['run'], /name an experiment.*info-log, info-gzip/],
    [['run', 'info-lag'], /no experiment "info-lag".*info-log/],
    [['run', 'info-log', '--profiler', 'gdb'], /--profiler: "gdb".*none, prof, 0x/],
    [['run', 'info-log', '--profiler', 'cdp,gdb'], /--profiler: "gdb".*cdp, devtools, heap, waits, perf/],
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
    [
      ['run', 'info-log', '--fail-if-slower', '500%'],
      /--fail-if-slower: "500%" is not such a percentage.*--fail-if-slower 5%/
    ],
    [['run', 'info-log', '--fail-if-slower', '5'], /--fail-if-slower: "5" is not such a percentage/],
    [
      ['compare', 'node a.js', 'node b.js', '--fail-if-slower', '-5%'],
      /--fail-if-slower: "-5%" is not such a percentage/
    ],
    [['run', 'info-log', '--only', 'counters', '--cold'], /--only: counters are decided.*without --until and --cold/],
    [['run', 'info-log', '--against', '../x'], /--against: "\.\.\/x" is no name of a baseline/],
    [
      ['run', 'info-log', '--against', 'none', '--force', '--out', 'no-such'],
      /The baseline none cannot be read: there is none/
    ],
    [['trend'], /name one experiment/],
    [['trend', 'info-lag', '--out', 'profiles'], /no run in profiles has a verdict of "info-lag"/],
    [['list', 'word'], /it takes no arguments/],
    [['run', 'info-log', '--quick', '--short'], /--quick: it and --short.*either --quick or --short/],
    [['run', 'info-log', '--quick', '--profiler', 'gdb'], /--profiler: "gdb"/],
    [['run', 'info-log', '--max-time', 'long'], /--max-time: "long".*number from 1/],
    [
      ['calibrate', '--max-time', '20'],
      /--max-time: at least 6 rounds are needed, which take about .*fewer with --quick/
    ],
    [['calibrate', '--rounds', '3'], /Unknown option '--rounds'.*--max-time/],
    [['run', 'info-log', '--turbo'], /Unknown option '--turbo'.*--profiler/],
    [['lab'], /name one lab.*copy/],
    [['lab', 'paste'], /no lab "paste".*copy/],
    [['lab', 'copy', '--full', '--quick'], /--full: it and --quick.*either --full or --quick/],
    [['lab', 'copy', '--seed', 'x'], /--seed: "x".*whole number/],
    [['lab', 'copy', '--rounds', '9'], /Unknown option '--rounds'.*--full --quick/],
    [['export', 'docs/labs/copy-run', '--format', 'folded'], /copy-run.*it is the run of a lab/],
    [['report', 'one', 'two'], /name one run folder/],
    [['report', 'one', '--out', 'two'], /name a run folder or --out, not both/],
    [['report', 'no/such/run'], /no\/such\/run is not a run folder/],
    [['help', 'nope'], /There is no command "nope"\. Allowed: compare/],
    [['comapre', 'node a.js'], /There is no command "comapre" \(did you mean compare\?\)\. Allowed: /],
    [['run', 'info-lgo'], /no experiment "info-lgo" \(did you mean info-log\?\)\. Allowed: /],
    [['lab', 'stroe'], /no lab "stroe" \(did you mean store\?\)/],
    [['compare', 'node a.js', 'node b.js', '-d', '10'], /^-d: it is the body in curl/]
  ])('workshop %j', async (args, message) => {
    const { code, stdout, stderr } = await workshop(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

test('help is of all commands, or of one', async () => {
  const [all, one, version, short] = await Promise.all([
    workshop(['help']),
    workshop(['help', 'compare']),
    workshop(['--version']),
    workshop(['-v'])
  ])
  expect(all.stdout).toMatch(/^Compares .*\n {2}compare <command...>/s)
  expect(one.stdout).toMatch(/^Usage: .* compare .*--ref <revision>/s)
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(short).toEqual(version)
  expect([all.code, one.code, version.code]).toEqual([0, 0, 0])
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
    'short',
    'json',
    'quiet',
    'help'
  ]) {
    expect(stdout).toContain(`--${option}`)
  }
})

test('a time that does not hold six rounds of warm servers is named before the run, with the time that does', async () => {
  const args = ['run', 'info-log', '--dry-run', '--max-time']
  const { stderr } = await workshop([...args, '30'])
  const [, needed = ''] = /^info-log: .* 6 rounds of warm servers: --max-time (\d+)\s+holds them\.$/m.exec(stderr) ?? []
  expect(Number(needed)).toBeGreaterThan(30)
  expect((await workshop([...args, needed])).stderr).not.toContain('warm servers')
  expect((await workshop([...args, '30', '--quick'])).stderr).not.toContain('warm servers')
})

test('--dry-run prints the same plan for the same seed, and measures nothing', async () => {
  const out = path.join(temporaryFolder(), 'profiles')
  const args = ['run', 'info-log', '--profiler', 'prof', '--seed', '5', '--dry-run', '--out', out]
  const [first, second] = await Promise.all([workshop(args), workshop(args)])
  expect(first.code).toBe(0)
  expect(first.stdout).toBe(second.stdout)
  expect(first.stdout).toMatch(/13 rounds, about \d+ (min|s).*10-log=sync-prof sockets 0\.5 s/s)
  expect(existsSync(out)).toBe(false)
})

describe('--quick means no profilers and the first load', () => {
  const named = ['info-log', '--profiler', 'prof,cdp', '--load', 'autocannon,paced', '--seed', '5', '--dry-run']

  test('also where the command line names others, which are printed as left out', async () => {
    const [all, quick] = await Promise.all([
      workshop(['run', 'info-log', '--quick', '--seed', '5', '--dry-run']),
      workshop(['run', '--quick', ...named])
    ])
    expect(all).toMatchObject({ code: 0, stderr: '' })
    expect(quick).toMatchObject({ code: 0, stdout: all.stdout })
    expect(quick.stderr).toBe(
      '--quick leaves out the profilers prof, cdp and the load paced (it measures under autocannon).\n'
    )
  })

  test('--short has the profilers and loads that are named', async () => {
    const { code, stdout, stderr } = await workshop(['run', '--short', ...named])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const part of ['log=sync-prof', 'log=sync-cdp', 'paced']) expect(stdout).toContain(part)
  })

  test('several experiments say how long they take together', async () => {
    const { stdout, stderr } = await workshop(['run', 'info-log', 'info-gzip', '--quick', '--dry-run'])
    expect(stdout.match(/about \d+ s/g)).toHaveLength(2)
    expect(stderr).toMatch(/^2 experiments, one after the other: about 1 min \d+ s in all\.\n$/)
  })
})

test('several profilers with a comma each watch launches of their own', async () => {
  const { code, stdout } = await workshop(['run', 'info-log', '--profiler', 'cdp,heap', '--seed', '5', '--dry-run'])
  expect(code).toBe(0)
  for (const launch of ['log=off-cdp', 'log=sync-cdp', 'log=off-heap', 'log=sync-heap'])
    expect(stdout).toContain(`10-${launch} sockets`)
})

test('report without a run folder writes the page of all runs and prints the newest', async () => {
  const out = temporaryFolder()
  const run = await createRun(out, 'info-log', makeManifest())
  writeFileSync(
    run.analysis,
    JSON.stringify(analyse(makeMeasured({ slices: makeRounds({ rounds: 8, costRatio: 1.2 }) })).analysis)
  )
  const { code, stdout, stderr } = await workshop(['report', '--out', out])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [first, ...others] = stdout.split('\n')
  expect(first).toBe(`All runs: ${path.relative('', path.join(out, 'index.html'))}`)
  expect(others.join(' ').replace(/\s+/g, ' ').trim()).toMatch(
    /^2026-01-01 00:00 info-log: log=sync compared with log=off: slower, \+20\.0% .*CPU per request, separate slices; requests\/s -16\.7% \(.*\)$/
  )
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
  expect(stdout).toMatch(/index\.html\n.*the commands run and compare make one/)
  expect(existsSync(path.join(out, 'index.html'))).toBe(true)
})

test('report names a folder that is none', async () => {
  const out = path.join(temporaryFolder(), 'file')
  writeFileSync(out, '')
  const { code, stdout, stderr } = await workshop(['report', '--out', out])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/Cannot list the runs in .*file \(ENOTDIR.*--out/)
})

test('inspect prints the steps, starts the server with the inspector open, and ends on Ctrl-C', async () => {
  const { child, output, ended, waitFor } = startWorkshop(['inspect', '--port', '0', '--log', 'sync'])
  await waitFor('stdout', /The server listens on .*\/info/)
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

test('a profiles folder that cannot be written is one clear message and exit code 3', async () => {
  const out = path.join(temporaryFolder(), 'file')
  writeFileSync(out, '')
  const { code, stdout, stderr } = await workshop(['run', 'info-log', ...short, '--out', out])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/Cannot write the run folder .*file \(a file is in the way\)/)
})
