import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pageText } from './page-text.js'

const MOST_LINES = 12
const MOST_COLUMNS = 240
/** Longer lines, such as JSON and HTML in one line, are cut at their commas and tags for the diff. */
const LONG_LINE = 240

/**
 * Compares the files of `old` and `new` in a folder, and prints what differs.
 * @param {string} folder
 * @param {{ isPageText: boolean }} options
 * @returns {Promise<boolean>} whether nothing differs
 */
export async function compareFolders(folder, { isPageText }) {
  const [before, after] = await Promise.all(['old', 'new'].map(side => filesOf(path.join(folder, side))))
  const names = [...new Set([...(before ?? []), ...(after ?? [])])].sort()
  const differing = names.filter(name => isDifferent(folder, name, isPageText))
  let group = ''
  for (const name of differing) {
    const own = path.dirname(name)
    if (own !== group) console.log(`\n# ${own}`)
    group = own
    printDiff(folder, name, isPageText)
  }
  console.log(`${names.length} artefacts compared, ${differing.length} differ`)
  return differing.length === 0
}

/** Returns the files below a folder, relative to it. @param {string} folder @returns {Promise<string[]>} */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/** @param {string} folder @param {string} name @param {boolean} isPageText */
function isDifferent(folder, name, isPageText) {
  const before = bytesOf(path.join(folder, 'old', name))
  const after = bytesOf(path.join(folder, 'new', name))
  if (before === null || after === null) return true
  if (before.equals(after)) return false
  return !(isPageText && isPage(name)) || pageText(before.toString()) !== pageText(after.toString())
}

/** @param {string} name */
function isPage(name) {
  return name.endsWith('.html')
}

/** Returns the bytes of a file, or null where there is none. @param {string} file */
function bytesOf(file) {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** Prints the first differing lines of a file. @param {string} folder @param {string} name @param {boolean} isPageText */
function printDiff(folder, name, isPageText) {
  const files = ['old', 'new'].map(side => {
    const bytes = bytesOf(path.join(folder, side, name))
    const text = bytes === null ? '' : isPageText && isPage(name) ? pageText(bytes.toString()) : bytes.toString()
    const file = path.join(folder, 'diff', side)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, withShortLines(text))
    return bytes === null ? '/dev/null' : file
  })
  const args = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--text', '-U0', ...files]
  const { stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  const lines = stdout.split('\n').filter(line => /^[-+](?!\+\+ |-- )/.test(line))
  console.log(`## ${path.basename(name)}`)
  for (const line of lines.slice(0, MOST_LINES)) console.log(line.slice(0, MOST_COLUMNS))
  if (lines.length > MOST_LINES) console.log(`   ${lines.length - MOST_LINES} more lines`)
}

/** @param {string} text */
function withShortLines(text) {
  return text
    .split('\n')
    .map(line => (line.length > LONG_LINE ? line.replaceAll(/([,>;}\]])(?=\S)/g, '$1\n') : line))
    .join('\n')
}
