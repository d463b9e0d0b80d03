import { badOption } from '../../compare/ask/bad-option.js'
import { SHELLS } from '../options/commands.js'
import { bashScript, fishScript, zshScript } from '../options/completion-scripts.js'
import { completionTable } from '../options/completion-table.js'
import { print } from '../print/print.js'

/** @type {Record<string, typeof bashScript>} */
const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

/**
 * `workshop completion bash|zsh|fish`: prints a script that completes commands, options and values.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function completionCommand([shell = '', ...others]) {
  const script = others.length === 0 && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script) throw badOption('completion', 'name one shell', SHELLS.join(', '))
  return print(script(completionTable()))
}
