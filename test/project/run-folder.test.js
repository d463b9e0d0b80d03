import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'

/**
 * Counts where the folder of a run is passed on outside of src/runs, by the types in JSDoc. Paths in the folder are made in src/runs only.
 * The session of a measurement, which has the run that it saves into, and a launch's own folder do not count.
 *
 * @typedef {{ file: string, functions: number }} Row
 */

const MOST_FUNCTIONS = 30
const MOST_FILES = 12
/** Of a run folder; the last two are those of a run that is measured, which have what reads and writes the folder too. */
const TYPES = ['RunFolder', 'RunWriter', 'LabRunWriter']

const root = path.join(import.meta.dirname, '../..')
const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map(name => name.split(path.sep).join('/'))
  .filter(name => /\.(?:c?js|d\.ts)$/.test(name) && !name.includes('node_modules/'))
const outside = files.filter(name => !name.startsWith('runs/'))

test('few functions outside of src/runs have a parameter of type RunFolder', () => {
  const rows = outside
    .map(file => ({ file, functions: functionsIn(textOf(file)) }))
    .filter(({ functions }) => functions > 0)
    .sort((one, other) => other.functions - one.functions)
  const functions = rows.reduce((sum, row) => sum + row.functions, 0)
  console.log(tableOf([...rows, { file: `${rows.length} of ${MOST_FILES} files`, functions }]))
  expect(functions).toBeGreaterThan(0)
  expect(functions).toBeLessThanOrEqual(MOST_FUNCTIONS)
  expect(rows.length).toBeLessThanOrEqual(MOST_FILES)
})

test('no file outside of src/runs makes a path in a run folder', () => {
  const words = [
    /\brunLayout\b/,
    /\bRunLayout\b/,
    /\b(?:run|folder)\.layout\b/,
    /\blayout\b[^}]*\} = .*\b(?:run|folder)\b/
  ]
  const makers = outside.filter(file => words.some(word => word.test(textOf(file))))
  expect(makers).toEqual([])
})

test('no file outside of src/runs joins a name to the root of a run folder', () => {
  const ofFolders = outside.filter(file => TYPES.some(type => textOf(file).includes(type)))
  expect(ofFolders.filter(file => /path\.(?:join|resolve)\([^)]*\broot\s*,/.test(textOf(file)))).toEqual([])
})

test.each([
  ['a parameter', '/** @param {RunFolder} run */', 1],
  ['an optional parameter', '/** @param {RunFolder} [run] */', 1],
  ['two parameters', '/** @param {RunFolder} run @param {RunFolder} other */', 1],
  ['a value of a parameter', '/**\n * @param {object} session\n * @param {RunFolder} session.run\n */', 1],
  ['a value of a parameter in one line', '/** @param {{ run: RunFolder, id: string }} session */', 1],
  ['a run that is measured', '/** @param {LabRunWriter<Name>} run */', 1],
  ['a type of a function', '/** @type {(run: RunFolder, id: string) => Promise<void>} */', 1],
  ['a type of a function over two lines', '/**\n * @type {(id: string,\n *   run: RunFolder) => void}\n */', 1],
  ['a type of a function that returns it', '/** @type {(id: string) => RunFolder} */', 0],
  ['a value', '/** @type {RunFolder} */', 0],
  ['a result', '/** @param {string} root @returns {RunFolder} */', 0],
  ['an import', "/** @import { RunFolder } from './run-folder.js' */", 0],
  ["a launch's own folder", '/** @param {LaunchFolder} launch */', 0]
])('%s is counted', (_what, text, functions) => {
  expect(functionsIn(text)).toBe(functions)
})

/** Returns how many functions of a file have such a parameter. @param {string} text */
function functionsIn(text) {
  const comments = text.match(/\/\*\*.*?\*\//gs) ?? []
  return comments.filter(comment => parametersIn(comment.replaceAll(/\n\s*\* ?/g, ' ')).some(isOfFolder)).length
}

/** Returns the types of all parameters of a JSDoc comment. @param {string} comment in one line @returns {string[]} */
function parametersIn(comment) {
  const tags = comment.split(/(?=@\w)/)
  return tags.flatMap(function typeOf(tag) {
    const [, name, rest = ''] = /^@(\w+) (.*)$/.exec(tag) ?? []
    if (name === 'param') return [bracedIn(rest)]
    const [, parameters = ''] = /^\{(\(.*\))\s*=>/.exec(bracedIn(rest)) ?? []
    return name === 'type' ? [parameters] : []
  })
}

/** Returns what stands in the first braces of a text. @param {string} text */
function bracedIn(text) {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}') depth--
    if (depth === 0) return text.slice(0, at + 1)
  }
  return text
}

/** @param {string} type */
function isOfFolder(type) {
  return TYPES.some(name => new RegExp(`\\b${name}\\b`).test(type))
}

/** @param {Row[]} rows */
function tableOf(rows) {
  return rows.map(({ file, functions }) => `${String(functions).padStart(3)}  ${file}`).join('\n')
}

/** @param {string} file below src */
function textOf(file) {
  return readFileSync(path.join(root, 'src', file), 'utf8')
}
