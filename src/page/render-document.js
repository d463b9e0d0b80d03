import path from 'node:path'
import { bundleForBrowser } from '../system/bundle.js'
import { renderTemplate } from './render-template.js'

const BROWSER_CODE = path.join(import.meta.dirname, 'browser')

/**
 * One HTML file that loads nothing: a template within the page that all share, with what runs in the browser.
 * @param {'report' | 'index'} name of the template, and of the script and the style
 * @param {string} title
 * @param {object} view what the template is filled with
 * @returns {Promise<string>}
 */
export async function renderDocument(name, title, view) {
  const body = await renderTemplate(name, view)
  return renderTemplate('document', { title, body, ...bundleForBrowser(BROWSER_CODE, name) })
}
