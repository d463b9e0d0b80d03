import path from 'node:path'
import { savedRuns, unpackRun } from '../../scripts/golden/saved-runs.js'
import { analyse } from '../../src/analyse.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { temporaryFolder } from './temporary-folder.js'

/**
 * Returns a recorded run, analysed by the present code; the caller registers `removeTemporaryFolders`.
 * @param {string} name of test/fixtures/golden, or sample
 */
export async function goldenRun(name) {
  const folder = temporaryFolder()
  const saved = savedRuns().find(each => each.name === name)
  if (!saved) throw new Error(`no run ${name} is recorded`)
  await unpackRun(saved, folder)
  const run = new RunFolder(path.join(folder, name)).read()
  return { run, ...analyse(run) }
}
