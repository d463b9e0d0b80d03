import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isInstalled, workshopRoot } from './workshop-root.js'

/**
 * @typedef {{ script: string, style: string }} Bundled the modules as one script without imports, and the style sheets as one
 *
 * @typedef {Bundled & { policy: string }} Bundle `policy`: a Content-Security-Policy under which a page may run these two and load
 *   nothing
 */

/**
 * Returns modules and style sheets for a browser as text for a page.
 * @param {string} folder
 * @param {string} name of the entries in it: <name>.js and <name>.css
 * @returns {Promise<Bundle>}
 */
export async function bundleForBrowser(folder, name) {
  const bundled = isInstalled ? await readBundled(name) : await bundle(folder, name)
  return { ...bundled, policy: policyFor(bundled) }
}

/**
 * Returns where an installed package has what was bundled when it was packed: an install need not contain a bundler.
 * @param {string} name
 */
export function bundledFile(name) {
  return path.join(workshopRoot, 'dist', `${name}.json`)
}

/** @param {string} name @returns {Promise<Bundled>} */
async function readBundled(name) {
  return JSON.parse(await readFile(bundledFile(name), 'utf8'))
}

/**
 * Bundles modules and style sheets.
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<Bundled>}
 */
export async function bundle(folder, name) {
  const { buildSync } = await import('esbuild')
  const { outputFiles } = buildSync({
    absWorkingDir: folder,
    entryPoints: [`${name}.js`, `${name}.css`],
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

/** @param {Bundled} bundled */
function policyFor({ script, style }) {
  const rules = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'"
  ]
  return rules.join('; ')
}

/** @param {string} text */
function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
