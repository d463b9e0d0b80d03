import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { saveTexts } from '../../../src/measure/project/save-texts.js'
import { readRun } from '../../../src/runs/read-run.js'
import { runLayout } from '../../../src/runs/run-layout.js'
import { profileWriter } from '../../../src/runs/write-run.js'
import { isSeparate } from '../../../src/verdict/slices/slice-validity.js'
import { sampleRoot } from '../../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** The sample without call trees, whose first separate slice under a generator has another result of the tool. */
function runWith({ generator = 'autocannon', toolResult = /** @type {unknown} */ (null) }) {
  const run = { ...readRun(sampleRoot), profiles: [], trees: [] }
  const index = run.slices.findIndex(slice => slice.load.generator === generator && isSeparate(slice))
  if (run.slices[index]) run.slices[index] = { ...run.slices[index], toolResult }
  return run
}

function newFolder() {
  const layout = runLayout(path.join(temporaryFolder(), 'run'))
  mkdirSync(layout.root)
  return { layout: { ...layout, manifest: runLayout(sampleRoot).manifest }, tables: path.join(layout.root, 'tables') }
}

test.each(
  /** @type {const} */ ([
    ['autocannon', null],
    ['autocannon', {}],
    ['autocannon', { raw: { latencies: 7 }, samples: [] }],
    ['artillery', null],
    ['artillery', '{"histograms":'],
    ['artillery', '{"histograms":{"a":"x"}}'],
    ['paced', null],
    ['paced', {}]
  ])
)(
  'the table of %s over a slice with the damaged result %j is skipped, and the others are written',
  async (generator, toolResult) => {
    const { layout, tables } = newFolder()
    const saved = runWith({ generator, toolResult })
    /** @type {string[]} */
    const skipped = []
    await saveTexts(profileWriter(layout), saved, file => void skipped.push(layout.relative(file)))
    expect(skipped).toEqual([expect.stringMatching(new RegExp(`^tables/.*${generator}\\.txt$`))])
    expect(existsSync(path.join(layout.root, skipped[0] ?? ''))).toBe(false)
    const other = generator === 'paced' ? 'autocannon' : 'paced'
    expect(readFileSync(path.join(tables, `off.${other}.txt`), 'utf8')).toMatch(/^Running /)
  }
)

test('in a run that was just measured a tool result that cannot be printed is an error', async () => {
  const { layout } = newFolder()
  await expect(saveTexts(profileWriter(layout), runWith({}))).rejects.toThrow(TypeError)
})
