import { createReadStream } from 'node:fs'

const LONGEST_LINE = 64e6

/**
 * Reads a text file line by line, without what ends a line and without a byte-order mark. Only a line feed ends one: names of
 * functions may have the other characters that readline takes for the end of a line.
 * @param {string} file @returns {AsyncGenerator<string>}
 * @throws {Error} of the system; ERR_STRING_TOO_LONG for a line above 64 million characters
 */
export async function* readLines(file) {
  const decoder = new TextDecoder()
  /** @type {string[]} parts of a line whose end was not read yet */
  let open = []
  let openLength = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield withoutReturn(open.length === 0 ? line : open.join('') + line)
      open = []
      openLength = 0
    }
    open.push(last)
    openLength += last.length
    if (openLength > LONGEST_LINE)
      throw Object.assign(new Error(`a line has more than ${LONGEST_LINE} characters`), { code: 'ERR_STRING_TOO_LONG' })
  }
  const end = open.join('') + decoder.decode()
  if (end !== '') yield withoutReturn(end)
}

/** @param {string} line */
function withoutReturn(line) {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
