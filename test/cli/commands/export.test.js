import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, jest, test } from '@jest/globals'
import { Profile } from 'pprof-format'
import { exportCommand } from '../../../src/cli/commands/export.js'
import { createRun } from '../../../src/runs/create-run.js'
import { makeProfile } from '../../helpers/make-profile.js'
import { makeLaunch, makeManifest } from '../../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { LaunchTrees } from '../../../src/profile/types.js' */

removeTemporaryFolders()

const onlyBaseline = [launch('1-off', 'log=off'), launch('2-off', 'log=off')]
const bothVariants = [...onlyBaseline, launch('1-sync', 'log=sync')]
const twoProfilers = [launch('1-off', 'log=off'), launch('1-off-heap', 'log=off', 'heap', 'bytes')]

test('speedscope: every variant in one file, its launches merged', async () => {
  const file = JSON.parse(await exported(bothVariants, ['--format', 'speedscope']))
  expect(file.name).toMatch(/-a-run$/)
  expect(file.profiles.map((/** @type {any} */ { name, endValue }) => [name, endValue])).toEqual([
    ['log=off', 16_002],
    ['log=sync', 8001]
  ])
})

test('speedscope of one variant', async () => {
  const { profiles } = JSON.parse(await exported(bothVariants, ['--format', 'speedscope', '--variant', 'log=sync']))
  expect(profiles).toHaveLength(1)
})

test('cpuprofile and folded: the variant that is named, or the only one', async () => {
  const { startTime, endTime } = JSON.parse(await exported(onlyBaseline, ['--format', 'cpuprofile']))
  expect(endTime - startTime).toBe(16_002)
  expect(await exported(bothVariants, ['--format', 'folded', '--variant', 'log=sync'])).toMatch(/^\(program\) 2500$/m)
})

test('allocations as a cpuprofile are a heapprofile', async () => {
  const { head } = JSON.parse(await exported(twoProfilers, ['--format', 'cpuprofile', '--profiler', 'heap']))
  expect(head.callFrame.functionName).toBe('(root)')
})

test('--out writes the file and prints nothing', async () => {
  const folder = temporaryFolder()
  const out = path.join(folder, 'new', 'a.folded')
  expect(await exported(onlyBaseline, ['--format', 'folded', '--out', out])).toBe('')
  expect(readFileSync(out, 'utf8')).toBe(await exported(onlyBaseline, ['--format', 'folded']))
  expect(readdirSync(path.dirname(out))).toEqual(['a.folded'])
})

test.each([
  ['cpu', onlyBaseline, [], 'cpu/nanoseconds', 2 * 7301_000],
  ['heap', twoProfilers, ['--profiler', 'heap'], 'alloc_space/bytes', 7301]
])('pprof of %s is compressed, with the sum of all launches', async (_, of, args, type, total) => {
  const out = path.join(temporaryFolder(), 'a.pb.gz')
  expect(await exported(of, ['--format', 'pprof', ...args, '--out', out])).toBe('')
  const { sample, sampleType, stringTable, timeNanos } = Profile.decode(gunzipSync(readFileSync(out)))
  expect(
    sampleType.map(one => `${stringTable.strings[Number(one.type)]}/${stringTable.strings[Number(one.unit)]}`)
  ).toEqual([type])
  expect(sample.reduce((sum, { value }) => sum + Number(value[0]), 0)).toBe(total)
  expect(Number(timeNanos) / 1e6).toBe(Date.parse(makeManifest().startedAt))
})

describe('names that a terminal or the log of a job would obey', () => {
  const name = '\u3000::stop-commands::a\u001b[2J\u009b2J##[error]'
  const trees = [launch('1-off', 'log=off')].map(one => ({ ...one, trees: one.trees.map(withName) }))

  /** @param {LaunchTrees['trees'][number]} tree */
  function withName({ profile, ...tree }) {
    const frames = profile.frames.map(frame => ({ ...frame, name, file: '' }))
    return { ...tree, profile: { ...profile, frames } }
  }

  test.each(['cpuprofile', 'speedscope'])('%s is the same value, with escapes', async format => {
    const text = await exported(trees, ['--format', format])
    expect(text).not.toMatch(/\p{Cc}(?<!\n)|##/u)
    expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(name))
  })

  test('folded stacks have signs in their place, and a file has the names', async () => {
    expect(await exported(trees, ['--format', 'folded'])).toMatch(
      /^ \u2237stop-commands::a\ufffd\[2J\ufffd2J# #\[error\] \d+$/m
    )
    const out = path.join(temporaryFolder(), 'a.folded')
    await exported(trees, ['--format', 'folded', '--out', out])
    expect(readFileSync(out, 'utf8').startsWith(' ::stop-commands::a\u001b[2J\u009b2J##[error] ')).toBe(true)
  })
})

describe('invalid use', () => {
  test.each([
    [['another'], onlyBaseline, /name one run folder.*--format cpuprofile\|speedscope\|folded\|pprof/],
    [[], onlyBaseline, /"" is not a --format/],
    [['--format', 'pprof'], onlyBaseline, /a file of pprof is binary: add --out/],
    [['--format', 'pprof', '--out', 'a'], bothVariants, /--variant: name one. Allowed: log=off, log=sync/],
    [['--format', 'svg'], onlyBaseline, /"svg" is not a --format/],
    [['--format', 'folded', '--turbo'], onlyBaseline, /Unknown option '--turbo'/],
    [['--format', 'folded'], bothVariants, /--variant: name one. Allowed: log=off, log=sync/],
    [['--format', 'folded', '--variant', 'x'], bothVariants, /--variant: .* "x". Allowed: log=off, log=sync/],
    [['--format', 'speedscope'], twoProfilers, /--profiler: name one. Allowed: cdp, heap/],
    [['--format', 'folded', '--profiler', 'x'], onlyBaseline, /--profiler: .* "x". Allowed: cdp/],
    [['--format', 'folded', '--out', 'package.json/a'], onlyBaseline, /--out: .*package\.json/]
  ])('%j', async (args, of, message) => {
    await expect(exported(of, args)).rejects.toMatchObject({
      code: 'ERR_BAD_OPTION',
      message: expect.stringMatching(message)
    })
  })

  test('of a run without call trees', async () => {
    const message = expect.stringMatching(/-a-run: this run has no call trees.*--profiler cdp/)
    await expect(exported([], ['--format', 'folded'])).rejects.toMatchObject({ code: 'ERR_NO_PROFILE', message })
  })
})

/**
 * @param {LaunchTrees[]} saved
 * @param {string[]} args after the run folder
 * @returns {Promise<string>} what was printed
 */
async function exported(saved, args) {
  const run = await createRun(temporaryFolder(), 'a-run', makeManifest())
  for (const trees of saved) {
    run.appendLaunch(makeLaunch({ id: trees.launch, variant: trees.variant, profiler: trees.profiler }))
    await run.writeTrees(trees)
  }
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    expect(await exportCommand([run.root, ...args])).toBe(0)
    return write.mock.calls.map(([text]) => text).join('')
  } finally {
    write.mockRestore()
  }
}

/**
 * @param {string} id
 * @param {string} variant
 * @param {'cdp' | 'heap'} [profiler]
 * @param {'micros' | 'bytes'} [unit]
 * @returns {LaunchTrees} of one thread, that goes by another name in each launch
 */
function launch(id, variant, profiler = 'cdp', unit = 'micros') {
  return {
    launch: id,
    variant,
    profiler,
    trees: [{ pid: 1, threadId: 0, sampleCount: 8, profile: makeProfile({ unit, label: id }) }]
  }
}
