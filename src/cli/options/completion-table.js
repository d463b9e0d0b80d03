import { GENERATORS, measureOptions } from '../../compare/ask/measure-options.js'
import { METHODS } from '../../compare/requests/asked-request.js'
import { labs } from '../../labs/index.js'
import { profilers } from '../../profilers/index.js'
import { calibrateOptions } from '../commands/calibrate.js'
import { exportOptions, formats } from '../commands/export.js'
import { initOptions } from '../commands/init.js'
import { labOptions } from '../commands/lab.js'
import { reportOptions } from '../commands/report.js'
import { schemas } from '../commands/schema.js'
import { compareOptions } from './compare-options.js'
import { experiments } from './experiments.js'
import { listOptions } from './list-options.js'

/**
 * @typedef {object} CompletedOption
 * @property {string} name without the dashes
 * @property {boolean} takesValue
 * @property {string[]} values fixed ones; none: file names are completed
 *
 * @typedef {object} CompletedCommand
 * @property {string} name
 * @property {string[]} words that can follow it; none: file names
 * @property {CompletedOption[]} options
 *
 * @typedef {Record<string, { readonly type: 'string' | 'boolean' }>} ParsedOptions as `parseArgs` takes them
 */

export const SHELLS = ['bash', 'zsh', 'fish']

/** @type {Record<string, { words?: string[], options?: ParsedOptions }>} */
const commands = {
  compare: { options: compareOptions },
  init: { options: initOptions },
  run: { words: [...experiments.keys()], options: measureOptions },
  lab: { words: [...labs.keys()], options: labOptions },
  report: { options: reportOptions },
  list: { options: listOptions },
  trend: { words: [...experiments.keys(), 'compare'], options: listOptions },
  export: { options: exportOptions },
  calibrate: { options: calibrateOptions },
  inspect: {},
  completion: { words: SHELLS },
  schema: { words: Object.keys(schemas) }
}

/** @type {Record<string, string[]>} */
const valuesOfOption = {
  profiler: [...profilers.keys()],
  load: GENERATORS,
  only: ['verdict', 'counters'],
  'fail-if-slower': ['2%', '5%', '10%'],
  part: [...new Set([...labs.values()].flatMap(({ help }) => Object.keys(help.parts ?? {})))],
  method: METHODS,
  format: formats
}

/**
 * Returns what a shell can complete, from the options that the commands read.
 * @returns {CompletedCommand[]}
 */
export function completionTable() {
  const table = Object.entries(commands).map(([name, { words = [], options = {} }]) => ({
    name,
    words,
    options: [...Object.entries(options).map(toOption), { name: 'help', takesValue: false, values: [] }]
  }))
  return [...table, { name: 'help', words: Object.keys(commands), options: [] }]
}

/** @param {[string, { readonly type: 'string' | 'boolean' }]} option @returns {CompletedOption} */
function toOption([name, { type }]) {
  return { name, takesValue: type === 'string', values: valuesOfOption[name] ?? [] }
}
