import { widthOf, wrapped } from '../../report/print/terminal.js'
import { visible } from '../../report/words/text.js'

/**
 * Returns how to print on a stream that may be a terminal: lines that stay, and below them one that is redrawn. It needs no escape
 * codes; a terminal that says it can do nothing (TERM=dumb) gets lines only.
 * @param {NodeJS.WriteStream} stream
 */
export function statusLine(stream) {
  const isTerminal = Boolean(stream.isTTY) && process.env.TERM !== 'dumb'
  let drawn = ''
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
    drawn = visible(text).slice(0, widthOf(stream.columns) - 1)
    stream.write(drawn)
  }

  function clear() {
    if (isTerminal && drawn !== '') stream.write(`\r${' '.repeat(drawn.length)}\r`)
    drawn = ''
  }
}
