import { expect } from '@jest/globals'
import { savedRuns, unpackRun } from '../../scripts/golden/saved-runs.js'
import { temporaryFolder } from './temporary-folder.js'
import { startWorkshop } from './workshop.js'

/** Runs that ended before they had a verdict, and one whose budgets a disturbed machine left undecided. */
const withoutVerdict = ['failed-early', 'failed', 'interrupted', 'against']
/** A warning for each budget that is undecided. */
const UNDECIDED = /^(Gate undecided: .*\n)*$/

/** Returns the names of the recorded runs. */
export function goldenNames() {
  return savedRuns()
    .filter(run => run.packed !== undefined)
    .map(({ name }) => name)
}

/** Reports a recorded run from the command line, and expects that it could be read and all of it written. @param {string} name */
export async function expectReported(name) {
  const folder = temporaryFolder()
  for (const run of savedRuns().filter(each => each.name === name)) await unpackRun(run, folder)
  const { code, stdout, stderr } = await startWorkshop(['report', name], process.env, folder).ended
  expect(stdout).toContain(`Report: ${name}/report.html`)
  expect({ code, stderr }).toEqual({
    code: withoutVerdict.includes(name) ? 3 : 0,
    stderr: name === 'against' ? expect.stringMatching(UNDECIDED) : ''
  })
}
