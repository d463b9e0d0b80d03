import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { saveTexts } from '../../../src/measure/project/save-texts.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { isSeparate } from '../../../src/verdict/slices/slice-validity.js'
import { sampleRoot } from '../../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** The sample without call trees, whose first separate slice under a generator has another result of the tool. */
function runWith({ generator = 'autocannon', toolResult = /** @type {unknown} */ (null) }) {
  const run = { ...new RunFolder(sampleRoot).read(), profiles: [], trees: [] }
  const index = run.slices.findIndex(slice => slice.load.generator === generator && isSeparate(slice))
  if (run.slices[index]) run.slices[index] = { ...run.slices[index], toolResult }
  return run
}

function newFolder() {
  const folder = new RunFolder(path.join(temporaryFolder(), 'run'))
  mkdirSync(folder.root)
  writeFileSync(path.join(folder.root, 'run.json'), '{}')
  return { folder, tables: path.join(folder.root, 'tables') }
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
    const { folder, tables } = newFolder()
    const saved = runWith({ generator, toolResult })
    /** @type {string[]} */
    const skipped = []
    await saveTexts(folder, saved, name => void skipped.push(name))
    expect(skipped).toEqual([expect.stringMatching(new RegExp(`^tables/.*${generator}\\.txt$`))])
    expect(existsSync(path.join(folder.root, skipped[0] ?? ''))).toBe(false)
    const other = generator === 'paced' ? 'autocannon' : 'paced'
    expect(readFileSync(path.join(tables, `off.${other}.txt`), 'utf8')).toMatch(/^Running /)
  }
)

test('in a run that was just measured a tool result that cannot be printed is an error', async () => {
  const { folder } = newFolder()
  await expect(saveTexts(folder, runWith({}))).rejects.toThrow(TypeError)
})
