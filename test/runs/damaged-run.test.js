import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { labs } from '../../src/labs/index.js'
import { warningInWords } from '../../src/report/words/check-words.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeLaunch, makeManifest, makeRounds, makeSlice } from '../helpers/make-run.js'
import { copyOlderSample } from '../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** Of a run before checksums. */
const older = { file: 'run.json', reason: 'no-checksums', lines: null, place: null }
const slices = makeRounds({ rounds: 8, costRatio: 1.2 })
const lines = slices.map(slice => JSON.stringify(slice))

test.each([
  ['a line that is no JSON', '{"variant":', { reason: 'not-json', place: null }],
  ['null', 'null', { reason: 'wrong-value', place: '' }],
  ['a string for a number', change({ completed: '1000' }), { reason: 'wrong-value', place: '/completed' }],
  ['null for a number', change({ durationMs: null }), { reason: 'wrong-value', place: '/durationMs' }],
  ['a number that nothing measures', change({ bytesRead: 1e300 }), { reason: 'wrong-value', place: '/bytesRead' }],
  ['no time at all', change({ durationMs: 0 }), { reason: 'wrong-value', place: '/durationMs' }],
  ['less than nothing', change({ completed: -1 }), { reason: 'wrong-value', place: '/completed' }],
  ['more responses than requests', change({ completed: 1001, sent: 1000 }), { reason: 'wrong-value', place: null }],
  ['fewer bytes than responses', change({ bytesRead: 999 }), { reason: 'contradiction', place: null }],
  [
    'CPU of user and kernel that is not that of the server',
    used({ cpuUserMicros: 9e6 }),
    { reason: 'contradiction', place: null }
  ],
  ['a main thread above its server', used({ cpuMainThreadMicros: 9e6 }), { reason: 'contradiction', place: null }],
  [
    'more CPU than all cores have',
    used({ cpuMicros: 9e7, cpuUserMicros: 9e7, cpuSystemMicros: 0 }),
    { reason: 'contradiction', place: null }
  ],
  ['threads that used more than the server', used({ cpuHelpersMicros: 9e6 }), { reason: 'contradiction', place: null }],
  ['other threads than the rest', used({ cpuOtherThreadsMicros: 9e6 }), { reason: 'contradiction', place: null }],
  ['a thread that used more than its time', used({ threads: busyThread() }), { reason: 'contradiction', place: null }],
  [
    'a generator above all cores',
    change({ generatorProcess: busyGenerator() }),
    { reason: 'contradiction', place: null }
  ],
  ['another rate than that of its responses', change({ completed: 990 }), { reason: 'contradiction', place: null }],
  ['more failed responses than responses', change({ non2xx: 1001 }), { reason: 'contradiction', place: null }],
  ['a histogram with a flipped bit', flipped(), { reason: 'wrong-value', place: '/latencyMicros' }],
  ['another variant', change({ variant: 'log=none' }), { reason: 'unknown-variant', place: null }],
  ['a launch in another folder', change({ launch: '../../secret' }), { reason: 'bad-name', place: null }],
  ['the same slice twice', lines[2] ?? '', { reason: 'duplicate', place: null }]
])('%s is skipped, counted and named with its line, and changes no figure', (_what, line, damage) => {
  const root = folderOf([...lines.slice(0, 5), line, ...lines.slice(5)])
  const run = new RunFolder(root).read()
  expect(run.slices).toEqual(slices)
  expect(run.unread).toEqual([older, { file: 'slices.jsonl', lines: { count: 1, first: 6 }, ...damage }])
  const analysis = analyse(run).analysis
  expect(analysis.checks.warnings.map(warningInWords)).toEqual([
    expect.stringMatching(/^run\.json: an older version wrote it without checksums/),
    expect.stringMatching(/^slices\.jsonl: line 6 is skipped: /)
  ])
  expect(analysis.verdicts).toEqual(analyse({ ...run, unread: [] }).analysis.verdicts)
})

test('several damaged lines of one kind are one warning with their number', () => {
  const { unread } = new RunFolder(folderOf(['x', ...lines, 'y'])).read()
  expect(unread).toEqual([
    older,
    { file: 'slices.jsonl', reason: 'not-json', lines: { count: 2, first: 1 }, place: null }
  ])
})

test('a byte-order mark and a text that begins a record of JSON Lines anew are read', () => {
  const root = folderOf(lines)
  const { slices: file } = new RunFolder(root)
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`)
  expect(new RunFolder(root).read()).toMatchObject({ slices, unread: [older] })
})

test.each([
  ['a pipe', 'it is a pipe', (/** @type {string} */ file) => void execFileSync('mkfifo', [file])],
  ['a folder', 'it is a folder', (/** @type {string} */ file) => void mkdirSync(file)],
  ['a link to nothing', 'it is a link to nothing', (/** @type {string} */ file) => symlinkSync(`${file}-no`, file)],
  [
    'a link out of the folder',
    'it leads out of the folder',
    (/** @type {string} */ file) => symlinkSync('/etc/passwd', file)
  ]
])('%s in place of a file is refused with its name', (_what, words, make) => {
  for (const name of /** @type {const} */ (['slices', 'manifest'])) {
    const root = folderOf(lines)
    const file = new RunFolder(root)[name]
    rmSync(file)
    make(file)
    const refused = { code: 'ERR_UNREADABLE_FILE', details: { path: file, problem: expect.stringMatching(words) } }
    expect(() => new RunFolder(root).read()).toThrow(expect.objectContaining(refused))
  }
})

test.each([
  ['no JSON', '{"schemaVersion": 6', 'it is not JSON'],
  ['a string for a number', JSON.stringify({ ...makeManifest(), pid: '1' }), '/pid must be number'],
  ['two variants of one name', withVariants(['a', 'a']), 'a variant is called "a"'],
  ['a variant in another folder', withVariants(['a', '../b']), 'a variant is called "../b"'],
  [
    'the details of another error',
    JSON.stringify({ ...makeManifest(), problem: { code: 'ERR_ENDED', details: {} } }),
    '/details'
  ]
])('a run.json with %s is refused with its name', (_what, text, words) => {
  const root = folderOf(lines)
  const { manifest } = new RunFolder(root)
  writeFileSync(manifest, text)
  const refused = { code: 'ERR_DAMAGED_RUN', details: { path: manifest, problem: expect.stringMatching(words) } }
  expect(() => new RunFolder(root).read()).toThrow(expect.objectContaining(refused))
})

test('call trees that are missing or damaged are named, and then no function is confirmed', () => {
  const sound = profiledFolder()
  const whole = analyse(new RunFolder(sound).read()).analysis
  expect(whole.blames[0]?.rows.map(({ evidence }) => evidence)).toContain('confirmed')
  const root = profiledFolder()
  const folder = new RunFolder(root)
  const [first = '', second = ''] = folder.read().trees.map(({ launch }) => launch)
  rmSync(folder.launch(first).trees)
  writeFileSync(folder.launch(second).trees, '')
  const run = folder.read()
  expect(run.treeless.toSorted()).toEqual([first, second].sort())
  const { blames, checks } = analyse(run).analysis
  expect(blames.flatMap(({ rows }) => rows).map(({ evidence }) => evidence)).not.toContain('confirmed')
  expect(checks.warnings.map(warningInWords)).toEqual([
    expect.stringMatching(/^run\.json: an older version/),
    expect.stringMatching(/call-trees\.json is not used: not JSON/),
    expect.stringMatching(/^The call trees of 2 launches are missing/)
  ])
})

test.each([
  ['call trees', 'trees'],
  ['a profile', 'profile']
])('%s of another launch are named, and not used', (_what, name) => {
  const key = /** @type {'trees' | 'profile'} */ (name)
  const root = profiledFolder()
  const folder = new RunFolder(root)
  const [first = '', second = ''] = folder.read().trees.map(({ launch }) => launch)
  const whole = folder.read()
  const file = folder.launch(first)[key]
  cpSync(folder.launch(second)[key], file)
  const run = folder.read()
  const relative = path.relative(root, file).replaceAll(path.sep, '/')
  expect(run.unread).toEqual([older, { file: relative, reason: 'other-launch', lines: null, place: null }])
  const kept = { trees: run.trees.length, profile: run.profiles.length }
  expect(kept[key]).toBe((key === 'trees' ? whole.trees : whole.profiles).length - 1)
})

test.each([
  ['call trees', 64e6, (/** @type {string} */ id) => `launches/${id}/call-trees.json`],
  ['a profile', 32e6, (/** @type {string} */ id) => `launches/${id}/profile.json`],
  ['the sources', 32e6, () => 'sources.json'],
  ['a text of ticks', 64e6, () => 'ticks/off.prof.autocannon.txt']
])('%s of more than %d bytes are not read, and named', (_what, mostBytes, nameOf) => {
  const root = profiledFolder()
  const [{ launch = '' } = {}] = new RunFolder(root).read().trees
  const file = nameOf(launch)
  truncateSync(path.join(root, file), mostBytes + 1)
  expect(new RunFolder(root).read().unread).toEqual([older, { file, reason: 'too-large', lines: null, place: null }])
})

test('call trees of the size that the environment allows are read', () => {
  const root = profiledFolder()
  const [{ launch = '' } = {}] = new RunFolder(root).read().trees
  truncateSync(new RunFolder(root).launch(launch).trees, 64e6 + 1)
  process.env.WORKSHOP_PROFILE_MB = '65'
  try {
    // Zeros follow the text of the trees.
    expect(new RunFolder(root).read().unread).toMatchObject([older, { reason: 'not-json' }])
  } finally {
    delete process.env.WORKSHOP_PROFILE_MB
  }
})

test('a run.json of more than 32 MB is refused', () => {
  const root = folderOf(lines)
  const { manifest } = new RunFolder(root)
  truncateSync(manifest, 32e6 + 1)
  const problem = expect.stringMatching(/^it has 33 MB, and at most 32 MB are read/)
  expect(() => new RunFolder(root).read()).toThrow(
    expect.objectContaining({ code: 'ERR_UNREADABLE_FILE', details: { path: manifest, problem } })
  )
})

test('a line of more than 16 million characters is skipped and named, and those after it are read', () => {
  const root = folderOf([])
  const { slices: file } = new RunFolder(root)
  truncateSync(file, 16e6 + 1)
  appendFileSync(file, `\n${lines.join('\n')}\n`)
  expect(new RunFolder(root).read()).toMatchObject({
    slices,
    unread: [older, { file: 'slices.jsonl', reason: 'too-large', lines: { count: 1, first: 1 }, place: null }]
  })
})

test('a damaged record of a lab is skipped and named', () => {
  const root = temporaryFolder()
  const from = path.join(import.meta.dirname, '../../docs/labs/copy-run')
  for (const name of ['run.json', 'cells.jsonl', 'other-requests.jsonl'])
    writeFileSync(path.join(root, name), readFileSync(path.join(from, name)))
  appendFileSync(path.join(root, 'cells.jsonl'), '{"variant":"nobody","sizeBytes":1,"repeat":0}\n')
  expect(new RunFolder(root).readLab(labs)?.unread).toEqual([
    { file: 'cells.jsonl', reason: 'checksum', lines: { count: 1, first: 584 }, place: null }
  ])
})

test('the cost that a server measured itself is read from its stderr, and a damaged one is refused with its file', () => {
  const root = folderOf(lines)
  const [launch] = new RunFolder(root).read().launches
  if (launch === undefined) throw new TypeError('a run without a launch')
  const { id, variant, profiler } = launch
  const { stderr } = new RunFolder(root).launch(id)
  mkdirSync(path.dirname(stderr), { recursive: true })
  expect(new RunFolder(root).readTruths([launch])).toEqual([])
  writeFileSync(stderr, 'listening\ntruth {"micros":20.5,"bytes":null}\n')
  expect(new RunFolder(root).readTruths([launch])).toEqual([{ variant, profiler, micros: 20.5, bytes: null }])
  for (const json of ['{"micros":20.5,"by}', '{"micros":"20","bytes":null}', '{}']) {
    writeFileSync(stderr, `truth ${json}\n`)
    const refused = { code: 'ERR_DAMAGED_RUN', message: expect.stringMatching(/^Cannot read .*stderr\.log \(the cost/) }
    expect(() => new RunFolder(root).readTruths([launch])).toThrow(expect.objectContaining(refused))
  }
})

/** Returns a run before checksums. @param {string[]} texts of slices.jsonl */
function folderOf(texts) {
  const root = temporaryFolder()
  const run = new RunFolder(root)
  writeFileSync(run.manifest, JSON.stringify({ ...makeManifest(), schemaVersion: 7 }))
  writeFileSync(run.slices, texts.map(text => `${text}\n`).join(''))
  const launches = slices.map(({ launch: id, variant, round }) => makeLaunch({ id, variant, round }))
  writeFileSync(run.launches, launches.map(launch => `${JSON.stringify(launch)}\n`).join(''))
  return root
}

/** Copies what is measured of the committed run. */
function profiledFolder() {
  const root = temporaryFolder()
  copyOlderSample(root)
  return root
}

/** @param {Partial<import('../../src/runs/types.js').ServerReading>} server */
function used(server) {
  return change({ server: { .../** @type {typeof slices[0]} */ (slices[5]).server, ...server } })
}

/** @param {Record<string, unknown>} changes */
function change(changes) {
  return JSON.stringify({ ...makeSlice({ launch: 'another', index: 7 }), ...changes })
}

/** Returns the thread of a slice with twice the CPU that its time has. */
function busyThread() {
  return makeSlice().server.threads.map(thread => ({ ...thread, cpuMicros: 2e6 }))
}

function busyGenerator() {
  return { ...makeSlice().generatorProcess, cpuUserMicros: 9e6 }
}

function flipped() {
  const { latencyMicros } = makeSlice()
  const at = latencyMicros.length >> 1
  const other = latencyMicros[at] === 'A' ? 'B' : 'A'
  return change({ latencyMicros: latencyMicros.slice(0, at) + other + latencyMicros.slice(at + 1) })
}

/** @param {string[]} names */
function withVariants(names) {
  const manifest = makeManifest()
  const [variant] = manifest.experiment.variants
  const variants = names.map(name => ({ ...variant, name }))
  return JSON.stringify({ ...manifest, experiment: { ...manifest.experiment, variants } })
}
