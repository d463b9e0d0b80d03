import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { WorkshopError } from '../../../src/errors/errors.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { usableCores } from '../../../src/system/cores.js'
import { startNeighbour } from '../../helpers/busy-neighbour.js'
import {
  analysisOf,
  fewConnections,
  fixtureExperiment,
  runFixture,
  smallBatch
} from '../../helpers/fixture-experiment.js'
import { onLinux } from '../../helpers/on-linux.js'
import { commandOf, descendantsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { TickTable } from '../../../src/blame/types.js' */
/** @import { Load } from '../../../src/load/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const light = { server: 'answers.js', env: { BURN_MICROS: '200' } }
const heavy = { server: 'answers.js', env: { BURN_MICROS: '600' } }

test('a real run finds a planted slow-down, and its folder has every slice', async () => {
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment(light, heavy), { rounds: 6 })
  expect(problem).toBeNull()
  const saved = new RunFolder(root).read()
  expect(saved.manifest.status).toBe('complete')
  expect(saved.slices).toHaveLength((6 + 2) * 8)
  expect(saved.launches.map(launch => launch.exit.escalated)).toEqual(Array(16).fill(false))
  const [verdict] = analysisOf(root).verdicts
  expect(verdict?.verdict).toBe('slower')
  // 400 µs more on top of 200 µs and the cost of answering at all: between 1.3 and 3 times as much.
  expect(verdict?.change?.relative).toBeGreaterThan(0.3)
  expect(verdict?.change?.relative).toBeLessThan(2)
  expect(readFileSync(path.join(root, 'tables', 'baseline.autocannon.txt'), 'utf8')).toMatch(/Req\/Sec/)
})

test('shared-core slices use one core, and later slices all cores again', async () => {
  const cores = await usableCores()
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment(light, heavy), {
    rounds: 2,
    detailRounds: 0,
    sharedCoreMs: 300,
    slices: { sharedCore: 2, separate: 1, detail: 1, others: 1 }
  })
  expect(problem).toBeNull()
  const { slices } = new RunFolder(root).read()
  const shared = slices.filter(({ beside }) => beside.length > 0)
  expect(shared).toHaveLength(cores.length < 2 ? 0 : 2 * 2 * 2)
  for (const { launch, beside, index, server } of shared) {
    expect(index).toBeLessThan(2)
    expect(beside).toEqual([
      launch.includes('baseline') ? launch.replace('baseline', 'candidate') : launch.replace('candidate', 'baseline')
    ])
    expect(server.cpuMicros).toBeGreaterThan(0)
  }
  const spentShared = shared.filter(({ index, round }) => index === 0 && round === 0)
  const shares = spentShared.map(({ server, durationMs }) => server.cpuMicros / (durationMs * 1e3))
  // Each would use all of a core of its own.
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(1.2)
  expect(slices.filter(({ beside }) => beside.length === 0)).toHaveLength(2 * 2)
})

onLinux('beside other work, the slice that shows whether a server waits is played three times', async () => {
  const neighbour = await startNeighbour(120e6)
  try {
    const { folder, problem } = await runFixture(fixtureExperiment(light, heavy), {
      detailRounds: 0,
      slices: { warmUp: 1, sharedCore: 1, separate: 1, detail: 1, others: 1 }
    })
    expect(problem).toBeNull()
    const saved = readFileSync(folder.slices, 'utf8').trim().split('\n')
    const shown = saved.map(line => JSON.parse(line)).filter(({ isWarmUp, beside }) => isWarmUp && beside.length === 0)
    expect(shown.map(({ variant }) => variant).sort()).toEqual([
      ...Array(3).fill('baseline'),
      ...Array(3).fill('candidate')
    ])
  } finally {
    await neighbour.stop()
  }
})

test('under --prof each variant gets the ticks of its slices under both generators', async () => {
  /** @type {[Load, Load]} */
  const loads = [fewConnections, smallBatch]
  const experiment = { ...fixtureExperiment(light, heavy), loads }
  const {
    folder: { root },
    problem
  } = await runFixture(experiment, {
    profilers: [{ name: 'prof', playsLoads: true, isAlone: false }],
    loads
  })
  expect(problem).toBeNull()
  const { ticks, profilerOverheads } = analysisOf(root)
  expect(ticks.map(table => table.generator)).toEqual(['autocannon', 'artillery', 'sockets'])
  // In a batch this small a hundred milliseconds of start-up noise outweigh the burn: the closed loop shows it.
  const [closed, batch] = ticks.map(({ variants }) => [variants.baseline, variants.candidate].map(ticksPer1000))
  expect(closed?.[1]).toBeGreaterThan(1.2 * (closed?.[0] ?? Number.NaN))
  for (const value of batch ?? []) expect(value).toBeGreaterThan(0)
  expect(profilerOverheads[0]?.changes[0]?.changes[0]?.pairs).toBe(2)
  const text = readFileSync(path.join(root, 'ticks', 'candidate.prof.artillery.txt'), 'utf8')
  expect(text.match(/Statistical profiling result/g)).toHaveLength(2)
})

test('where the garbage collector costs more, launches after all others sample what is allocated, and the card names the function', async () => {
  const [few, many] = [100, 10_000]
  const [baseline, candidate] = [few, many].map(count => ({ server: 'allocates.js', env: { OBJECTS: String(count) } }))
  const profilers = /** @type {const} */ (['prof', 'cdp']).map(name => ({ name, playsLoads: false, isAlone: false }))
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment(baseline ?? light, candidate ?? light), {
    profilers,
    quick: false,
    // The fewest in which CPU decides.
    rounds: 6,
    sliceMs: 400
  })
  expect(problem).toBeNull()
  const { launches } = new RunFolder(root).read()
  const order = launches.map(({ profiler }) => profiler)
  expect(order.slice(-4)).toEqual(Array(4).fill('heap'))
  expect(order.filter(profiler => profiler === 'heap')).toHaveLength(4)
  const { blames, cards } = analysisOf(root)
  const bytes = blames.find(({ unit }) => unit === 'bytes')
  const [row = -1] = cards.flatMap(({ places }) => places.flatMap(({ allocating = [] }) => allocating))
  expect(bytes?.rows[row]?.owner?.name).toBe('allocateObjects')
  const planted = 48 * (many - few)
  expect((bytes?.rows[row]?.cost.difference ?? 0) / planted).toBeGreaterThan(0.9)
  expect((bytes?.rows[row]?.cost.difference ?? 0) / planted).toBeLessThan(1.1)
}, 120_000)

test('0x draws a page of each variant, with the same kind of stdout as without it', async () => {
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment(light, { server: 'says-its-stdout.js' }), {
    profilers: [{ name: '0x', playsLoads: true, isAlone: false }],
    detailRounds: 1
  })
  expect(problem).toBeNull()
  for (const variant of ['baseline', 'candidate']) {
    expect(readFileSync(path.join(root, 'profiles', `${variant}.0x.html`), 'utf8')).toMatch(/<html/)
  }
  const [unprofiled, profiled] = ['03-candidate', '03-candidate-0x'].map(id =>
    readFileSync(path.join(root, 'launches', id, 'stdout.log'), 'utf8')
  )
  expect(unprofiled).toMatch(/^file: true, folder: .*\n/)
  expect(profiled?.split('\n')[0]).toBe(unprofiled?.split('\n')[0])
  expect(analysisOf(root).ticks[0]?.variants.candidate?.launches).toBe(1)
})

test('NODE_OPTIONS of a variant reach its server, and the CPU of cluster workers is summed', async () => {
  const options = { server: 'answers.js', env: { NODE_OPTIONS: '--max-old-space-size=99' } }
  const cluster = { server: 'cluster-of-two.js', env: { BURN_MICROS: '200' } }
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment(options, cluster), { rounds: 1 })
  expect(problem).toBeNull()
  const { slices, launches } = new RunFolder(root).read()
  for (const { variant, server, completed } of slices) {
    if (variant === 'candidate') {
      expect(server.threads.length).toBeGreaterThanOrEqual(2)
      expect(server.cpuMicros).toBeGreaterThanOrEqual(completed * 200)
    }
  }
  expect(launches.find(launch => launch.variant === 'baseline')?.env.NODE_OPTIONS).toBe('--max-old-space-size=99')
  const printed = readFileSync(path.join(root, 'launches', '01-baseline', 'stdout.log'), 'utf8')
  expect(printed).toMatch(/--max-old-space-size=99 --require/)
})

describe('when a run fails', () => {
  test.each([
    ['a server dies at start', 'dies-at-start.js', 'ERR_SERVER_EXITED', /exit code 7.*the database said no/s],
    [
      'a server dies under load',
      'dies-under-load.js',
      'ERR_SERVER_EXITED',
      /died under load.*the 201st request was too much/s
    ]
  ])('%s: the run fails with its last words and leaves nothing behind', async (_what, server, code, message) => {
    const {
      folder: { root },
      problem
    } = await runFixture(fixtureExperiment(light, { server }))
    expect(problem).toMatchObject({ code, exitCode: 3 })
    expect(problem?.message).toMatch(message)
    expect(new RunFolder(root).read().manifest).toMatchObject({ status: 'failed', problem: { code } })
    expect(nodeChildren()).toEqual([])
  })

  test('an interruption keeps the finished slices, and they can be analysed', async () => {
    const controller = new AbortController()
    const reason = new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' })
    const {
      folder: { root },
      problem
    } = await runFixture(fixtureExperiment(light, heavy), {
      rounds: 50,
      signal: controller.signal,
      notify: event => event.type === 'round' && event.index === 2 && controller.abort(reason)
    })
    expect(problem).toMatchObject({ code: 'ERR_INTERRUPTED', exitCode: 130 })
    const saved = new RunFolder(root).read()
    expect(saved.manifest.status).toBe('interrupted')
    expect(saved.slices).toHaveLength(2 * 2 * 4)
    expect(analysisOf(root)).toMatchObject({ status: 'interrupted', rounds: 2, verdicts: [{ change: { pairs: 2 } }] })
    expect(nodeChildren()).toEqual([])
  })

  test('an interruption does not wait for a server that ignores SIGTERM', async () => {
    const controller = new AbortController()
    const stubborn = { server: 'ignores-sigterm.js' }
    let abortedMs = 0
    const { problem } = await runFixture(fixtureExperiment(stubborn, stubborn), {
      signal: controller.signal,
      notify(event) {
        if (event.type !== 'step' || event.step !== 'stop') return
        abortedMs = performance.now()
        controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' }))
      }
    })
    expect(performance.now() - abortedMs).toBeLessThan(3000)
    expect(problem?.code).toBe('ERR_INTERRUPTED')
    expect(nodeChildren()).toEqual([])
  })

  test('a generator that dies fails the run, and earlier slices are kept', async () => {
    let rounds = 0
    const {
      folder: { root },
      problem
    } = await runFixture(fixtureExperiment(light, heavy), {
      rounds: 20,
      notify(event) {
        if (event.type === 'round') rounds = event.index
        if (rounds === 1 && event.type === 'step' && event.generator === 'autocannon') killGenerator()
      }
    })
    expect(problem).toMatchObject({ code: 'ERR_GENERATOR', exitCode: 3 })
    expect(problem?.message).toMatch(/autocannon.*SIGKILL/s)
    // The first round, and the slices of the light generator of the second.
    expect(new RunFolder(root).read().slices).toHaveLength(8 + 4)
    expect(nodeChildren()).toEqual([])
  })

  test('a V8 log that was cut off fails the run, and its slices are kept', async () => {
    let folder = ''
    const {
      folder: { root },
      problem
    } = await runFixture(fixtureExperiment(light, heavy), {
      profilers: [{ name: 'prof', playsLoads: true, isAlone: false }],
      rounds: 1,
      detailRounds: 1,
      notify(event) {
        if (event.type === 'folder') folder = event.path
        if (event.type === 'collect') cutLogs(folder)
      }
    })
    expect(problem).toMatchObject({ code: 'ERR_EMPTY_PROFILE', exitCode: 3 })
    expect(new RunFolder(root).read().slices).toHaveLength(3 * 8)
  })

  test('an interruption before the first server is reported as an interruption', async () => {
    const controller = new AbortController()
    const {
      folder: { root },
      problem
    } = await runFixture(fixtureExperiment(light, heavy), {
      signal: controller.signal,
      notify: event =>
        event.type === 'folder' && controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' }))
    })
    expect(problem?.code).toBe('ERR_INTERRUPTED')
    expect(new RunFolder(root).read().manifest.status).toBe('interrupted')
  })

  test('a slice that cannot be written ends the run with the reason, and no process is left', async () => {
    const {
      folder: { root },
      problem
    } = await runFixture(fixtureExperiment(light, heavy), {
      notify: event => event.type === 'folder' && mkdirSync(path.join(event.path, 'launches.jsonl'))
    })
    expect(problem).toMatchObject({ code: 'ERR_SYSTEM', exitCode: 3 })
    expect(problem?.message).toMatch(/EISDIR/)
    expect(JSON.parse(readFileSync(path.join(root, 'run.json'), 'utf8'))).toMatchObject({
      status: 'failed',
      problem: { code: 'ERR_SYSTEM' }
    })
    expect(nodeChildren()).toEqual([])
  })

  test('a path that the server does not have is reported after the first warm-up', async () => {
    const experiment = { ...fixtureExperiment({ server: 'answers-404.js' }, light), name: 'fixture' }
    const {
      folder: { root },
      problem
    } = await runFixture(experiment)
    expect(problem).toMatchObject({ code: 'ERR_NOT_MEASURABLE', exitCode: 3 })
    expect(problem?.message).toMatch(
      /responses of baseline cannot be measured: \d+ responses with a status other than 2xx/
    )
    expect(new RunFolder(root).read().slices).toEqual([])
  })

  test('a profiles folder that cannot be written is reported before a server starts', async () => {
    const profilesFolder = path.join(temporaryFolder(), 'file')
    writeFileSync(profilesFolder, '')
    const attempt = runFixture(fixtureExperiment(light, heavy), { profilesFolder })
    await expect(attempt).rejects.toMatchObject({ code: 'ERR_RUN_FOLDER', exitCode: 3 })
  })
})

test('two runs at once share neither folder nor port', async () => {
  const experiment = fixtureExperiment(light, heavy)
  const changes = { rounds: 1, detailRounds: 0, profilesFolder: temporaryFolder() }
  const runs = await Promise.all([runFixture(experiment, changes), runFixture(experiment, changes)])
  expect(runs.map(run => run.problem)).toEqual([null, null])
  expect(new Set(runs.map(run => run.folder.root)).size).toBe(2)
  for (const {
    folder: { root }
  } of runs)
    expect(new RunFolder(root).read().slices.map(slice => slice.errors)).toEqual(Array(8).fill(0))
})

function killGenerator() {
  const pid = descendantsOf(process.pid).find(each => commandOf(each).includes('generator-process.js autocannon'))
  if (pid) process.kill(pid, 'SIGKILL')
}

/** @param {string} root */
function cutLogs(root) {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('-v8.log')) writeFileSync(path.join(root, name), 'v8-version,1,2,3\n')
  }
}

/** @param {TickTable['variants'][string] | undefined} column */
function ticksPer1000(column) {
  return column?.rows.find(row => row.name === 'total')?.ticksPer1000Requests ?? Number.NaN
}

/** Node processes this test has left running. */
function nodeChildren() {
  return descendantsOf(process.pid).filter(pid => commandOf(pid).startsWith(process.execPath))
}
