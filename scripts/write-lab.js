import path from 'node:path'
import { analyse } from '../src/analyse.js'
import { RunFolder } from '../src/runs/run-folder.js'
import { writeAtomic } from '../src/system/files/files.js'
import { labText } from './lab/lab-text.js'

/** Writes the figures of the committed sample into docs/labs/info.md: `node scripts/write-lab.js`. */
const root = path.join(import.meta.dirname, '..')
const run = new RunFolder(path.join(root, 'profiles/sample')).read()
const file = path.join(root, 'docs/labs/info.md')
await writeAtomic(file, labText(analyse(run).analysis, run.manifest))
console.log(path.relative('', file))
