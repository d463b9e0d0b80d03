import { readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { copy } from '../../../src/labs/copy/lab.js'
import { labParts } from '../../../src/labs/skeleton/lab-parts.js'
import { measureLab } from '../../../src/labs/skeleton/measure-lab.js'
import { planLab } from '../../../src/labs/skeleton/plan.js'
import { makeLab } from '../../helpers/make-lab.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()
afterEach(() => {
  jest.restoreAllMocks()
})

test.each([
  ['while it is measured', renameWhileMeasured],
  ['while its page is drawn', renameWhileDrawn]
])('the folder of a lab that is renamed %s is the error, and is not made anew', async (_when, renameIn) => {
  const out = temporaryFolder()
  renameIn(out)
  const measured = measureLab({
    lab: copy,
    plan: planLab(copy, { part: 'table', length: 'quick', seed: 1 }),
    out,
    reproduce: 'none',
    signal: new AbortController().signal,
    notify: () => {}
  })
  await expect(measured).rejects.toMatchObject({
    code: 'ERR_RUN_REMOVED',
    details: { path: expect.stringMatching(/-copy$/) }
  })
  expect(runsIn(out)).toEqual([expect.stringMatching(/-copy-renamed$/)])
})

/** @param {string} out */
function renameWhileMeasured(out) {
  jest.spyOn(labParts.copy, 'measure').mockImplementation(async () => renameRun(out))
}

/** @param {string} out */
function renameWhileDrawn(out) {
  const { cells } = makeLab({ length: 'quick' })
  jest.spyOn(labParts.copy, 'measure').mockImplementation(async function measure({ run }) {
    for (const cell of cells) run.append('cells', cell)
  })
  jest.spyOn(labParts.copy, 'renderPage').mockImplementation(async function renderPage() {
    renameRun(out)
    return '<!doctype html>'
  })
}

/** @param {string} out */
function renameRun(out) {
  for (const name of runsIn(out)) renameSync(path.join(out, name), path.join(out, `${name}-renamed`))
}

/** @param {string} out */
function runsIn(out) {
  return readdirSync(out).filter(name => name !== 'index.html')
}
