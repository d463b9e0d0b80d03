import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { saveBaseline } from '../../../src/compare/save/measure-and-save.js'
import { readBaseline } from '../../../src/runs/baselines.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { makeManifest, makeMeasured, makeRounds } from '../../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

removeTemporaryFolders()

/** @param {SliceRecord[]} slices @returns the folder of all runs, after a baseline was to be saved there */
async function save(slices) {
  const folder = temporaryFolder()
  const run = makeMeasured({ manifest: makeManifest(), slices })
  await saveBaseline('main', new RunFolder(path.join(folder, 'a run')), run)
  return folder
}

test('two launches of each variant are saved as a baseline', async () => {
  const { values } = readBaseline(await save(makeRounds({ rounds: 2, costRatio: 2 })), 'main', 'info-log')
  expect(values['log=off']?.cpuPerRequest).toEqual([100, 100])
  expect(values['log=sync']?.cpuPerRequest).toEqual([200, 200])
})

test.each([
  [
    'has one launch',
    makeRounds({ rounds: 2, costRatio: 2 }).filter(({ variant, round }) => variant === 'log=off' || round === 0)
  ],
  ['failed in all launches but one', makeRounds({ rounds: 2, costRatio: 2 }).map(failedAfterOne)],
  ['was loaded beside the other one only', makeRounds({ rounds: 2, costRatio: 2 }).map(besideTheOther)]
])('no baseline is saved where a variant %s, since nothing can be compared with it', async (_what, slices) => {
  const folder = temporaryFolder()
  const saved = saveBaseline(
    'main',
    new RunFolder(path.join(folder, 'a run')),
    makeMeasured({ manifest: makeManifest(), slices })
  )
  await expect(saved).rejects.toMatchObject({
    code: 'ERR_SMALL_BASELINE',
    details: { name: 'main', variant: 'log=sync' },
    exitCode: 3
  })
  expect(existsSync(path.join(folder, 'baselines'))).toBe(false)
})

/** @param {SliceRecord} slice @returns {SliceRecord} */
function failedAfterOne(slice) {
  return { ...slice, non2xx: slice.variant === 'log=sync' && slice.round > 0 ? 1 : 0 }
}

/** @param {SliceRecord} slice @returns {SliceRecord} */
function besideTheOther(slice) {
  return slice.variant === 'log=sync' ? { ...slice, beside: ['another'] } : slice
}
