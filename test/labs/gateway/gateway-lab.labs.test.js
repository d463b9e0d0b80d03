import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { gatewayLab } from '../../../src/labs/gateway/lab.js'
import { gateway } from '../../../src/labs/gateway/question.js'
import { labs } from '../../../src/labs/index.js'
import { measureLab } from '../../../src/labs/skeleton/measure-lab.js'
import { planLab } from '../../../src/labs/skeleton/plan.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { descendantsOf, survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../../helpers/workshop.js'

/** @import { GatewayLab, GatewayLabAnalysis, GatewayStage } from '../../../src/labs/gateway/types.js' */

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

test('virtual users: a run has what was due and left out of each, beside requests at the same rates', async () => {
  const names = ['pool 168', 'pool 168, users', 'pool 168, 2 users']
  const short = /** @type {GatewayStage[]} */ ([
    { name: 'half', ratePerSecond: 50, durationMs: 1000 },
    { name: 'ramp', ratePerSecond: 75, durationMs: 2000, ramp: [50, 100] },
    { name: 'goal', ratePerSecond: 100, durationMs: 1000 },
    { name: 'peak', ratePerSecond: 120, durationMs: 1000 }
  ])
  const lab = {
    ...gateway,
    partVariants: { ...gateway.partVariants, users: names },
    stages: { ...gateway.stages, users: { quick: short, usual: short, full: short } }
  }
  const { problem, analysis, saved } = await measureLab({
    lab: { ...gatewayLab, question: lab },
    labs,
    plan: planLab(lab, { part: 'users', length: 'quick', seed: 4 }),
    out: temporaryFolder(),
    reproduce: 'none',
    signal: new AbortController().signal,
    notify: () => {}
  })
  expect(problem).toBeNull()
  const { cells } = /** @type {GatewayLabAnalysis} */ (analysis).lab
  expect(cells.map(({ variant, users }) => [variant, users])).toEqual([
    ['pool 168', null],
    ['pool 168, users', { most: null }],
    ['pool 168, 2 users', { most: 2 }]
  ])
  for (const { variant, stages, generatorCores } of cells) {
    const due = stages.map(({ sent, notSent }) => sent + notSent)
    expect({ variant, due }).toEqual({ variant, due: [50, 150, 100, 120] })
    expect(stages.every(({ failedRatio }) => failedRatio === 0)).toBe(true)
    expect(stages.some(({ notSent }) => notSent > 0)).toBe(variant === 'pool 168, 2 users')
    expect(generatorCores).toBeGreaterThan(0)
  }
  const page = readFileSync(path.join(saved.folder, 'report.html'), 'utf8')
  expect(page).toContain('Virtual users and requests at the same rates')
})

test('an upstream that ends in the middle ends the run, and the cells before it are kept', async () => {
  const [plain] = gateway.variants.filter(({ name }) => name === 'plain')
  if (!plain) throw new Error('no variant plain')
  const short = /** @type {GatewayStage[]} */ ([{ name: 'goal', ratePerSecond: 50, durationMs: 2000 }])
  /** @type {GatewayLab} */
  const lab = {
    ...gateway,
    variants: [plain, { ...plain, name: 'lost', upstreamEnv: { ENDS_AFTER: '60' } }],
    partVariants: { ...gateway.partVariants, table: ['plain', 'lost'] },
    stages: { ...gateway.stages, table: { quick: short, usual: short, full: short } },
    upstream: { ...gateway.upstream, command: ['node', 'test/fixtures/gateway/ending-upstream.js'] }
  }
  const { problem, saved } = await measureLab({
    lab: { ...gatewayLab, question: lab },
    labs,
    // With this seed the one that is lost comes last.
    plan: planLab(lab, { part: 'table', length: 'quick', seed: 1 }),
    out: temporaryFolder(),
    reproduce: 'none',
    signal: new AbortController().signal,
    notify: () => {}
  })
  expect(problem).toMatchObject({ code: 'ERR_COMPANION_EXITED', exitCode: 3 })
  expect(new RunFolder(saved.folder).readLab(labs)).toMatchObject({
    manifest: { status: 'failed' },
    cells: [{ variant: 'plain' }]
  })
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
  [['--part', 'limits'], /this lab has no part "limits"\. Allowed: table, grid, first, step, overheads, users, peak/],
  [['--grid', '--part', 'first'], /it and first are two parts/],
  [['--part', 'step', '--part', 'first'], /it and first are two parts/]
])('refuses %j', async (options, message) => {
  const { code, stderr } = await workshop(['lab', 'gateway', ...options])
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})
