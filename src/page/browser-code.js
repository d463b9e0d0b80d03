import { readFile } from 'node:fs/promises'
import { bundle, bundledFile } from '../system/files/bundle.js'
import { policyHash } from '../system/files/policy-hash.js'
import { isInstalled } from '../system/files/workshop-root.js'

/** @import { Bundled } from '../system/files/bundle.js' */

/** The folder of the modules and style sheets of the pages. */
export const BROWSER_CODE = import.meta.dirname

/**
 * Returns the script and the style of a page, and a Content-Security-Policy under which it may run these two and load nothing.
 * @param {'report' | 'index'} name
 * @returns {Promise<Bundled & { policy: string }>}
 */
export async function browserCode(name) {
  const bundled = isInstalled ? await readBundled(name) : await bundle(BROWSER_CODE, name)
  return { ...bundled, policy: policyFor(bundled) }
}

/** @param {string} name @returns {Promise<Bundled>} */
async function readBundled(name) {
  return JSON.parse(await readFile(bundledFile(name), 'utf8'))
}

/** @param {Bundled} bundled */
function policyFor({ script, style }) {
  const rules = [
    "default-src 'none'",
    `script-src ${policyHash(script)}`,
    `style-src ${policyHash(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'"
  ]
  return rules.join('; ')
}
