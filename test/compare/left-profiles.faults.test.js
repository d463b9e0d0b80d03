import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { sealRun } from '../../scripts/seal-run.js'
import { readRunWithProfiles, withLeft } from '../../src/compare/save/read-left-profiles.js'
import { WorkshopError } from '../../src/errors/errors.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { writeProgram } from '../helpers/fake-programs.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(120_000)
removeTemporaryFolders()

const { PATH } = process.env
const PRIVATE = 'alias ll="ls -l"\n'
/** @type {string} */
let profilesFolder
/** @type {string} an interrupted run whose profiles were not read */
let own

beforeAll(async () => {
  profilesFolder = mkdtempSync(path.join(tmpdir(), 'workshop-test-'))
  const interrupts = new AbortController()
  const [light, heavy] = ['200', '900'].map(BURN_MICROS => ({ server: 'answers.js', env: { BURN_MICROS } }))
  if (!light || !heavy) throw new Error('two servers are needed')
  const {
    folder: { root }
  } = await runFixture(fixtureExperiment(light, heavy), {
    profilesFolder,
    rounds: 1,
    detailRounds: 3,
    sliceMs: 600,
    profilers: [{ name: 'prof', playsLoads: false, isAlone: false }],
    signal: interrupts.signal,
    notify: event => {
      if (event.type === 'round' && event.index === 3)
        interrupts.abort(new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' }))
    }
  })
  own = root
})

afterAll(() => rmSync(profilesFolder, { recursive: true, force: true }))

afterEach(() => {
  process.env.PATH = PATH
})

/** Returns a copy of the run, as from someone else, with the first launch under prof and its log. */
function strangeRun() {
  const folder = temporaryFolder()
  const root = path.join(folder, 'run')
  cpSync(own, root, { recursive: true })
  const launch = new RunFolder(root).read().launches.find(({ profiler }) => profiler === 'prof')
  if (!launch) throw new Error('the run has no launch under prof')
  const launchFolder = path.join(root, 'launches', launch.id)
  const log = readdirSync(launchFolder).find(name => name.endsWith('v8.log'))
  if (!log) throw new Error('the launch has no log')
  return { folder, root, launchFolder, log: path.join(launchFolder, log) }
}

/** @param {string} root @param {(launches: number) => void} [notify] @param {(sentence: string) => void} [warn] */
function read(root, notify = () => {}, warn = unexpected) {
  return readRunWithProfiles(new RunFolder(root), { signal: new AbortController().signal, notify, warn })
}

test.each([
  ['a text of ticks', 'ticks.autocannon.txt', 'file'],
  ['a processed log', '{log}.json', 'file'],
  ['a text of perf', 'perf.txt', 'file'],
  ['the source maps', 'source-maps.json', 'file'],
  ['the folder of 0x', '0x', 'folder'],
  ['the folder of clinic', 'clinic', 'folder'],
  ['a page', '../../profiles/baseline.0x.html', 'file'],
  ['the folder of texts', '../../ticks', 'folder'],
  ['another launch', '../more', 'folder']
])('a left profile is not read beside a link in place of %s: nothing outside is written', async (_what, name, kind) => {
  const { folder, root, launchFolder, log } = strangeRun()
  const outside = path.join(folder, 'home')
  mkdirSync(outside)
  writeFileSync(path.join(outside, '.bashrc'), PRIVATE)
  const link = path.join(launchFolder, name.replace('{log}', path.basename(log)))
  mkdirSync(path.dirname(link), { recursive: true })
  symlinkSync(kind === 'file' ? path.join(outside, '.bashrc') : outside, link)
  const run = await read(root, () => {
    throw new Error('nothing is read')
  })
  expect(readdirSync(outside)).toEqual(['.bashrc'])
  expect(readFileSync(path.join(outside, '.bashrc'), 'utf8')).toBe(PRIVATE)
  expect(run.profiles).toEqual([])
  const file = path.relative(root, link).split(path.sep).join('/')
  expect(run.unread).toContainEqual({ file, reason: 'not-plain', lines: null, place: null })
})

test('a log of someone else names no option, no file of the folder and no library that is not here to nm', async () => {
  const { folder, root, log } = strangeRun()
  const bin = path.join(folder, 'bin')
  const calls = path.join(folder, 'calls')
  for (const name of ['nm', 'objdump']) writeProgram(path.join(bin, name), `echo "$PWD $*" >> '${calls}'`)
  process.env.PATH = `${bin}${path.delimiter}${PATH}`
  for (const name of ['a.out', 'x.so']) writeFileSync(path.join(path.dirname(log), name), '')
  const [version, ...lines] = readFileSync(log, 'utf8').split('\n')
  const foreign = [
    'shared-library,--plugin=./x.so,0x1000,0x2000,0',
    'sh\\x61red-library,--plugin=./x.so,0x1000,0x2000,0',
    'shared-library,-\\x2dplugin=./x.so,0x1000,0x2000,0',
    'shared-library,,0x1000,0x2000,0',
    'shared-library,x.so,0x1000,0x2000,0',
    `shared-library,${path.dirname(log)}/x.so,0x1000,0x2000,0`,
    'shared-library,/nowhere/lib.so,0x1000,0x2000,0'
  ]
  writeFileSync(log, [version, ...foreign, ...lines].join('\n'))
  sealRun(root)
  const run = await read(root)
  expect(run.profiles).toHaveLength(4)
  const file = path.relative(root, log).split(path.sep).join('/')
  const left = { file, reason: 'foreign-library', lines: { count: foreign.length, first: 2 }, place: null }
  expect(run.unread).toEqual([left])
  const asked = readFileSync(calls, 'utf8').trim().split('\n')
  expect(asked.some(call => call.includes(process.execPath))).toBe(true)
  expect(asked.filter(call => /plugin|x\.so|nowhere/.test(call))).toEqual([])
  expect(
    asked.filter(call => call.startsWith(root) || !/ (?:\/[^ ]+|\[(?:vdso|vsyscall)\]|[0-9a-f]+-[0-9a-f]+)$/.test(call))
  ).toEqual([])
})

test('a log that is not as the profiler left it is named and not read, also by the next report', async () => {
  const { root, log } = strangeRun()
  writeFileSync(log, readFileSync(log, 'utf8').replace(/.$/s, ''))
  const file = path.relative(root, log).split(path.sep).join('/')
  for (const _report of [1, 2]) {
    const run = await read(root)
    expect(run.profiles).toHaveLength(3)
    expect(run.unread).toEqual([{ file, reason: 'checksum', lines: null, place: null }])
  }
})

test('an interruption names the launches that are left to read, until they are read', async () => {
  const { root } = strangeRun()
  const interruption = new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' })
  expect(withLeft(interruption, new RunFolder(root), new RunFolder(root).read()).message).toBe(
    'Interrupted by SIGINT. Measure again, or read the profiles of 4 launches that were left: report <run folder>.'
  )
  const signal = AbortSignal.abort(interruption)
  await expect(
    readRunWithProfiles(new RunFolder(root), { signal, notify() {}, warn: unexpected })
  ).rejects.toMatchObject({
    details: { unread: 4 }
  })
  await read(root)
  expect(withLeft(interruption, new RunFolder(root), new RunFolder(root).read())).toBe(interruption)
})

test('an error of the system while left profiles are saved is said, and the others are read', async () => {
  const { root, launchFolder } = strangeRun()
  mkdirSync(path.join(launchFolder, 'call-trees.json'))
  /** @type {string[]} */
  const warnings = []
  const run = await read(root, undefined, sentence => void warnings.push(sentence))
  expect(warnings).toEqual([
    expect.stringMatching(/^Not everything that the run left could be read and saved: EISDIR: .*call-trees\.json'\.$/)
  ])
  expect(run.trees).toHaveLength(3)
})

test('the profiles of a copy are read as those of the run itself, without its sources', async () => {
  const { root } = strangeRun()
  const [copied, original] = [await read(root), await read(own)]
  for (const { profiles, trees, unread } of [copied, original])
    expect([profiles.length, trees.length, unread]).toEqual([4, 4, []])
  expect(copied.sources?.filter(({ omitted }) => omitted !== 'elsewhere')).toEqual([])
  expect(original.sources?.filter(({ omitted }) => omitted === 'elsewhere')).toEqual([])
})

/** @param {string} sentence */
function unexpected(sentence) {
  throw new Error(sentence)
}
