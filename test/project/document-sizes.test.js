import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'

/** The most words, as `wc -w` counts them: what one reads to begin, and the walk-through of a lab. */
const MOST_README_WORDS = 1300
const MOST_README_LINES = 150
const MOST_LAB_WORDS = 2500

const root = path.join(import.meta.dirname, '../..')
const labPages = readdirSync(path.join(root, 'docs/labs')).filter(name => name.endsWith('.md'))

test(`the README has at most ${MOST_README_LINES} lines and ${MOST_README_WORDS} words`, () => {
  const readme = textOf('README.md')
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_README_LINES)
  expect(wordsIn(readme)).toBeLessThanOrEqual(MOST_README_WORDS)
})

test.each(labPages)(`docs/labs/%s has at most ${MOST_LAB_WORDS} words; of its tables, beside them`, name => {
  const text = textOf(`docs/labs/${name}`)
  expect(wordsIn(name.endsWith('-tables.md') ? withoutTables(text) : text)).toBeLessThanOrEqual(MOST_LAB_WORDS)
})

/** @param {string} text */
function wordsIn(text) {
  return text.split(/\s+/).filter(word => word !== '').length
}

/** @param {string} text */
function withoutTables(text) {
  return text.replace(/^\|.*$/gm, '')
}

/** @param {string} file relative to the root */
function textOf(file) {
  return readFileSync(path.join(root, file), 'utf8')
}
