/** @import { CompletedCommand, CompletedOption } from './completion-table.js' */

const NAME = 'profiling-workshop'
const FUNCTION = '_profiling_workshop'

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

/**
 * Returns a script for zsh, which runs that of bash.
 * @param {CompletedCommand[]} table
 */
export function zshScript(table) {
  return `autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
${bashScript(table)}`
}

/**
 * Returns a script for fish: one line per command and per option of a command.
 * @param {CompletedCommand[]} table
 */
export function fishScript(table) {
  const names = table.map(({ name }) => name).join(' ')
  return `${[`complete -c ${NAME} -n __fish_use_subcommand -f -a '${names}'`, ...table.flatMap(fishLines)].join('\n')}\n`
}

/** @param {CompletedCommand} command @returns {string[]} */
function fishLines({ name, words, options }) {
  const start = `complete -c ${NAME} -n '__fish_seen_subcommand_from ${name}'`
  return [...(words.length > 0 ? [`${start} -f -a '${words.join(' ')}'`] : []), ...options.map(optionLine)]

  /** @param {CompletedOption} option */
  function optionLine({ name: option, takesValue, values }) {
    if (!takesValue) return `${start} -l ${option}`
    if (values.length === 0) return `${start} -l ${option} -r`
    return `${start} -l ${option} -x -a '${values.join(' ')}'`
  }
}
