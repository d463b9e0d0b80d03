import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { launchCosts } from '../../src/blame/costs/launch-costs.js'
import { readCpuprofile } from '../../src/profile/read/read-cpuprofile.js'
import { cdp } from '../../src/profilers/cdp.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { functionNamed, lineWith, present } from '../helpers/call-trees.js'
import { compileTypeScript } from '../helpers/compile-typescript.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { profiledLaunch, times } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const typeScriptServer = `import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface Burnt {
  sum: number
}

function burnInTypeScript(steps: number): Burnt {
  let sum: number = 0
  for (let step: number = 0; step < steps; step++) sum += Math.sqrt(sum + step)
  return { sum }
}

const server = createServer((_request: IncomingMessage, response: ServerResponse): void => {
  response.end(JSON.stringify(burnInTypeScript(500_000)))
})
server.listen(0, '127.0.0.1')
process.on('SIGTERM', () => server.close())
`

test('a run names the function that burns and its line, in ES modules and CommonJS, in files that DevTools opens', async () => {
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment({ server: 'burns.js' }, { server: 'burns.cjs' }), {
    profilers: [{ name: 'cdp', playsLoads: false, isAlone: false }],
    rounds: 1,
    detailRounds: 1
  })
  expect(problem).toBeNull()
  const { launches, profiles, slices, trees, artifacts } = new RunFolder(root).read()
  expect(trees.map(({ variant, trees: ofThreads }) => [variant, ofThreads.length]).sort()).toEqual([
    ['baseline', 1],
    ['candidate', 1]
  ])
  for (const { variant, launch, trees: threads } of trees) {
    const server = variant === 'baseline' ? 'burns.js' : 'burns.cjs'
    const name = variant === 'baseline' ? 'burnInside' : 'burnInCommonJs'
    const file = path.resolve('test/fixtures/servers', server)
    const [tree] = threads
    const { frame, share } = present(functionNamed(present(tree).profile, name))
    expect(frame).toMatchObject({ file, line: lineWith(readFileSync(file, 'utf8'), `function ${name}`) })
    expect(share).toBeGreaterThan(0.5)
    expect(tree?.pid).toBe(launches.find(({ id }) => id === launch)?.pid)

    const [artifact] = profiles.find(profile => profile.launch === launch)?.artifacts ?? []
    const merged = path.join(root, 'profiles', `${variant}.cdp.cpuprofile`)
    for (const saved of [path.join(root, artifact?.path ?? ''), merged]) {
      const reread = readCpuprofile(JSON.parse(readFileSync(saved, 'utf8')))
      expect(functionNamed(reread, name)?.share).toBeGreaterThan(0.5)
    }
  }
  expect(artifacts.filter(({ kind }) => kind === 'cpuprofile').map(({ path: file }) => file)).toEqual([
    'profiles/baseline.cdp.cpuprofile',
    'profiles/candidate.cdp.cpuprofile'
  ])
  expect(slices.filter(slice => slice.profiler === 'cdp').map(slice => slice.errors)).toEqual([0, 0, 0, 0])
})

test("the costs of a launch add up to its main thread's CPU, and only samples from the slices count", async () => {
  const { collect, slices, folder, record } = await profiledLaunch({
    profiler: cdp,
    command: ['node', 'test/fixtures/servers/burns.js'],
    warmUp: times(20, '/outside'),
    slices: [times(40), times(40)],
    between: times(20, '/outside')
  })
  const { trees, artifacts } = await collect()
  const [tree] = trees
  expect(functionNamed(present(tree).profile, 'burnOutside')).toBeNull()
  const { nodes, atMicros } = present(present(tree).profile.samples)
  expect(nodes.filter(node => node !== -1)).toHaveLength(present(tree).sampleCount)
  expect(atMicros[0]).toBe(0)
  const costs = present(launchCosts({ launch: '', variant: '', profiler: 'cdp', trees }, slices))
  const cpuMicros = slices.reduce((sum, { server }) => sum + (server.cpuMainThreadMicros ?? server.cpuMicros), 0)
  expect(costs.profiled).toBeCloseTo(cpuMicros / 80, 6)
  // A machine that is shared makes it more than 1.
  expect(costs.sampledPerCpu).toBeGreaterThan(0.5)

  // The file holds the time from the first slice to the end of the last: the requests between them, not those after.
  expect(artifacts.map(artifact => artifact.path)).toEqual([path.join(folder, `process-${record.pid}.cpuprofile`)])
  const whole = readCpuprofile(JSON.parse(readFileSync(artifacts[0]?.path ?? '', 'utf8')))
  const windows = slices.flatMap(({ server }) => server.threads)
  const first = windows[0]?.startMicros ?? Number.NaN
  const last = windows.at(-1)?.endMicros ?? Number.NaN
  expect(whole.samples?.atMicros.every(at => at >= first && at <= last)).toBe(true)
  expect(functionNamed(whole, 'burnOutside')?.share).toBeGreaterThan(0.05)
})

test('a server compiled from TypeScript is named by its .ts lines', async () => {
  const { source, compiled } = compileTypeScript(temporaryFolder(), { name: 'server', text: typeScriptServer })
  const { collect } = await profiledLaunch({ profiler: cdp, command: ['node', compiled], slices: [times(60)] })
  const { trees } = await collect()
  const { frame, share } = present(functionNamed(present(trees[0]).profile, 'burnInTypeScript'))
  expect(frame).toMatchObject({ file: source, line: lineWith(typeScriptServer, 'function burnInTypeScript') })
  expect(share).toBeGreaterThan(0.5)
})

test.each([
  ['a shell', ['sh', '-c', `exec "${process.execPath}" test/fixtures/servers/burns.js`]],
  ['another node process', ['node', '-e', spawning('test/fixtures/servers/burns.js')]]
])('a server that is started by %s is profiled as well', async (_, command) => {
  const { collect, record } = await profiledLaunch({ profiler: cdp, command, slices: [times(60)] })
  expect(record.exit).toMatchObject({ escalated: false })
  const { trees } = await collect()
  expect(trees.map(({ pid }) => pid)).toEqual([record.pid])
  expect(functionNamed(present(trees[0]).profile, 'burnInside')?.share).toBeGreaterThan(0.5)
})

test('a launch whose server got no request fails as it has no samples', async () => {
  const command = ['node', 'test/fixtures/servers/burns.js']
  const { collect, folder } = await profiledLaunch({ profiler: cdp, command, slices: [] })
  expect(readdirSync(folder).some(name => name.endsWith('.cpuprofile'))).toBe(true)
  await expect(collect()).rejects.toMatchObject({ code: 'ERR_EMPTY_PROFILE' })
})

test('a server that dies while it is profiled fails its launch with its error output', async () => {
  const attempt = profiledLaunch({
    profiler: cdp,
    command: ['node', 'test/fixtures/servers/dies-under-load.js'],
    slices: [ask => times(300)(at => ask(at).catch(() => new Promise(() => {})))]
  })
  const message = expect.stringMatching(/died under load.*the 201st request was too much/s)
  await expect(attempt).rejects.toMatchObject({ code: 'ERR_SERVER_EXITED', message })
})

/** @param {string} server @returns {string} a program that runs it, as npm start does */
function spawning(server) {
  return `const child = require('node:child_process').spawn(process.execPath, ['${server}'], { stdio: 'inherit' })
    process.on('SIGTERM', () => child.kill('SIGTERM'))`
}
