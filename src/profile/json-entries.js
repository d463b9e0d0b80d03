/**
 * Reads a JSON object of long arrays, as `node --prof-process --preprocess` prints it, one entry at a time: ten minutes of
 * ticks are more than a string can hold. The text must be indented as JSON.stringify does, with an array's bracket and an
 * entry's braces at the ends of lines.
 * @param {AsyncIterable<string> | Iterable<string>} lines
 * @param {Record<string, (entry: any) => void>} take by name of the array; other arrays are skipped
 * @returns {Promise<void>}
 * @throws {SyntaxError} when the text ends before all these arrays do, or is not JSON
 */
export async function takeJsonEntries(lines, take) {
  const missing = new Set(Object.keys(take))
  let array = ''
  let depth = 0
  /** @type {string[]} */
  let entry = []

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
    if (depth > 0) continue
    takeEntry(JSON.parse(entry.join('').replace(/,$/, '')))
    entry = []
  }
  if (missing.size > 0) throw new SyntaxError(`The text ends before its ${[...missing].join(' and ')}`)
}
