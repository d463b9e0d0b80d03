import { readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { copyLab } from '../../../src/labs/copy/lab.js'
import { labs } from '../../../src/labs/index.js'
import { measureLab } from '../../../src/labs/skeleton/measure-lab.js'
import { planLab } from '../../../src/labs/skeleton/plan.js'
import { makeLab } from '../../helpers/make-lab.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { CopyTypes } from '../../../src/labs/copy/types.js' */
/** @import { LabSession, LabWork } from '../../../src/labs/skeleton/types.js' */

removeTemporaryFolders()

test.each([
  ['while it is measured', renameWhileMeasured],
  ['while its page is drawn', renameWhileDrawn]
])('the folder of a lab that is renamed %s is the error, and is not made anew', async (_when, renameIn) => {
  const out = temporaryFolder()
  const work = { ...(await copyLab.work()), ...renameIn(out) }
  const lab = { ...copyLab, work: async () => work }
  const measured = measureLab({
    lab,
    labs: new Map([...labs, ['copy', lab]]),
    plan: planLab(copyLab.question, { part: 'table', length: 'quick', seed: 1 }),
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

/** @param {string} out @returns {Partial<LabWork<CopyTypes>>} */
function renameWhileMeasured(out) {
  return { measure: async () => renameRun(out) }
}

/** @param {string} out @returns {Partial<LabWork<CopyTypes>>} */
function renameWhileDrawn(out) {
  const { cells } = makeLab({ length: 'quick' })
  return { measure, page }

  /** @param {LabSession<CopyTypes>} session */
  async function measure({ run }) {
    for (const cell of cells) run.append('cells', cell)
  }

  function page() {
    renameRun(out)
    return { chapters: [], files: [] }
  }
}

/** @param {string} out */
function renameRun(out) {
  for (const name of runsIn(out)) renameSync(path.join(out, name), path.join(out, `${name}-renamed`))
}

/** @param {string} out */
function runsIn(out) {
  return readdirSync(out).filter(name => name !== 'index.html')
}
