import { createHash } from 'node:crypto'
import { buildSync } from 'esbuild'

/**
 * @typedef {object} Bundle
 * @property {string} script the modules as one script without imports
 * @property {string} style
 * @property {string} policy a Content-Security-Policy under which a page may run these two and load nothing
 */

/**
 * Returns modules and style sheets for a browser as text for a page.
 * @param {string} folder
 * @param {string} name of the entries in it: <name>.js and <name>.css
 * @returns {Bundle}
 */
export function bundleForBrowser(folder, name) {
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
  return { script, style, policy: policyFor(script, style) }
}

/** @param {string} script @param {string} style */
function policyFor(script, style) {
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
