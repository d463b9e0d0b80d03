import path from 'node:path'
import { analyse } from '../src/analyse.js'
import { RunFolder } from '../src/runs/run-folder.js'
import { writeAtomic } from '../src/system/files/files.js'
import { infoPages } from './lab/info-pages.js'

/** Writes the figures of the committed sample into docs/labs/info.md and the pages beside it: `node scripts/write-lab.js`. */
const root = path.join(import.meta.dirname, '..')
const run = new RunFolder(path.join(root, 'profiles/sample')).read()
for (const [name, text] of Object.entries(infoPages(analyse(run).analysis, run.manifest))) {
  const file = path.join(root, 'docs/labs', name)
  await writeAtomic(file, text)
  console.log(path.relative('', file))
}
