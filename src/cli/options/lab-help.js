import { labs } from '../../labs/index.js'

/** @import { Lab } from '../../labs/skeleton/types.js' */

const INDENT = '  '

/** The names of all labs, as part of a line. */
export const labNames = [...labs.keys()].join(', ')

/** Returns what every lab does, with its parts and lengths, as lines of the help. */
export function labsInHelp() {
  return [...labs.values()].map(textOf).join('\n\n')
}

/** @param {Lab} lab */
function textOf({ question: { name }, help: { about, parts = {}, profiles, full, quick } }) {
  const options = [
    ...Object.entries(parts).map(([part, words]) => [`--part ${part}`, words]),
    ...(profiles ? [['--profiles', profiles]] : []),
    ...[
      ['--full', full],
      ['--quick', `a trial of every part: ${quick}`]
    ]
  ]
  const lines = options.map(([option = '', words]) => `${INDENT}${option.padEnd(20)}${words}`)
  return [wrap(`${name}: ${about}`), ...lines].join('\n')
}

/** Returns a text in lines that fit. @param {string} text @param {number} [columns] */
export function wrap(text, columns = 118) {
  return text.replace(new RegExp(`(.{1,${columns}})(?: |$)`, 'g'), '$1\n').trimEnd()
}
