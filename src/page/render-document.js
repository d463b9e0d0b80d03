import { readFile } from 'node:fs/promises'
import path from 'node:path'
import ejs from 'ejs'
import { shown, visibleLines } from '../report/words/text.js'
import { bundle, bundledFile } from '../system/files/bundle.js'
import { policyHash } from '../system/files/policy-hash.js'
import { isInstalled } from '../system/files/workshop-root.js'
import { missingPackages } from '../system/missing-package.js'
import { intervalBar } from './charts/interval-bar.js'
import { tableView } from './parts/drawn-table.js'

/** @import { Bundled } from '../system/files/bundle.js' */

/** The folder of the modules and style sheets of the pages. */
export const BROWSER_CODE = import.meta.dirname

const TEMPLATES = path.join(import.meta.dirname, 'templates')

/**
 * Returns one HTML file that loads nothing: a template inside the document template, with its script and style.
 * @param {'report' | 'index'} name of the script and the style
 * @param {string} title
 * @param {{ template?: string, [name: string]: unknown }} view values for the template of that name, or of `name`
 * @returns {Promise<string>}
 */
export async function renderDocument(name, title, view) {
  const body = await renderTemplate(view.template ?? name, view)
  return renderTemplate('document', { title, body, ...(await browserCode(name)) })
}

/**
 * Fills a template. `<%= %>` escapes its value, and replaces what cannot be seen or turns text; `<%- %>` is for markup of this program only.
 * @param {string} name @param {object} view @returns {Promise<string>}
 */
function renderTemplate(name, view) {
  const helpers = { shown, linkTo, tableView, intervalBar }
  const file = path.join(TEMPLATES, `${name}.ejs`)
  return ejs.renderFile(file, { ...view, ...helpers }, { cache: true, escape: escapeText })
}

/** @param {unknown} value */
function escapeText(value) {
  return ejs.escapeXML(visibleLines(String(value ?? '')))
}

/**
 * Returns the address of a file whose name may hold characters that mean something there. Half a character has no address, and
 * cannot be in a name that a disk has.
 * @param {string} file
 */
function linkTo(file) {
  return file
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
}

/**
 * Returns the script and the style of a page, and a Content-Security-Policy under which it may run these two and load nothing.
 * @param {'report' | 'index'} name @returns {Promise<Bundled & { policy: string }>}
 */
async function browserCode(name) {
  // The action installs a tag without what develops it.
  const isBundled = isInstalled || missingPackages(['esbuild']).length > 0
  /** @type {Bundled} */
  const bundled = isBundled ? JSON.parse(await readFile(bundledFile(name), 'utf8')) : await bundle(BROWSER_CODE, name)
  return { ...bundled, policy: policyFor(bundled) }
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
