import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { absentTexts, readSeeds, readShown, root, textOf } from '../helpers/seed-rows.js'

/** @import { SeedRow } from '../helpers/seed-rows.js' */

/**
 * The five documents that this project repeats, row by row: each claim, figure and table, and where it is shown. A row is never
 * removed; one whose place has moved names the new place. The pages and analyses of the labs are made from their runs, which takes
 * too long here: seeds.labs.test.js looks into them, and this test into their docs pages.
 */
const rowsPerDocument = { '000': 111, '001': 39, '002': 56, '003': 56, '004': 100 }
const missingPerDocument = { '000': 2, '001': 2, '002': 12, '003': 5, '004': 2 }
/** Shorter texts, such as "GET" or "p95", are in a section with any content. */
const LEAST_LENGTH = 6

const seeds = readSeeds()
/** @type {Record<string, string>} */
const scripts = JSON.parse(textOf('package.json')).scripts
/** @type {Map<string, Promise<string>>} help by the command line that prints it */
const helps = new Map()

test('every document has its rows, each with an id of its own', () => {
  expect(Object.fromEntries(seeds.map(({ name, seed }) => [name, seed.rows.length]))).toEqual(rowsPerDocument)
  for (const { name, seed } of seeds) {
    const ids = seed.rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => !id.startsWith(`${name}-`))).toEqual([])
    expect(seed.document.startsWith(`${name}_`)).toBe(true)
  }
})

test('a row is found by a text that says something', () => {
  const rows = seeds.flatMap(({ seed }) => seed.rows).filter(({ missing }) => !missing)
  expect(rows.filter(isShort).map(({ id }) => id)).toEqual([])
})

test('no two rows are shown by the same texts and values', () => {
  for (const { seed } of seeds) {
    const checks = seed.rows.filter(({ missing }) => !missing).map(checkOf)
    expect(checks.filter((check, index) => checks.indexOf(check) !== index)).toEqual([])
  }
})

test('what has no counterpart is counted', () => {
  const missing = seeds.map(({ name, seed }) => [name, seed.rows.filter(row => row.missing).length])
  expect(Object.fromEntries(missing)).toEqual(missingPerDocument)
})

describe.each(seeds)('$seed.document', ({ seed }) => {
  const docsText = seed.docs.map(textOf).join(' ')
  const absentPlaces = seed.run === 'profiles/sample' ? readShown(path.join(root, seed.run)) : null

  test.each(seed.rows.map(row => ({ row, ...row, place: placeOf(row) })))('$id: $claim [$place]', async ({ row }) => {
    expect(Boolean(row.docs)).toBe(!row.missing)
    expect(absentTexts(row, docsText)).toEqual([])
    if (absentPlaces) expect(absentPlaces(row)).toEqual([])
    expect(await unknownParts(row)).toEqual([])
  })
})

/** Returns whether a row has a text that could stand anywhere. Of the docs page one of its texts is enough. @param {SeedRow} row */
function isShort({ docs, page = {}, file = {} }) {
  const longest = Math.max(...[docs ?? []].flat().map(({ length }) => length))
  return (
    [...Object.values(page), ...Object.values(file)].some(text => text.length < LEAST_LENGTH) || longest < LEAST_LENGTH
  )
}

/** Returns what is looked for of a row. @param {SeedRow} row */
function checkOf({ docs, page, json, file }) {
  return JSON.stringify({ docs, page, json, file })
}

/** Returns where a row is shown, for the name of its test. @param {SeedRow} row */
function placeOf({ missing, command, page = {}, json = {}, file = {} }) {
  if (missing) return 'no counterpart'
  const sections = Object.keys(page).map(id => `section ${id}`)
  return ['docs', command ?? [], sections, Object.keys(json), Object.keys(file)].flat().join(', ')
}

/** Returns the script, or else the options, that the command of a row names and that do not exist. @param {SeedRow} row */
async function unknownParts({ command }) {
  if (!command) return []
  const [, name = '', options = ''] = /^npm (?:run )?(\S+)(?: -- (.+))?$/.exec(command) ?? []
  const script = scripts[name]
  if (!script) return [command]
  const asked = options.match(/--\S+(?: (?!--)\S+)?/g) ?? []
  const help = asked.length > 0 ? await helpOf(script) : ''
  return asked.filter(option => !help.includes(option))
}

/** Returns what a script prints about its options. @param {string} script */
function helpOf(script) {
  const args = script.split(' ').slice(1)
  const key = args.slice(0, 2).join(' ')
  const help = helps.get(key) ?? promisify(execFile)(process.execPath, [...args, '--help'], { cwd: root }).then(printed)
  helps.set(key, help)
  return help
}

/** Returns what a process printed. @param {{ stdout: string }} output */
function printed({ stdout }) {
  return stdout
}
