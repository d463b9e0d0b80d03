import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { descendantsOf, survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { startWorkshop, workshop } from '../../helpers/workshop.js'

jest.setTimeout(300_000)
removeTemporaryFolders()

const overheads = ['TLS', 'JSON', 'log', 'fetch']
/** One load and few rounds: what is tested here is not how precise it is. */
const brief = ['--short', '--rounds', '2', '--load', 'autocannon', '--seed', '3']

test('every overhead of the gateway has a cost, blame and a flame graph, and every request succeeds', async () => {
  const out = temporaryFolder()
  const { stdout, stderr } = await workshop([
    ...['run', 'gateway-overheads', '--profiler', 'cdp', ...brief, '--out', out]
  ])
  expect(stderr).toMatch(/^Started upstream\nStarted upstream over TLS\n/m)
  const { root, manifest, analysis, slices } = runIn(out)
  expect(manifest.status).toBe('complete')
  expect(manifest.experiment.companions).toEqual(['upstream', 'upstream over TLS'])
  expect(analysis.verdicts.map((/** @type {any} */ { candidate }) => candidate)).toEqual(overheads)
  for (const { non2xx, errors, timeouts, completed } of slices) {
    expect({ non2xx, errors, timeouts }).toEqual({ non2xx: 0, errors: 0, timeouts: 0 })
    expect(completed).toBeGreaterThan(0)
  }
  const blames = analysis.blames.filter((/** @type {any} */ { unit }) => unit === 'micros')
  expect(blames.map((/** @type {any} */ { candidate }) => candidate)).toEqual(overheads)
  for (const candidate of overheads) expect(stdout).toMatch(new RegExp(`\\b${candidate}\\b`))
  expect(readFileSync(path.join(root, 'report.html'), 'utf8')).toMatch(/upstream over TLS/)
})

test('two runs at once have ports of their own, and leave no process behind', async () => {
  const runs = [temporaryFolder(), temporaryFolder()].map(out => ({
    out,
    ...startWorkshop(['run', 'gateway-overheads', '--only', 'verdict', ...brief, '--out', out])
  }))
  await Promise.all(runs.map(({ waitFor }) => waitFor('stderr', /round 1/)))
  const children = runs.flatMap(({ child }) => descendantsOf(Number(child.pid)))
  await Promise.all(runs.map(({ ended }) => ended))
  const manifests = runs.map(({ out }) => runIn(out).manifest)
  expect(manifests.map(({ status }) => status)).toEqual(['complete', 'complete'])
  const ports = manifests.flatMap(({ experiment }) => [...new Set(experiment.variants.map(portOfUpstream))])
  expect(new Set(ports).size).toBe(2 * 2)
  expect(await survivorsOf(children, 5000)).toEqual([])
})

test('lab store --profiles shows the queue wait: of a pool with a queue, and none of a hand-over', async () => {
  const out = temporaryFolder()
  const { stderr } = await workshop(['lab', 'store', '--profiles', '--quick', '--seed', '3', '--out', out])
  expect(stderr).toMatch(/^lab store --profiles is: .* run store-queues --profiler cdp,heap --short --seed 3/)
  const { analysis, slices } = runIn(out)
  const [{ rows }] = analysis.counters
  const wait = rows.find((/** @type {any} */ { counter }) => counter === 'waitedMicros')
  expect(wait).toMatchObject({ candidate: 0, kind: 'noisy' })
  expect(wait.baseline).toBeGreaterThan(0)
  for (const { beside, server } of slices) expect(server.waitedMicros === undefined).toBe(beside.length > 0)
})

/** @param {{ env: Record<string, string> }} variant */
function portOfUpstream({ env }) {
  return new URL(env.UPSTREAM ?? '').port
}

/** @param {string} out with one run @returns {{ root: string, manifest: any, analysis: any, slices: any[] }} */
function runIn(out) {
  const root = path.join(out, readdirSync(out).find(name => name !== 'index.html') ?? '')
  const [manifest, analysis] = ['run.json', 'analysis.json'].map(name => JSON.parse(textOf(name)))
  const slices = textOf('slices.jsonl')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  return { root, manifest, analysis, slices }

  /** @param {string} name */
  function textOf(name) {
    return readFileSync(path.join(root, name), 'utf8')
  }
}
