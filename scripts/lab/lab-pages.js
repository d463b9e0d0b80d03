import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ejs from 'ejs'

const END = '.md.ejs'

/**
 * Returns the pages of a lab by file name: one for each template of its name here, such as copy.md and copy-tables.md.
 * @param {string} name of the lab
 * @param {Record<string, unknown>} figures what the templates call
 * @returns {Record<string, string>}
 */
export function labPages(name, figures) {
  const templates = readdirSync(import.meta.dirname).filter(
    file => file.endsWith(END) && file.slice(0, -END.length).split('-')[0] === name
  )
  return Object.fromEntries(
    templates.map(file => [
      file.slice(0, -'.ejs'.length),
      ejs.render(readFileSync(path.join(import.meta.dirname, file), 'utf8'), figures)
    ])
  )
}
