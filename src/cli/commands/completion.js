import { commands } from '../options/commands.js'
import { typedOptionsOf } from '../options/options.js'
import { printingCommand } from '../options/read-arguments.js'

/** @import { OptionRow } from '../../compare/ask/option-kinds.js' */

const NAME = 'profiling-workshop'
const FUNCTION = '_profiling_workshop'

/** @typedef {ReturnType<typeof completionTable>[number]} CompletedCommand `words` that can follow it; none: file names */

/** `workshop completion bash|zsh|fish`: prints a script that completes commands, options and values. */
export const completionCommand = printingCommand('completion', 'shell', {
  bash: () => bashScript(completionTable()),
  zsh: () => zshScript(completionTable()),
  fish: () => fishScript(completionTable())
})

/** Returns what a shell can complete, from the options that the commands read. */
export function completionTable() {
  const table = Object.entries(commands).map(([name, { completes = () => [] }]) => ({
    name,
    words: completes(),
    options: [...Object.entries(typedOptionsOf(name)).map(toOption), { name: 'help', takesValue: false, values: [] }]
  }))
  return [...table, { name: 'help', words: Object.keys(commands), options: [] }]
}

/** Returns an option without its dashes; without fixed values, names of files are completed. @param {[string, OptionRow]} option */
function toOption([name, { kind }]) {
  return { name, takesValue: kind.label !== undefined, values: kind.values ?? [] }
}

/**
 * Returns a script for bash: words after the command, options, and values, also in a list with commas.
 * @param {CompletedCommand[]} table
 */
export function bashScript(table) {
  return `${FUNCTION}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} choices= prefix=
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices='${[...table.map(({ name }) => name), '--help', '--version'].join(' ')}'
  else
    case "\${COMP_WORDS[1]} $previous" in
${table.flatMap(valueCases).join('\n')}
    *)
      case "\${COMP_WORDS[1]}" in
${table.map(wordCase).join('\n')}
      esac
      ;;
    esac
  fi
  case "$current" in
  *,*) prefix="\${current%,*}," current="\${current##*,}" ;;
  esac
  COMPREPLY=($(compgen -P "$prefix" -W "$choices" -- "$current"))
}
complete -o default -F ${FUNCTION} ${NAME}
`
}

/** @param {CompletedCommand} command */
function valueCases({ name, options }) {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(option => `    '${name} --${option.name}') choices='${option.values.join(' ')}' ;;`)
}

/** @param {CompletedCommand} command */
function wordCase({ name, words, options }) {
  return `      ${name}) choices='${[...words, ...options.map(option => `--${option.name}`)].join(' ')}' ;;`
}

/** Returns a script for zsh, which runs that of bash. @param {CompletedCommand[]} table */
export function zshScript(table) {
  return `autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
${bashScript(table)}`
}

/** Returns a script for fish: one line per command and per option of a command. @param {CompletedCommand[]} table */
export function fishScript(table) {
  const names = table.map(({ name }) => name).join(' ')
  return `${[`complete -c ${NAME} -n __fish_use_subcommand -f -a '${names}'`, ...table.flatMap(fishLines)].join('\n')}\n`
}

/** @param {CompletedCommand} command @returns {string[]} */
function fishLines({ name, words, options }) {
  const start = `complete -c ${NAME} -n '__fish_seen_subcommand_from ${name}'`
  const lines = options.map(function lineOf({ name: option, takesValue, values }) {
    if (!takesValue) return `${start} -l ${option}`
    if (values.length === 0) return `${start} -l ${option} -r`
    return `${start} -l ${option} -x -a '${values.join(' ')}'`
  })
  return words.length > 0 ? [`${start} -f -a '${words.join(' ')}'`, ...lines] : lines
}
