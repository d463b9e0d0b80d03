import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { groupBy } from '../../src/stats/group-by.js'

/**
 * Holds the size of `src` to test/project/size-limits.json. Every line has an owner who must read it: a limit rises only in a commit
 * that changes nothing else and says what came in.
 *
 * @typedef {{ what: string, count: number, limit: number }} Measured
 */

const root = path.join(import.meta.dirname, '../..')
const limits = JSON.parse(readFileSync(path.join(import.meta.dirname, 'size-limits.json'), 'utf8'))
const lines = linesOfFiles()
const files = [...lines.keys()]
const core = files.filter(file => !file.startsWith('src/labs/'))
const folders = groupBy(files, file => path.posix.dirname(file))

/** @type {Measured[]} */
const rows = [
  { what: 'src without labs, lines', count: sum(core), limit: limits.source.lines },
  { what: 'src without labs, files', count: core.length, limit: limits.source.files },
  { what: 'src/labs, lines', count: sum(below('labs')), limit: limits.labs.lines },
  ...Object.entries(limits.folders).map(([names, limit]) => ({
    what: `src/${names}, lines`,
    count: sum(names.split(', ').flatMap(below)),
    limit
  })),
  largest('files in a folder', limits.filesPerFolder, [...folders], inFolder => inFolder.length),
  largest('lines of a file', limits.linesPerFile, [...lines], count => count)
]

test.each(rows)('$what: $count, at most $limit', ({ count, limit }) => {
  expect(count).toBeLessThanOrEqual(limit)
})

test('every folder of src has a limit, or is one of the labs', () => {
  const named = new Set([...Object.keys(limits.folders).flatMap(names => names.split(', ')), 'labs'])
  const found = files.filter(file => file.split('/').length > 2).map(file => file.split('/')[1] ?? '')
  expect([...new Set(found)].filter(name => !named.has(name))).toEqual([])
})

/** Returns the lines of the files of `src` that are read as code, by path. */
function linesOfFiles() {
  const tracked = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' }).split('\n')
  const code = tracked.filter(file => /\.(js|cjs|mjs|ts|css|ejs)$/.test(file))
  return new Map(code.map(file => [file, readFileSync(path.join(root, file), 'utf8').split('\n').length - 1]))
}

/** @param {string} folder */
function below(folder) {
  return files.filter(file => file.startsWith(`src/${folder}/`))
}

/** @param {string[]} of */
function sum(of) {
  return of.reduce((total, file) => total + (lines.get(file) ?? 0), 0)
}

/**
 * Returns the largest of some counts as a row.
 * @template Value
 * @param {string} what
 * @param {number} limit
 * @param {[string, Value][]} entries by path
 * @param {(value: Value) => number} countOf
 * @returns {Measured}
 */
function largest(what, limit, entries, countOf) {
  const counts = entries.map(([file, value]) => ({ file, count: countOf(value) }))
  const { file, count } = counts.reduce((most, each) => (each.count > most.count ? each : most))
  return { what: `${what} (most: ${file})`, count, limit }
}
