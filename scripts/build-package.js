import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { workshopRoot } from '../src/system/files/workshop-root.js'

/** Writes into dist what the package contains and the repository does not: the bundled pages, and the types. */
const types = path.join(workshopRoot, 'dist/types')
rmSync(path.join(workshopRoot, 'dist'), { recursive: true, force: true })
mkdirSync(types, { recursive: true })
execFileSync(process.execPath, [path.join(workshopRoot, 'scripts/bundle-pages.js')], { stdio: 'inherit' })
const compiler = path.join(workshopRoot, 'node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [compiler, '-p', path.join(workshopRoot, 'tsconfig.package.json')], { stdio: 'inherit' })
// The compiler leaves out what is written as types. The packages of the labs are no part of the package.
const isTypes = (/** @type {string} */ file) =>
  statSync(file).isDirectory() ? path.basename(file) !== 'node_modules' : file.endsWith('.d.ts')
cpSync(path.join(workshopRoot, 'src'), path.join(types, 'src'), { recursive: true, filter: isTypes })
