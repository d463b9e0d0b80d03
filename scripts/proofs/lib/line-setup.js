import path from 'node:path'
import { build } from 'esbuild'
import { WorkshopError } from '../../../src/errors/errors.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { runProgram } from '../../../src/system/processes.js'
import { LINES_FOLDER } from '../../../test/fixtures/servers/zoo/lines/catalog.js'
import { installWhereMissing } from './zoo-setup.js'

const folder = path.join(workshopRoot, LINES_FOLDER)
const built = path.join(folder, 'dist')
const compiler = path.join(workshopRoot, 'node_modules/typescript/bin/tsc')
const options = [
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--sourceMap',
  '--noCheck',
  '--ignoreConfig',
  '--rootDir',
  'ts',
  '--outDir',
  built
]

/** @type {import('esbuild').BuildOptions} */
const common = { format: 'esm', platform: 'node', absWorkingDir: folder, logLevel: 'warning' }
/** @type {import('esbuild').BuildOptions} */
const bundled = { ...common, entryPoints: ['bundle/entry.js'], bundle: true, minify: true, external: ['*/shared.cjs'] }

/** Installs the packages of the line zoo where they are missing, and builds it. @param {AbortSignal} [signal] */
export async function prepareLines(signal) {
  await installWhereMissing(undefined, signal)
  await buildLines(signal)
}

/**
 * Builds what runs of TypeScript and bundles, each with an inline, an external or no source map.
 * @param {AbortSignal} [signal]
 */
export async function buildLines(signal) {
  for (const map of /** @type {const} */ (['inline', 'external'])) {
    const sourcemap = map === 'inline' ? 'inline' : 'linked'
    await build({ ...common, entryPoints: ['ts/rows.ts'], sourcemap, outfile: path.join(built, `rows.${map}.js`) })
    await build({ ...bundled, sourcemap, outfile: path.join(built, `bundle.${map}.js`) })
  }
  await build({ ...bundled, outfile: path.join(built, 'bundle.js') })
  const { code, stdout } = await runProgram(process.execPath, [compiler, ...options, 'ts/rows.ts'], {
    cwd: folder,
    signal
  })
  if (code !== 0) throw new WorkshopError('ERR_SYSTEM', { problem: `tsc failed: ${stdout}` })
}
