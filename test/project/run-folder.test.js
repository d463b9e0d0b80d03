import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'

/**
 * Counts where the folder of a run is passed on outside of src/runs, by the types in JSDoc, and what holds one, which passes it on unseen.
 * Paths in the folder are made in src/runs only.
 * The session of a measurement, which has the run that it saves into, and a launch's own folder do not count.
 *
 * @typedef {{ file: string, functions: number }} Row
 */

const MOST_FUNCTIONS = 30
const MOST_FILES = 12
/** Of a run folder; the last two are those of a run that is measured, which have what reads and writes the folder too. */
const TYPES = ['RunFolder', 'RunWriter', 'LabRunWriter']

/** The session of a measurement, and that of a lab. */
const HOLDERS = ['labs/skeleton/types.d.ts', 'measure/rounds/measure.js']

const ROOT_OF_RUN = String.raw`\b(?:run|folder)\.root`

const root = path.join(import.meta.dirname, '../..')
const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map(name => name.split(path.sep).join('/'))
  .filter(name => /\.(?:c?js|d\.ts)$/.test(name) && !name.includes('node_modules/'))
const outside = files.filter(name => !name.startsWith('runs/'))
const scripts = readdirSync(path.join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
  .map(name => `../scripts/${name.split(path.sep).join('/')}`)
  .filter(name => /\.c?js$/.test(name) && !name.startsWith('../scripts/proofs/'))

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

test('only the sessions of a measurement hold a run folder', () => {
  expect(outside.filter(file => isHolder(textOf(file))).sort()).toEqual(HOLDERS)
})

test('no file outside of src/runs makes a path in a run folder', () => {
  const words = [
    /\brunLayout\b/,
    /\bRunLayout\b/,
    /\b(?:run|folder)\.layout\b/,
    /\blayout\b[^}]*\} = .*\b(?:run|folder)\b/
  ]
  const makers = [...outside, ...scripts].filter(file => words.some(word => word.test(textOf(file))))
  expect(makers).toEqual([])
})

test('no file outside of src/runs joins a name to the root of a run folder', () => {
  const ofFolders = outside.filter(file => TYPES.some(type => textOf(file).includes(type)))
  expect(ofFolders.filter(file => joinsTo(String.raw`\broot`, textOf(file)))).toEqual([])
  expect([...outside, ...scripts].filter(file => joinsTo(ROOT_OF_RUN, textOf(file)))).toEqual([])
})

test.each([
  ['path.join(run.root, name)', true],
  ['path.resolve(session.run.root, name)', true],
  ['path.join(path.dirname(run.root), name)', false],
  ["path.join(path.resolve('a'), run.root, name)", true],
  ['path.join(\n  folder.root,\n  name)', true],
  [`\`\${run.root}/\${name}\``, true],
  ["run.root + '/name'", true],
  ["path.relative('', run.root)", false],
  ['path.join(rootOf, name)', false],
  [`\`\${run.root} is gone\``, false]
])('%s joins a name to a root: %s', (text, expected) => {
  expect(joinsTo(ROOT_OF_RUN, text)).toBe(expected)
})

test.each([
  ['/**\n * @property {RunFolder} run\n */', true],
  ['/** @typedef {{ run: RunFolder, id: string }} Session */', true],
  ['interface Session {\n  run: LabRunWriter<Manifest>\n}', true],
  ['/** @param {RunFolder} run */', false],
  ['/** @returns {Promise<{ folder: RunFolder }>} */', false]
])('%s holds a folder: %s', (text, expected) => {
  expect(isHolder(text)).toBe(expected)
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

/** Returns whether a file makes a path of a root and a name. @param {string} rootPattern @param {string} text */
function joinsTo(rootPattern, text) {
  const call = String.raw`path\.(?:join|resolve)\((?:[^()]|\([^()]*\))*${rootPattern}\s*,`
  const template = String.raw`\$\{${rootPattern}\}[/\\]`
  const sum = String.raw`${rootPattern} \+ `
  return [call, template, sum].some(pattern => new RegExp(pattern).test(text))
}

/** Returns whether a file has a type with a value that is a run folder. @param {string} text */
function isHolder(text) {
  const names = TYPES.join('|')
  const patterns = [`@property \\{(?:${names})\\b`, `@typedef [^\n]*\\b(?:${names})\\b`, `^ +\\w+\\??: (?:${names})\\b`]
  return patterns.some(pattern => new RegExp(pattern, 'm').test(text))
}

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
