import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { writeIndex } from '../../src/page/write-index.js'
import { makeListedRun } from '../helpers/make-runs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

test('the run index replaces an older one', async () => {
  const folder = temporaryFolder()
  const file = await writeIndex(folder, [])
  expect(file).toBe(path.join(folder, 'index.html'))
  expect(readFileSync(file, 'utf8')).toContain('There are no runs yet')
  await writeIndex(folder, [makeListedRun()])
  expect(readFileSync(file, 'utf8')).toContain('log=sync vs log=off')
})

test('a page that the workshop did not write stays unchanged', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'index.html')
  const site = '<!doctype html><meta name="generator" content="Hugo"><title>profiling-workshop</title>'
  writeFileSync(file, site)
  await expect(writeIndex(folder, [])).rejects.toMatchObject({
    code: 'ERR_RUN_INDEX',
    message: expect.stringContaining(`${file} (the workshop did not write it)`)
  })
  expect(readFileSync(file, 'utf8')).toBe(site)
  expect(readdirSync(folder)).toEqual(['index.html'])
})
