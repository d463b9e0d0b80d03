import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BROWSER_CODE } from '../src/page/render-document.js'
import { bundle, bundledFile } from '../src/system/files/bundle.js'
import { workshopRoot } from '../src/system/files/workshop-root.js'

/** Writes into dist what the package contains and the repository does not: the bundled pages, and the types. */
const types = path.join(workshopRoot, 'dist/types')
rmSync(path.join(workshopRoot, 'dist'), { recursive: true, force: true })
mkdirSync(types, { recursive: true })
for (const name of ['report', 'index'])
  writeFileSync(bundledFile(name), JSON.stringify(await bundle(BROWSER_CODE, name)))
const compiler = path.join(workshopRoot, 'node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [compiler, '-p', path.join(workshopRoot, 'tsconfig.package.json')], { stdio: 'inherit' })
// The compiler leaves out what is written as types.
const isTypes = (/** @type {string} */ file) => statSync(file).isDirectory() || file.endsWith('.d.ts')
cpSync(path.join(workshopRoot, 'src'), path.join(types, 'src'), { recursive: true, filter: isTypes })
