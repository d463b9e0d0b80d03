import path from 'node:path'
import ejs from 'ejs'
import { shown, visibleLines } from '../report/words/text.js'
import { axisEndsInWords } from '../report/words/words.js'
import { browserCode } from './browser-code.js'
import { axisLabels, barOf, intervalBar } from './charts/interval-bar.js'
import { waterfallBar } from './charts/waterfall.js'
import { tableView } from './parts/drawn-table.js'

const TEMPLATES = path.join(import.meta.dirname, 'templates')

/**
 * Returns one HTML file that loads nothing: a template inside the document template, with its script and style.
 * @param {'report' | 'index'} name of the template, and of the script and the style
 * @param {string} title
 * @param {object} view values for the template
 * @returns {Promise<string>}
 */
export async function renderDocument(name, title, view) {
  const body = await renderTemplate(name, view)
  return renderTemplate('document', { title, body, ...(await browserCode(name)) })
}

/**
 * Fills a template. `<%= %>` escapes its value, and replaces what cannot be seen or turns text; `<%- %>` is for markup of this program only.
 * @param {string} name
 * @param {object} view
 * @returns {Promise<string>}
 */
function renderTemplate(name, view) {
  const drawing = { barOf, intervalBar, axisLabels, axisEndsInWords, waterfallBar }
  const helpers = { shown, linkTo, tableView, ...drawing }
  return ejs.renderFile(
    path.join(TEMPLATES, `${name}.ejs`),
    { ...view, ...helpers },
    { cache: true, escape: escapeText }
  )
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
