import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { tellPages } from '../../src/cli/print-pages.js'
import { tellRun } from '../../src/cli/report-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()
const complaints = jest.spyOn(console, 'error').mockReturnValue(undefined)
afterEach(() => {
  complaints.mockClear()
})

/** A folder with a saved run in it. */
function savedRun() {
  const root = path.join(temporaryFolder(), 'run')
  cpSync(path.join(import.meta.dirname, '../../profiles/sample'), root, { recursive: true })
  return root
}

test('a run that was told is in the page of all runs, and the line says where its own is', async () => {
  const root = savedRun()
  expect(await tellPages(root, await tellRun(root))).toMatch(/^Report: .*run\/report\.html\nAll runs: .*\/index\.html$/)
  expect(existsSync(path.join(root, '../index.html'))).toBe(true)
  expect(complaints).not.toHaveBeenCalled()
})

test('where the page of all runs cannot be written the run is told all the same', async () => {
  const root = savedRun()
  writeFileSync(path.join(root, '../index.html'), '<h1>My own site</h1>')
  expect(await tellPages(root, await tellRun(root))).toMatch(/^Report: .*run\/report\.html$/)
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining('the workshop did not write the index.html there'))
  expect(readFileSync(path.join(root, '../index.html'), 'utf8')).toContain('My own site')
})

test('where its own page cannot be written the figures are saved, and the reason is told', async () => {
  const root = savedRun()
  for (const name of ['analysis.json', 'report.html']) rmSync(path.join(root, name))
  mkdirSync(path.join(root, 'report.html'))
  const told = await tellRun(root)
  expect(existsSync(path.join(root, 'analysis.json'))).toBe(true)
  expect(told.analysis.verdicts[0]?.verdict).toBe('slower')
  expect(await tellPages(root, told)).toMatch(/^Run folder: .*run$/)
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining('report.html could not be written: '))
})
