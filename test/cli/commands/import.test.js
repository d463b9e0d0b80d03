import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, jest, test } from '@jest/globals'
import { exportCommand } from '../../../src/cli/commands/export.js'
import { importCommand } from '../../../src/cli/commands/import.js'
import { reportCommand } from '../../../src/cli/commands/report.js'
import { toPprof } from '../../../src/profile/export/to-pprof.js'
import { majors, recording } from '../../helpers/check-profile.js'
import { makeProfile } from '../../helpers/make-profile.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { FunctionCosts } from '../../../src/blame/types.js' */
/** @import { Analysis } from '../../../src/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const VERDICT = /verdict:|slower|faster|no difference|cannot tell/i

describe.each(majors)('files of Node %s', major => {
  test.each([
    ['cpu-prof', 'esm.cpuprofile', 'micros', 'a CPU profile'],
    ['heap-prof', 'esm.heapprofile', 'bytes', 'a heap profile'],
    ['prof-log', 'burns.log', 'micros', 'a log of node --prof']
  ])('%s', async (tool, name, unit, words) => {
    const file = saved(path.join(temporaryFolder(), 'any.name'), recording(`${tool}/node-${major}/${name}`))
    const { analysis, printed, page, summary } = await imported([file])
    const read = [{ name: 'any.name', words: expect.stringContaining(words), load: null }]
    expect(analysis.imported?.files).toMatchObject(read)
    const [costs] = analysis.profile?.costs ?? []
    expect(costs?.unit).toBe(unit)
    expect(costs?.rows.some(({ owner }) => owner !== null)).toBe(true)
    expect(`${printed}${summary}`).not.toMatch(/per request|a request/)
    expect(`${printed}${summary}`).not.toMatch(VERDICT)
    expect(page).toContain('id="flame-0"')
  })
})

describe('what this package exports', () => {
  test.each([
    ['speedscope', 'micros', 'a profile of speedscope', 'time'],
    ['folded', 'samples', 'folded stacks', 'samples'],
    ['pprof', 'micros', 'a profile of pprof', 'cpu'],
    ['cpuprofile', 'micros', 'a CPU profile', 'cpu']
  ])('%s has the costs of the recording', async (format, unit, words, counts) => {
    const folder = temporaryFolder()
    const first = await imported([saved(path.join(folder, 'a'), recording('cpu-prof/node-24/esm.cpuprofile'))])
    const file = path.join(folder, 'exported')
    await exportCommand([first.run, '--format', format, '--out', file])
    const { analysis } = await imported([file])
    expect(analysis.imported).toMatchObject({ files: [{ words }], counts })
    const [before, after] = [first.analysis, analysis].map(each => each.profile?.costs[0])
    expect(after?.unit).toBe(unit)
    expect(after?.total.value).toBeCloseTo(before?.total.value ?? 0, -2)
    const costs = valuesOf(after)
    // Folded stacks have no place of code without a file.
    for (const [name, value] of Object.entries(valuesOf(before)))
      if (format !== 'folded' || !/anonymous|wasm|showPage/.test(name))
        expect(Math.abs((costs[name] ?? 0) - value)).toBeLessThan(500)
  })
})

test('two profiles: their difference without an interval, and the graph of both', async () => {
  const [one, other] = burns([1, 2])
  const { analysis, printed, summary, page } = await imported(['--baseline', one ?? '', '--candidate', other ?? ''])
  const [{ total } = { total: null }] = analysis.blames
  expect(total).toMatchObject({ low: null })
  expect(total?.difference).toBeCloseTo(100_000, -3)
  expect(analysis.blames[0]?.rows[0]).toMatchObject({ owner: { name: 'extra' }, cost: { low: null } })
  expect(printed).toContain('no interval: one profile on each side')
  expect(printed).toMatch(/\+100 ms .*extra/)
  for (const text of [printed, summary, page.replaceAll(/<script.*?<\/script>/gs, '')])
    expect(text).not.toMatch(VERDICT)
  expect(page).toContain('id="flame-0"')
})

test('several profiles on each side have an interval, and results beside them make costs per request', async () => {
  const folder = temporaryFolder()
  const loads = ['one', 'two', 'three'].map(name =>
    saved(path.join(folder, `${name}.json`), recording('autocannon/result.json'))
  )
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = burns([1, 1.02, 0.98, 2.01, 1.97, 2.02])
  const plain = await imported(['--baseline', a, b, c, '--candidate', d, e, f])
  expect(plain.analysis.blames).toMatchObject([{ rounds: 3, total: { low: expect.any(Number) } }])
  expect(plain.printed).toContain('95% interval over 3 profiles on each side')
  const perRequest = await imported(['--baseline', a, b, c, ...loads, '--candidate', d, e, f, ...loads])
  const { requests = 1 } = perRequest.analysis.imported?.files.find(file => file.load)?.load ?? {}
  expect(perRequest.analysis.imported?.isPerRequest).toBe(true)
  expect(perRequest.analysis.blames[0]?.total.difference).toBeCloseTo(
    (plain.analysis.blames[0]?.total.difference ?? 0) / requests,
    3
  )
  expect(perRequest.printed).toContain('of CPU time per request')
})

test('a file that is named twice on one side is refused', async () => {
  const [a = '', b = ''] = burns([1, 2])
  const asked = ['--baseline', a, b, '--candidate', a, a]
  await expect(imported(asked)).rejects.toMatchObject({
    message: expect.stringContaining('is named twice on one side')
  })
})

test.each([
  ['autocannon', 'result.json'],
  ['artillery', 'result.json']
])('results of %s', async (tool, name) => {
  const folder = temporaryFolder()
  const file = saved(path.join(folder, 'x'), recording(`${tool}/${name}`))
  const { analysis, printed } = await imported([file])
  expect(analysis.imported?.files).toMatchObject([{ words: `a result of ${tool}`, profile: null, load: { failed: 0 } }])
  expect(printed).toMatch(/^import: What requests\/s and latency does x have\?/)
  const compared = await imported(['--baseline', file, '--candidate', file])
  const sides = /baseline: [\d,]+ requests\/s,? candidate: [\d,]+ requests\/s, in one result/
  for (const text of [compared.printed, compared.page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')])
    expect(text).toMatch(sides)
})

test('results of two load generators are no mean', async () => {
  const folder = temporaryFolder()
  const files = ['autocannon', 'artillery'].map(tool =>
    saved(path.join(folder, tool), recording(`${tool}/result.json`))
  )
  await expect(imported(files)).rejects.toMatchObject({
    code: 'ERR_BAD_OPTION',
    message: expect.stringMatching(/2 files: a result of autocannon, a result of artillery\. .* of one load generator/)
  })
})

test('a file that was written after the profile has no source text', async () => {
  const folder = temporaryFolder()
  const source = saved(path.join(folder, 'a.js'), 'function extra() {\n}\n')
  const [, file = ''] = burns([1, 2], source)
  utimesSync(file, 1e9, 1e9)
  const before = process.cwd()
  process.chdir(folder)
  try {
    const { analysis } = await imported([file])
    expect(analysis.sources).toEqual(expect.arrayContaining([expect.objectContaining({ omitted: 'changed' })]))
  } finally {
    process.chdir(before)
  }
})

test('report writes the same again', async () => {
  const [file = ''] = burns([1])
  const { run, summary } = await imported([file])
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  await reportCommand([run])
  jest.restoreAllMocks()
  expect(readFileSync(path.join(run, 'summary.md'), 'utf8')).toBe(summary)
})

describe('what is not read is one sentence with the file, exit code 2, and nothing is written', () => {
  const cpu = recording('cpu-prof/node-20/esm.cpuprofile')
  const log = gunzipSync(readFileSync(path.resolve('test/fixtures/prof-log/node-20/burns.log.gz')))
  test.each([
    ['empty', '', /it is empty/],
    ['cut off', cpu.slice(0, cpu.length / 2), /it seems to be a CPU profile, but it is not JSON/],
    ['cut off gzip', gzipSync(cpu).subarray(0, 900), /its gzip data is cut off or damaged/],
    ['a heap snapshot', '{"snapshot":{"meta":{}}}', /it seems to be a heap snapshot;/],
    ['a trace', '{"traceEvents":[]}', /it seems to be a trace of Chrome;/],
    ['other JSON', '{"name":"app"}', /it seems to be JSON of another kind;/],
    ['a page', '<!doctype html><p>', /it seems to be a web page;/],
    ['a text', 'hello\n', /it seems to be a text;/],
    ['binary data', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]), /it seems to be binary data;/],
    ['a log without a tick', 'v8-version,11,3,244,8,-node.23,0\n', /it seems to be a log of node --prof, but/],
    [
      'a log without its end',
      log.subarray(0, -3),
      /it seems to be a log of node --prof, but .*its last line is cut off/
    ],
    ['no samples', JSON.stringify({ ...JSON.parse(cpu), samples: [], timeDeltas: [] }), /it has no samples/],
    ['no allocation', JSON.stringify({ head: { children: [] } }), /it has no samples/],
    ['a load that failed', failedResult(), /a result of autocannon, but it has no response with a status of 2xx/],
    ['folded stacks of idle time', '(idle) 4\n', /it has no samples/],
    ['folded stacks with a bad line', 'a;b 1\nb\n', /it seems to be folded stacks, but line 2/]
  ])('%s', async (_, content, message) => {
    await refused([saved(path.join(temporaryFolder(), 'given'), content)], message)
  })

  test('a folder, a pipe and nothing', async () => {
    const folder = temporaryFolder()
    await refused([folder], /it is a folder, not a file/)
    await refused([path.join(folder, 'none')], /it is missing/)
    if (process.platform === 'win32') return
    execFileSync('mkfifo', [path.join(folder, 'pipe')])
    await refused([path.join(folder, 'pipe')], /it is a pipe, not a file/)
  })

  test('a gigantic file', async () => {
    process.env.WORKSHOP_PROFILE_MB = '0.01'
    const file = saved(path.join(temporaryFolder(), 'given'), cpu)
    const packed = saved(path.join(temporaryFolder(), 'packed'), gzipSync(cpu))
    await refused([file], /more than the limit of/).finally(() => delete process.env.WORKSHOP_PROFILE_MB)
    process.env.WORKSHOP_PROFILE_MB = '0.02'
    await refused([packed], /uncompressed/).finally(() => delete process.env.WORKSHOP_PROFILE_MB)
  })
})

describe('profiles that cannot be one table are one sentence', () => {
  const stacks = () => saved(path.join(temporaryFolder(), 'folded'), 'a;b 3\n')

  test('two kinds on one side, and on two', async () => {
    const [cpu = ''] = burns([1])
    const heap = saved(path.join(temporaryFolder(), 'a.heapprofile'), recording('heap-prof/node-24/esm.heapprofile'))
    await misused(
      [cpu, heap],
      /^import: it has 2 files: a CPU profile \(CPU time\), a heap profile \(live bytes\)\. Allowed/
    )
    const kinds = /baseline has 1 file: a CPU profile \(CPU time\); candidate has 1 file: folded stacks \(samples\)/
    await misused(['--baseline', cpu, '--candidate', stacks()], kinds)
  })

  test('two units in one file', async () => {
    const profile = { type: 'sampled', name: 'main', unit: 'bytes', samples: [[0]], weights: [3] }
    const $schema = 'https://www.speedscope.app/file-format-schema.json'
    const profiles = [profile, { ...profile, unit: 'milliseconds' }]
    const content = JSON.stringify({ $schema, shared: { frames: [{ name: 'a' }] }, profiles })
    const file = saved(path.join(temporaryFolder(), 'a'), content)
    await misused([file], /it has 1 file: a profile of speedscope \(bytes, time\)/)
  })

  test('another number of files on each side, and of results', async () => {
    const [one = '', other = ''] = burns([1, 2])
    const load = saved(path.join(temporaryFolder(), 'load'), recording('autocannon/result.json'))
    await misused(
      ['--baseline', one, other, '--candidate', one],
      /baseline has 2 files: a CPU profile .*; candidate has 1/
    )
    await misused([one, other, load], /it has 3 files: a CPU profile \(CPU time\), a result of autocannon/)
  })

  /** @param {string[]} args @param {RegExp} message */
  async function misused(args, message) {
    const refusal = { code: 'ERR_BAD_OPTION', exitCode: 2, message: expect.stringMatching(message) }
    await expect(importCommand(args)).rejects.toMatchObject(refusal)
  }
})

test('what profiles count has its name: live bytes, also per request, and wall time', async () => {
  const folder = temporaryFolder()
  const heap = saved(path.join(folder, 'heap'), recording('heap-prof/node-24/esm.heapprofile'))
  const load = saved(path.join(folder, 'load'), recording('autocannon/result.json'))
  const perRequest = await imported([heap, load])
  const [headline] = perRequest.printed.match(/heap: [^,]*/) ?? []
  expect(headline).toMatch(/B of live bytes per request$/)
  expect(`${perRequest.printed}${perRequest.summary}`).not.toMatch(/allocated/)
  const about = { startedAt: '2026-01-02T03:04:05.678Z', sampleNanos: 1e6 }
  const wall = Buffer.from(toPprof(makeProfile({ unit: 'latency' }), about))
  const { printed, summary, page } = await imported([saved(path.join(folder, 'wall'), wall)])
  expect(page).toContain('Where the wall time goes')
  expect(printed).toMatch(/ of wall time, in one profile/)
  for (const text of [printed, summary, page.replaceAll(/<script.*?<\/script>/gs, '')])
    expect(text).not.toMatch(/CPU time|of CPU|CPU per/)
})

test('a difference with a wide interval has no figure', async () => {
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = burns([1, 9, 1, 1, 2, 30])
  const { printed } = await imported(['--baseline', a, b, c, '--candidate', d, e, f])
  expect(printed).toMatch(
    /candidate compared with baseline: too few samples for a difference, from [\d.,]+ m?s to [\d.,]+ m?s of CPU time; 3 profiles on each side\./
  )
})

test.each([
  [[], /name files, or the files of both sides/],
  [['--baseline', 'a'], /name files, or the files of both sides/],
  [['a', '--baseline', 'b', '--candidate', 'c'], /name files, or the files of both sides/]
])('bad use: %j', (args, message) => {
  expect(() => importCommand(args)).rejects.toMatchObject({
    code: 'ERR_BAD_OPTION',
    message: expect.stringMatching(message)
  })
})

/** @param {string[]} args @param {RegExp} message */
async function refused(args, message) {
  const out = path.join(temporaryFolder(), 'profiles')
  await expect(importCommand([...args, '--out', out])).rejects.toMatchObject({
    code: 'ERR_NOT_IMPORTED',
    exitCode: 2,
    message: expect.stringMatching(message)
  })
  expect(existsSync(out)).toBe(false)
}

/** @param {string[]} args */
async function imported(args) {
  const out = path.join(temporaryFolder(), 'profiles')
  let printed = ''
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    printed += text
    return true
  })
  try {
    expect(await importCommand([...args, '--out', out])).toBe(0)
  } finally {
    jest.restoreAllMocks()
  }
  const run = path.join(out, readdirSync(out).find(name => name.includes('-import')) ?? '')
  const read = (/** @type {string} */ name) => readFileSync(path.join(run, name), 'utf8')
  /** @type {Analysis} */
  const analysis = JSON.parse(read('analysis.json'))
  return {
    run,
    printed: printed.replace(/\s+/g, ' '),
    analysis,
    summary: read('summary.md'),
    page: read('report.html')
  }
}

/**
 * Writes CPU profiles in which `base` takes 400 ms and `extra` 100 ms times each of these.
 * @param {number[]} times less one @param {string} [source]
 */
function burns(times, source = '/srv/app/a.js') {
  const folder = temporaryFolder()
  return times.map(function write(count, index) {
    const call = (/** @type {string} */ functionName, /** @type {number} */ lineNumber) => ({
      functionName,
      scriptId: '7',
      url: source,
      lineNumber,
      columnNumber: 0
    })
    const nodes = [
      { id: 1, callFrame: { ...call('(root)', -1), scriptId: '0', url: '' }, children: [2, 3] },
      { id: 2, callFrame: call('base', 3), children: [] },
      { id: 3, callFrame: call('extra', 0), children: [] }
    ]
    const samples = [...Array(400).fill(2), ...Array(Math.round(100 * count)).fill(3)]
    const content = {
      nodes,
      samples,
      timeDeltas: samples.map((_, at) => (at === 0 ? 0 : 1000)),
      startTime: 1,
      endTime: 2
    }
    return saved(path.join(folder, `${index}.cpuprofile`), JSON.stringify(content))
  })
}

/** @param {string} file @param {string | Buffer} content */
function saved(file, content) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

/** Returns a result whose responses all have another status. */
function failedResult() {
  const result = JSON.parse(recording('autocannon/result.json'))
  return JSON.stringify({ ...result, '2xx': 0, '5xx': result.requests.total, non2xx: result.requests.total })
}

/** Returns the costs by row. @param {FunctionCosts | undefined} costs */
function valuesOf(costs) {
  const rows = (costs?.rows ?? []).map(({ owner, group, functions, cost }) => [
    owner ? `${owner.name} ${owner.line}` : `${group} ${functions > 0}`,
    cost.value
  ])
  return Object.fromEntries(rows)
}
