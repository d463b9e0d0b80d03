import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { clinicBubble, clinicDoctor, clinicFlame, clinicHeap } from '../../src/profilers/clinic.js'
import { workshopRoot } from '../../src/system/files/workshop-root.js'
import { launchFixture } from '../helpers/launch-fixture.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */
/** @import { Launch } from '../../src/measure/launch/launch.js' */
/** @import { Leftover, Profiler } from '../../src/profilers/index.js' */

const SLOW_MS = 60_000

/** @type {AgentServer} */
let agents
/** @type {Launch | undefined} */
let launch

removeTemporaryFolders()

beforeEach(async () => {
  agents = await openAgentServer()
  launch = undefined
})

afterEach(async () => {
  await launch?.kill()
  agents.close()
})

/**
 * Launches a server, asks it a few times and ends it.
 * @param {Profiler} profiler
 * @param {string} server
 * @param {Record<string, string>} [env]
 */
async function recordOf(profiler, server, env = {}) {
  const folder = temporaryFolder()
  launch = await launchFixture({ command: ['node', server], folder, agents, profiler, env })
  for (let asked = 0; asked < 50; asked++) expect((await fetch(launch.origin)).status).toBe(200)
  const { exit } = await launch.end()
  return { folder, exit, stdout: readFileSync(path.join(folder, 'stdout.log'), 'utf8') }
}

/**
 * @param {string} folder
 * @param {Partial<Leftover>} [changes]
 * @returns {Leftover}
 */
function leftoverOf(folder, changes) {
  const signal = new AbortController().signal
  const stderr = path.join(folder, 'stderr.log')
  return { folder, stderr, nodeBinary: process.execPath, slices: [], isTypical: true, signal, ...changes }
}

test.each([
  { profiler: clinicDoctor, kinds: ['clinic'] },
  { profiler: clinicFlame, kinds: ['clinic'] },
  { profiler: clinicHeap, kinds: ['heapprofile', 'clinic'] },
  { profiler: clinicBubble, kinds: ['clinic'] }
])(
  '$profiler.name records a server that runs as ever, and draws the page',
  async ({ profiler, kinds }) => {
    const { folder, exit, stdout } = await recordOf(profiler, 'test/fixtures/servers/says-its-stdout.js')
    expect(exit).toEqual({ code: 0, signal: null, escalated: false })
    expect(stdout).toContain(`file: true, folder: ${path.resolve(workshopRoot)}\n`)
    const { artifacts } = await profiler.collect(leftoverOf(folder))
    expect(artifacts.map(({ kind }) => kind)).toEqual(kinds)
    for (const artifact of artifacts) expect(statSync(artifact.path).size).toBeGreaterThan(1000)
  },
  SLOW_MS
)

test('a launch that is not the one to draw is checked only', async () => {
  const { folder } = await recordOf(clinicHeap, 'test/fixtures/servers/answers.js')
  const { artifacts } = await clinicHeap.collect(leftoverOf(folder, { isTypical: false }))
  expect(artifacts.map(({ kind }) => kind)).toEqual(['heapprofile'])
})

test("the heap profiler leaves the server the variant's own NODE_OPTIONS", async () => {
  const env = { NODE_OPTIONS: '--stack-trace-limit=7' }
  const { stdout } = await recordOf(clinicHeap, 'test/fixtures/servers/answers.js', env)
  expect(stdout).toContain('--stack-trace-limit=7')
})

test('the empty heap profile of a server that calls process.exit is reported', async () => {
  const server = path.join(temporaryFolder(), 'exits.cjs')
  writeFileSync(
    server,
    `require('node:http').createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
     process.on('SIGTERM', () => process.exit())`
  )
  const { folder, exit } = await recordOf(clinicHeap, server)
  expect(exit.code).toBe(0)
  const failure = await clinicHeap.collect(leftoverOf(folder)).catch(error => error)
  expect(failure.code).toBe('ERR_TOOL')
  expect(failure.message).toMatch(/clinic heapprofiler failed on .*: server\.clinic-heapprofiler is empty/)
})

test.each([clinicDoctor, clinicFlame, clinicHeap, clinicBubble])(
  '$name reports a missing recording',
  async profiler => {
    const folder = temporaryFolder()
    mkdirSync(path.join(folder, 'clinic'))
    const failure = await profiler.collect(leftoverOf(folder)).catch(error => error)
    expect(failure.code).toBe('ERR_TOOL')
    expect(failure.message).toMatch(/is missing/)
  }
)

test(
  'a recording that cannot be drawn is reported with the output of clinic',
  async () => {
    const folder = temporaryFolder()
    const recording = path.join(folder, 'clinic', 'server.clinic-heapprofiler')
    mkdirSync(path.dirname(recording))
    writeFileSync(recording, 'no heap profile, '.repeat(10))
    const failure = await clinicHeap.collect(leftoverOf(folder)).catch(error => error)
    expect(failure.code).toBe('ERR_TOOL')
    expect(failure.message).toMatch(/exit code 1.*SyntaxError/s)
  },
  SLOW_MS
)

test('an abort ends the drawing', async () => {
  const { folder } = await recordOf(clinicBubble, 'test/fixtures/servers/answers.js')
  const signal = AbortSignal.timeout(300)
  const failure = await clinicBubble.collect(leftoverOf(folder, { signal })).catch(error => error)
  expect(failure).toBe(signal.reason)
})
