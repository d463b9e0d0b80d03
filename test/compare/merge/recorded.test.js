import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { mergeRuns } from '../../../src/compare/merge/merge-runs.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { copyOlderSample, sampleRun } from '../../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

test('a recorded run as three machines has the same changes and blame, each machine once', async () => {
  const out = temporaryFolder()
  const paths = [1, 2, 3].map(index => recordedShard(out, index))
  const { analysis: merged, saved } = await mergeRuns({ paths, out: path.join(out, 'merged'), reproduce: '' })
  const { analysis: alone } = sampleRun()
  expect(merged.verdicts.map(({ change }) => change?.pairs)).toEqual(alone.verdicts.map(() => 3))
  merged.verdicts.forEach(({ change }, index) =>
    expect(change?.relative).toBeCloseTo(alone.verdicts[index]?.change?.relative ?? 0, 9)
  )
  const [blame, usual] = [merged, alone].map(({ blames }) => blames.find(({ unit }) => unit === 'micros'))
  const [first] = usual?.rows ?? []
  const same = blame?.rows.find(({ owner }) => owner?.name === first?.owner?.name)
  expect(blame?.rounds).toBe(3)
  expect(blame?.total.difference).toBeCloseTo(usual?.total.difference ?? 0, 6)
  expect(same?.cost.difference).toBeCloseTo(first?.cost.difference ?? 0, 6)
  const folder = new RunFolder(saved.folder)
  const { graphs } = JSON.parse(readFileSync(folder.flames, 'utf8'))
  const [graph] = /** @type {{ variants: { launches: number }[] }[]} */ (graphs)
  expect(graph?.variants.map(({ launches }) => launches % 3)).toEqual([0, 0, 0])
  expect(folder.read().unread).toEqual([])
  expect(readFileSync(folder.page, 'utf8')).toContain('Machines: ')
}, 120_000)

/** @param {string} out @param {number} index @returns {string} */
function recordedShard(out, index) {
  const root = path.join(out, `shard-${index}`)
  copyOlderSample(root)
  const file = path.join(root, 'run.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const design = { ...manifest.design, shard: { index, count: 3, seed: 1 } }
  writeFileSync(file, JSON.stringify({ ...manifest, pid: manifest.pid + index, design }))
  return root
}
