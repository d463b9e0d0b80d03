import { cpSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { saveSources } from '../../../src/compare/save/save-report.js'
import { inodeOf } from '../../../src/runs/read-manifest.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { sampleRoot } from '../../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

test('the source lines of a run are read in its own folder, and not in a copy', async () => {
  const folder = temporaryFolder()
  const [root, copy] = [path.join(folder, 'run'), path.join(folder, 'copy')]
  for (const each of [root, copy]) cpSync(sampleRoot, each, { recursive: true })
  const file = path.join(folder, 'server.js')
  writeFileSync(file, 'password\n'.repeat(1000))
  utimesSync(file, new Date(0), new Date(0))
  const saved = new RunFolder(root).read()
  const run = { ...saved, manifest: { ...saved.manifest, folder, inode: inodeOf(root) }, trees: [] }
  const analysis = analyse(saved).analysis
  const blames = analysis.blames.map(blame => ({
    ...blame,
    rows: blame.rows.map(row => ({ ...row, owner: row.owner && { ...row.owner, file } }))
  }))
  const own = await saveSources(new RunFolder(root), run, { ...analysis, blames })
  expect(own.sources?.some(({ text }) => text?.lines[0] === 'password')).toBe(true)
  const ofCopy = await saveSources(new RunFolder(copy), run, { ...analysis, blames })
  expect(ofCopy.sources?.length).toBe(own.sources?.length)
  expect(new Set(ofCopy.sources?.map(({ omitted }) => omitted))).toEqual(new Set(['elsewhere']))
  expect(JSON.stringify(new RunFolder(copy).read().sources)).not.toContain('password')
})
