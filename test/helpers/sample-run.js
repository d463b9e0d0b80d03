import path from 'node:path'
import { analyse } from '../../src/analyse.js'
import { RunFolder } from '../../src/runs/run-folder.js'

/** The folder of the committed run. */
export const sampleRoot = path.join(import.meta.dirname, '../../profiles/sample')

/** Returns the committed run, a real one with every section, analysed by the present code. */
export function sampleRun() {
  const run = new RunFolder(sampleRoot).read()
  return { analysis: analyse(run).analysis, manifest: run.manifest }
}
