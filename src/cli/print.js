/**
 * Prints a text on stdout, with one line end after it.
 * @param {string} text
 * @returns {number} the exit code of a command that only prints
 */
export function print(text) {
  process.stdout.write(`${text.trimEnd()}\n`)
  return 0
}
