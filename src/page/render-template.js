import path from 'node:path'
import ejs from 'ejs'
import { formatPercent } from '../report/format.js'
import { shown } from '../report/text.js'
import { intervalBar, usualReach } from './charts/interval-bar.js'

const FOLDER = path.join(import.meta.dirname, 'templates')

/**
 * Fills a template of a page. `<%= %>` escapes what it puts in, and `<%- %>` is for markup that was made here only.
 * @param {string} name of the template, without its ending
 * @param {object} view
 * @returns {Promise<string>}
 */
export function renderTemplate(name, view) {
  return ejs.renderFile(
    path.join(FOLDER, `${name}.ejs`),
    { ...view, shown, intervalBar, usualReach, percent: formatPercent },
    { cache: true }
  )
}
