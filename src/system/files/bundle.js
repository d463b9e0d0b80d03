import path from 'node:path'
import { workshopRoot } from './workshop-root.js'

/** @typedef {{ script: string, style: string }} Bundled the modules as one script without imports, and the style sheets as one */

/**
 * Returns where the package has what was bundled when it was packed: an install need not contain a bundler.
 * @param {string} name
 */
export function bundledFile(name) {
  return path.join(workshopRoot, 'dist', `${name}.json`)
}

/**
 * Bundles modules and style sheets for a browser.
 * @param {string} folder
 * @param {string} name of the entries in it: browser/<name>.js and styles/<name>.css
 * @returns {Promise<Bundled>}
 */
export async function bundle(folder, name) {
  const { buildSync } = await import('esbuild')
  const { outputFiles } = buildSync({
    absWorkingDir: folder,
    entryPoints: [`browser/${name}.js`, `styles/${name}.css`],
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none'
  })
  const [script = '', style = ''] = ['.js', '.css'].map(
    ending => outputFiles.find(file => file.path.endsWith(ending))?.text
  )
  return { script, style }
}
