import { ProfileError } from './profile-error.js'

/** An entry of a damaged text may never end. */
const LONGEST_ENTRY = 64e6

/**
 * Reads a JSON object of long arrays, as `node --prof-process --preprocess` prints it, one entry at a time: ten minutes of
 * ticks are more than a string can hold. The text must be indented as JSON.stringify does, with an array's bracket and an
 * entry's braces at the ends of lines.
 * @param {AsyncIterable<string> | Iterable<string>} lines
 * @param {Record<string, (entry: unknown) => void>} needed by name of the array; other arrays are skipped
 * @param {Record<string, (entry: unknown) => void>} optional arrays that may be missing, or end too early
 * @returns {Promise<void>}
 * @throws {ProfileError} when the text ends before all needed arrays do, or is not JSON
 */
export async function takeJsonEntries(lines, needed, optional) {
  const take = { ...needed, ...optional }
  const missing = new Set(Object.keys(needed))
  let array = ''
  let depth = 0
  /** @type {string[]} */
  let entry = []
  let entryLength = 0

  for await (const line of lines) {
    const text = line.trim()
    if (array === '') {
      const [, name = '', isEmpty] = /^"(\w+)": \[(\])?/.exec(text) ?? []
      if (isEmpty) missing.delete(name)
      else array = name
      continue
    }
    if (depth === 0 && text.startsWith(']')) {
      missing.delete(array)
      array = ''
      continue
    }
    if (text.startsWith('}') || text.startsWith(']')) depth -= 1
    if (text.endsWith('{') || text.endsWith('[')) depth += 1
    const takeEntry = take[array]
    if (!takeEntry) continue
    entry.push(text)
    entryLength += text.length
    if (depth > 0 && entryLength < LONGEST_ENTRY) continue
    takeEntry(parseEntry(entry.join('').replace(/,$/, '')))
    entry = []
    entryLength = 0
  }
  if (missing.size > 0) throw new ProfileError({ code: 'cut-off', missing: [...missing] })
}

/** @param {string} json @returns {unknown} */
function parseEntry(json) {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new ProfileError({ code: 'not-json', problem: /** @type {Error} */ (error).message })
  }
}
