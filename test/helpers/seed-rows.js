import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseHTML } from 'linkedom'

/**
 * @typedef {object} SeedRow one claim, figure or table of a document, and where it is shown
 * @property {string} id
 * @property {string} claim
 * @property {string | string[]} [docs] texts of the docs pages
 * @property {string} [command] `npm run <script>` or `npm start`, with options after `--`
 * @property {Record<string, string>} [page] by id of a section of report.html, a text in it
 * @property {Record<string, unknown>} [json] by path in analysis.json its value, or 'number', 'text' or 'list' for any such value
 * @property {Record<string, string>} [file] by file of the run folder, a text in it
 * @property {string} [missing] the text of the docs pages which says that there is no counterpart
 *
 * @typedef {object} Seed a document with its rows
 * @property {string} document
 * @property {string[]} docs the pages of its lab
 * @property {string} run the committed run folder
 * @property {SeedRow[]} rows
 */

export const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'test/project/seeds')

/** Returns the documents, each with its name. */
export function readSeeds() {
  return readdirSync(folder).map(file => ({ name: path.basename(file, '.json'), seed: readSeed(file) }))
}

/** Reads the rows of a document. @param {string} file @returns {Seed} */
function readSeed(file) {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
}

/** Returns the text of a document of this repository, on one line. @param {string} file */
export function textOf(file) {
  return oneLine(readFileSync(path.join(root, file), 'utf8'))
}

/** Returns the texts of a row that its docs pages lack. @param {SeedRow} row @param {string} docsText */
export function absentTexts({ docs, missing }, docsText) {
  return [docs ?? [], missing ?? []].flat().filter(text => !docsText.includes(oneLine(text)))
}

/**
 * Returns a function that returns the places of a row which a run folder lacks: sections of its page, values of its analysis
 * and texts of its files.
 * @param {string} runFolder
 */
export function readShown(runFolder) {
  const analysis = JSON.parse(readFileSync(path.join(runFolder, 'analysis.json'), 'utf8'))
  const { document } = parseHTML(readFileSync(path.join(runFolder, 'report.html'), 'utf8'))
  return absentPlaces

  /** @param {SeedRow} row */
  function absentPlaces({ page = {}, json = {}, file = {} }) {
    return [
      ...Object.entries(page).filter(([id, text]) => !sectionText(id).includes(text)),
      ...Object.entries(json).filter(
        ([at, expected]) => !valuesAt(analysis, at).some(value => isValue(value, expected))
      ),
      ...Object.entries(file).filter(([name, text]) => !fileText(path.join(runFolder, name)).includes(text))
    ]
  }

  /** @param {string} id */
  function sectionText(id) {
    return oneLine(document.getElementById(id)?.textContent ?? '')
  }
}

/**
 * Returns the values at a path such as `ticks/[profiler=prof,mode=batch]/variants/off`: keys, and the entries of a list whose
 * values at other paths, with dots, are as given.
 * @param {unknown} value
 * @param {string} at
 */
function valuesAt(value, at) {
  return at.split('/').reduce((values, step) => values.flatMap(each => childrenAt(each, step)), [value])
}

/** Returns the values that one step of a path leads to. @param {unknown} value @param {string} step @returns {unknown[]} */
function childrenAt(value, step) {
  const conditions = /^\[(.+)\]$/.exec(step)?.[1]
  if (!conditions) return Object.entries(Object(value)).flatMap(([key, child]) => (key === step ? [child] : []))
  return Array.isArray(value) ? value.filter(entry => conditions.split(/,(?! )/).every(text => isMet(entry, text))) : []
}

/** Whether an entry meets a condition such as `load.generator=autocannon`. @param {unknown} entry @param {string} condition */
function isMet(entry, condition) {
  const [keys = '', ...rest] = condition.split('=')
  return valuesAt(entry, keys.replaceAll('.', '/')).some(value => String(value) === rest.join('='))
}

/** Whether a value is the expected one, or of the expected kind. @param {unknown} value @param {unknown} expected */
function isValue(value, expected) {
  if (expected === 'number') return Number.isFinite(value)
  if (expected === 'text') return typeof value === 'string' && value !== ''
  if (expected === 'list') return Array.isArray(value) && value.length > 0
  return value === expected
}

/** Returns the text of a file, or none where there is no such file. @param {string} file */
function fileText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Returns a text with single spaces. @param {string} text */
function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}
