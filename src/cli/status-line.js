import { widthOf, wrapped } from '../report/terminal.js'

const CLEAR = '\r\x1b[K'

/**
 * Returns how to print on a stream that may be a terminal: lines that stay, and below them one that is redrawn.
 * @param {NodeJS.WriteStream} stream
 */
export function statusLine(stream) {
  const isTerminal = Boolean(stream.isTTY)
  return { isTerminal, line, draw, clear }

  /** @param {string} text */
  function line(text) {
    const lines = text.split('\n').map(each => wrapped(each, stream.columns))
    clear()
    stream.write(`${lines.join('\n')}\n`)
  }

  /** @param {string} text */
  function draw(text) {
    clear()
    stream.write(text.slice(0, widthOf(stream.columns) - 1))
  }

  function clear() {
    if (isTerminal) stream.write(CLEAR)
  }
}
