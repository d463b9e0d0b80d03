import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { sealRun } from '../../scripts/seal-run.js'
import { analyse } from '../../src/analyse.js'
import { exitCodeOf, exitCodeOfLab } from '../../src/cli/print/print-report.js'
import { copyLab } from '../../src/labs/copy/lab.js'
import { labs } from '../../src/labs/index.js'
import { reportLab } from '../../src/labs/skeleton/measure-lab.js'
import { unusualLines } from '../../src/report/sections/sections.js'
import { warningInWords } from '../../src/report/words/check-words.js'
import { createLabRun, createRun } from '../../src/runs/create-run.js'
import { manifestText } from '../../src/runs/read-manifest.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeLab } from '../helpers/make-lab.js'
import { makeLaunch, makeManifest, makeSlice } from '../helpers/make-run.js'
import { copyOlderSample, sampleRoot, withoutChecksum } from '../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { CopyManifest, SavedCopyLab } from '../../src/labs/copy/types.js' */
/** @import { LabRunWriter } from '../../src/runs/create-run.js' */

removeTemporaryFolders()

const trees = 'launches/07-off-prof/call-trees.json'

test('a run that is saved fits its checksums, also what is saved after its end', async () => {
  const run = await createRun(temporaryFolder(), 'info-log', makeManifest({ status: 'running' }))
  run.appendLaunch(makeLaunch({ id: '1-log=off' }))
  run.appendSlice(makeSlice({ launch: '1-log=off' }))
  await run.update({ status: 'complete' })
  await run.writeArtifact({ kind: 'table', variant: 'log=off', profiler: null, generator: 'autocannon' }, 'table')
  await run.writeSources([], [])
  const ended = run.read()
  await run.saveChecksums()
  const later = run.read()
  expect(Object.keys(ended.manifest.checksums ?? {}).sort()).toEqual(['launches.jsonl', 'slices.jsonl'])
  expect(later.manifest.checksums).toEqual({
    ...ended.manifest.checksums,
    'sources.json': expect.any(String),
    'tables/log=off.autocannon.txt': expect.any(String)
  })
  expect([ended.unread, later.unread]).toEqual([[], []])
})

test.each([
  ['slices.jsonl', /^slices\.jsonl: line 1 is skipped: it does not fit its checksum\.$/],
  ['launches.jsonl', /^launches\.jsonl: line 1 is skipped: it does not fit its checksum\.$/],
  [trees, /^launches\/07-off-prof\/call-trees\.json is not used: it does not fit its checksum\.$/],
  ['launches/07-off-prof/profile.json', /profile\.json is not used: it does not fit its checksum\.$/],
  ['sources.json', /^sources\.json is not used: it does not fit its checksum\.$/],
  ['tables/off.autocannon.txt', /^tables\/off\.autocannon\.txt is not used: it does not fit its checksum\.$/],
  ['ticks/off.prof.autocannon.txt', /^ticks\/off\.prof\.autocannon\.txt is not used: it does not fit its checksum\.$/]
])('another digit in %s is one sentence with its name, and a gate ends with 3', (name, sentence) => {
  const root = sealedSample()
  changeDigit(path.join(root, name))
  const { analysis } = analyse(new RunFolder(root).read())
  const own = analysis.checks.warnings.filter(warning => warning.code === 'unread-file')
  expect(own.map(warningInWords)).toEqual([expect.stringMatching(sentence)])
  expect(exitCodeOf(analysis)).toBe(3)
})

test('another digit in run.json, and one without checksums, are refused', () => {
  const { manifest: file } = new RunFolder(sealedSample())
  const content = JSON.parse(readFileSync(file, 'utf8'))
  const { checksum, checksums, ...bare } = content
  const changed = { ...content, machine: { ...content.machine, cores: 3 } }
  for (const [text, problem] of [
    [JSON.stringify(changed), 'its content does not fit its checksum'],
    [JSON.stringify({ ...content, schemaVersion: 7 }), 'its content does not fit its checksum'],
    [JSON.stringify({ ...bare, checksums }), 'its content does not fit its checksum'],
    [manifestText(bare), 'it has no checksums of the other files']
  ]) {
    writeFileSync(file, text ?? '')
    const details = { path: file, problem }
    expect(() => new RunFolder(path.dirname(file)).read()).toThrow(
      expect.objectContaining({ code: 'ERR_DAMAGED_RUN', details })
    )
  }
  writeFileSync(file, JSON.stringify(content))
  expect(new RunFolder(path.dirname(file)).read().unread).toEqual([])
})

test.each([
  ['lost', (/** @type {string[]} */ lines) => lines.toSpliced(2, 1)],
  ['moved', (/** @type {string[]} */ lines) => [...lines.slice(1, -1), lines[0] ?? '', '']],
  ['cut off', (/** @type {string[]} */ lines) => lines.slice(0, -1)]
])('a line that is %s is one sentence', (_what, change) => {
  const { root, slices } = new RunFolder(sealedSample())
  writeFileSync(slices, change(readFileSync(slices, 'utf8').split('\n')).join('\n'))
  const { unread } = new RunFolder(root).read()
  expect(unread).toEqual([{ file: 'slices.jsonl', reason: 'other-lines', lines: null, place: null }])
})

test('a missing slices.jsonl is named, also of an older run, and no time limit is the reason', () => {
  for (const root of [sealedSample(), copyOfSample()]) {
    rmSync(new RunFolder(root).slices)
    const run = new RunFolder(root).read()
    const manifest = { ...run.manifest, design: { ...run.manifest.design, maxMs: 60_000 } }
    const { analysis } = analyse({ ...run, manifest })
    expect(analysis.checks.warnings.map(warningInWords)).toContain('slices.jsonl: it is missing.')
    expect(unusualLines(analysis).join()).not.toMatch('--max-time')
    expect(exitCodeOf(analysis)).toBe(3)
  }
})

test.each(/** @type {const} */ (['complete', 'interrupted', 'failed']))(
  'a run that ended as %s has the checksums of its files',
  async status => {
    const run = await createRun(temporaryFolder(), 'info-log', makeManifest({ status: 'running' }))
    run.appendSlice(makeSlice({ launch: '1-log=off' }))
    expect(new RunFolder(run.root).readManifest()).not.toHaveProperty('checksums')
    await run.update({ status })
    expect(new RunFolder(run.root).readManifest().checksums).toEqual({ 'slices.jsonl': expect.any(String) })
  }
)

test('files that are shown as they are, and that were removed, are named, and a gate ends with 3', () => {
  const root = sealedSample()
  for (const name of ['tables', 'ticks']) rmSync(path.join(root, name), { recursive: true })
  const { analysis } = analyse(new RunFolder(root).read())
  const own = analysis.checks.warnings.filter(warning => warning.code === 'unread-file').map(warningInWords)
  expect(own.length).toBeGreaterThanOrEqual(2)
  for (const sentence of own) expect(sentence).toMatch(/^(tables|ticks)\/\S+: .*missing/)
  expect(exitCodeOf(analysis)).toBe(3)
})

test('sources.json may be removed', () => {
  const { root, sources } = new RunFolder(sealedSample())
  rmSync(sources)
  expect(new RunFolder(root).read()).toMatchObject({ sources: null, unread: [] })
})

test('the records of a run that was killed have their checksums, its other files have none', async () => {
  const run = await createRun(temporaryFolder(), 'info-log', makeManifest({ status: 'running', pid: 2 ** 30 }))
  const launch = { id: '1-log=off-prof', variant: 'log=off', profiler: /** @type {const} */ ('prof') }
  run.appendLaunch(makeLaunch(launch))
  for (const index of [0, 1]) run.appendSlice(makeSlice({ launch: launch.id, profiler: 'prof', index }))
  changeDigit(run.slices)
  const read = new RunFolder(run.root).read()
  expect(read.manifest).toMatchObject({ status: 'failed', problem: { code: 'ERR_ENDED' } })
  expect(read.slices).toHaveLength(1)
  expect(read.unread).toEqual([
    { file: 'slices.jsonl', reason: 'checksum', lines: { count: 1, first: 1 }, place: null }
  ])
  await run.saveChecksums()
  expect(new RunFolder(run.root).read().manifest.checksums).toBe(undefined)
})

test('a damaged record of a lab is one sentence, and the command ends with 3', async () => {
  const { manifest, cells } = makeLab()
  /** @type {LabRunWriter<CopyManifest, SavedCopyLab>} */
  const run = await createLabRun(
    temporaryFolder(),
    { ...manifest, status: 'running' },
    /** @type {any} */ (copyLab.records)
  )
  for (const cell of cells) run.append('cells', cell)
  await run.update({ status: 'complete' })
  const sound = await reportLab(run, labs)
  expect(sound.analysis.unread).toBe(undefined)
  expect(exitCodeOfLab(sound.analysis)).toBe(0)
  changeDigit(path.join(run.root, 'cells.jsonl'))
  const { analysis } = await reportLab(run, labs)
  expect(analysis.unread).toEqual([
    { file: 'cells.jsonl', reason: 'checksum', lines: { count: 1, first: 1 }, place: null }
  ])
  expect(exitCodeOfLab(analysis)).toBe(3)
})

test('a record without a checksum that is added is not used', () => {
  const { root, slices } = new RunFolder(sealedSample())
  const [first = ''] = readFileSync(path.join(sampleRoot, 'slices.jsonl'), 'utf8').split('\n')
  appendFileSync(slices, `${JSON.stringify(withoutChecksum(JSON.parse(first)))}\n`)
  expect(new RunFolder(root).read().unread).toMatchObject([{ file: 'slices.jsonl', reason: 'checksum' }])
})

function copyOfSample() {
  const root = path.join(temporaryFolder(), 'run')
  copyOlderSample(root)
  return root
}

/** Returns a copy of the sample with the checksums that a run of today has. */
function sealedSample() {
  const root = copyOfSample()
  sealRun(root)
  return root
}

/** Changes the first number of a file by one. @param {string} file */
function changeDigit(file) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(/\d/, digit => String((Number(digit) + 1) % 10))
  )
}
