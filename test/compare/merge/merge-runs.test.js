import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { mergeRuns } from '../../../src/compare/merge/merge-runs.js'
import { listRuns } from '../../../src/runs/list-runs.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { makeManifest } from '../../helpers/make-run.js'
import { makeShard } from '../../helpers/make-shards.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const { design, experiment } = makeManifest()
const place = { boot: 'one system', namespace: null }

/** @param {string[]} paths @param {string} out @param {object} [more] */
function merge(paths, out, more = {}) {
  return mergeRuns({ paths, out: path.join(out, 'merged'), reproduce: 'workshop merge ...', ...more })
}

/** @param {string} out @param {Parameters<typeof makeShard>[2][]} planted of each shard */
function makeShards(out, planted) {
  return Promise.all(planted.map((each, index) => makeShard(out, index + 1, each)))
}

describe('four machines of different speed that find the same change', () => {
  test('are one answer with a value per machine, which is that of the run of the machine', async () => {
    const out = temporaryFolder()
    const paths = await makeShards(out, [{}, { speed: 1.5 }, { costRatio: 1.21 }, { costRatio: 1.19 }])
    const { analysis } = await merge(paths, out)
    const [verdict] = analysis.verdicts
    expect(verdict).toMatchObject({ verdict: 'slower', change: { pairs: 4, machineRounds: 24 } })
    expect(verdict?.change?.relative).toBeCloseTo(0.2, 2)
    expect(verdict?.rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4])
    const alone = paths.map(root => analyse(new RunFolder(root).read()).analysis.verdicts[0]?.change?.relative)
    const shown = analysis.machines?.changes[0]?.machines
    expect(shown?.map(({ change }) => change?.relative)).toEqual(alone)
    verdict?.rounds.forEach(({ relative }, index) => expect(relative).toBeCloseTo(alone[index] ?? 0, 10))
    expect(shown?.some(({ differs }) => differs)).toBe(false)
    expect(analysis.roundMs).toBeCloseTo(analysis.timing.wallMs / 24, 6)
    expect(analysis.machines).toMatchObject({ count: 4, leftOut: [], sameMachine: [] })
  })

  test('the merged run is a run: it is listed, read again with the same figures, and reported', async () => {
    const out = temporaryFolder()
    const { analysis, saved } = await merge(await makeShards(out, [{}, {}, {}, {}]), out)
    const folder = new RunFolder(saved.folder)
    expect(analyse(folder.read()).analysis).toEqual(analysis)
    expect(folder.read().unread).toEqual([])
    expect(listRuns(path.join(out, 'merged'))).toMatchObject([{ problem: null, hasPage: true }])
    const summary = readFileSync(folder.summary, 'utf8')
    expect(summary).toContain('## Machines: ')
    expect(summary).toMatch(/\| all \|.*\| 24 \|/)
    expect(summary).toContain('4 machines')
  })

  test('a gate of the merge is on the interval over machines', async () => {
    const out = temporaryFolder()
    const paths = await makeShards(out, [{}, {}, { costRatio: 1.21 }, {}])
    const gates = await Promise.all(
      [0.05, 0.5].map(marginRatio => merge(paths, out, { failIfSlower: { marginRatio } }))
    )
    expect(gates.map(({ analysis }) => analysis.gates?.map(({ outcome }) => outcome))).toEqual([['fired'], ['passed']])
  })
})

test('a machine that differs is named on every surface, and shards of one machine are', async () => {
  const out = temporaryFolder()
  const same = { manifest: { pidPlace: place } }
  const { analysis, saved } = await merge(await makeShards(out, [same, same, { costRatio: 1.4 }, {}]), out)
  expect(analysis.machines?.changes[0]?.machines.map(({ differs }) => differs)).toEqual([false, false, true, false])
  expect(analysis.machines?.sameMachine).toEqual([[1, 2]])
  const folder = new RunFolder(saved.folder)
  for (const file of [folder.summary, folder.page]) {
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('Machine 3 differs from the others by more than its rounds explain')
    expect(text).toContain('Shards 1 and 2 ran on one machine')
  }
})

test('shards that were cut off or are damaged are left out and counted', async () => {
  const out = temporaryFolder()
  const paths = await makeShards(out, [{}, { manifest: { status: 'interrupted' } }, {}, {}, {}])
  const damaged = new RunFolder(paths[4] ?? '').slices
  writeFileSync(damaged, readFileSync(damaged, 'utf8').slice(0, -100))
  const { analysis } = await merge(paths, out)
  expect(analysis.machines?.shards.map(({ shard }) => shard)).toEqual([1, 3, 4])
  expect(analysis.machines?.leftOut).toMatchObject([
    { shard: 2, reason: 'interrupted' },
    { shard: 5, reason: 'damaged' }
  ])
  await expect(merge(paths.slice(0, 3), out)).rejects.toMatchObject({
    code: 'ERR_FEW_SHARDS',
    exitCode: 3,
    message: expect.stringMatching(
      /^2 of 3 runs can be merged, and an answer needs 3 machines\. Left out: .*\(interrupted\)\./
    )
  })
})

describe('is refused in one sentence', () => {
  test.each([
    [
      'other variants',
      {
        experiment: {
          ...experiment,
          variants: experiment.variants.map(variant => ({ ...variant, env: { ...variant.env, MORE: '1' } }))
        }
      },
      /experiment\.variants\.0\.env\.MORE nothing there, "1" here/
    ],
    [
      'another number of rounds',
      { design: { ...design, shard: { index: 2, count: 4, seed: 1 }, rounds: 3 } },
      /design\.rounds \d+ there, 3 here/
    ],
    [
      'another number of shards',
      { design: { ...design, shard: { index: 2, count: 5, seed: 1 } } },
      /design\.shard\.count 4 there, 5 here/
    ],
    ['another revision', { gitCommit: 'def5678' }, /gitCommit "abc1234" there, "def5678" here/],
    ['another Node.js', { versions: { node: 'v24.0.0' } }, /versions\.node "v20\.0\.0" there, "v24\.0\.0" here/]
  ])('a shard with %s', async (_what, manifest, words) => {
    const out = temporaryFolder()
    const paths = await makeShards(out, [{}, { manifest: /** @type {any} */ (manifest) }, {}, {}])
    await expect(merge(paths, out)).rejects.toMatchObject({
      code: 'ERR_NOT_MERGEABLE',
      exitCode: 2,
      message: expect.stringMatching(words)
    })
    expect(listRuns(path.join(out, 'merged'))).toEqual([])
  })

  test('a run without a number, one that is given twice or copied, and two of one number', async () => {
    const out = temporaryFolder()
    const paths = await makeShards(out, [{}, {}, {}, { manifest: { design } }])
    const [one = '', two = ''] = paths
    const copy = path.join(out, 'copy')
    cpSync(one, copy, { recursive: true })
    const again = await makeShard(path.join(out, 'again'), 2, { manifest: { startedAt: '2026-01-02T00:00:00.000Z' } })
    await expect(merge(paths, out)).rejects.toThrow('it is no shard')
    await expect(merge([out], out)).rejects.toThrow(`it is no run folder. Name each one: merge ${out}/*/.`)
    for (const given of [one, copy])
      await expect(merge([one, two, given], out)).rejects.toThrow(/it is shard 1, as .* is; name one/)
    await expect(merge([...paths.slice(0, 3), again], out)).rejects.toThrow(/it is shard 2, as .* is; name one/)
  })
})
