/** Names of headers, variables and options whose values do not belong into a report. */
const SECRET = new RegExp(
  [
    'auth(?!ors?(?![a-z]))',
    'cookie',
    'credential',
    'dsn(?![a-z])',
    'jwt',
    'keys?(?![a-z])',
    'pass(?![a-z])|passphrase|passw',
    'pwd(?=.)|.pwd',
    'secret',
    'session',
    'signature',
    'token',
    '(database|db|mongo\\w*|mysql|postgres\\w*|redis|amqp|broker|connection)[_-]?(uri|url|string)'
  ].join('|'),
  'i'
)
const NOT_SAVED = '(not saved)'
const ASSIGNED_WORD = /^(-{0,2}[A-Za-z_][\w-]*)=/
const ASSIGNED_IN_TEXT = /(^|\s)(-{0,2}[A-Za-z_][\w-]*)=((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])*)/gs

/**
 * Returns the value of a header or a variable as it may be saved and shown: by its name alone.
 * @param {string} name @param {string} value
 */
export function shownValue(name, value) {
  return SECRET.test(name) ? NOT_SAVED : value
}

/** Returns headers or variables without secret values. @param {Record<string, string>} values */
export function withoutSecrets(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownValue(name, value)]))
}

/**
 * Returns the name of a word such as `PASSWORD=x` or `--token=x` if its value is secret.
 * @param {string} word @returns {string | null}
 */
export function secretNameIn(word) {
  const [, name = ''] = ASSIGNED_WORD.exec(word) ?? []
  return SECRET.test(name) ? name : null
}

/**
 * Returns a word of a command without a secret value, such as that of `--token=x` or of `sh -c 'TOKEN=x node a.js'`.
 * @param {string} word
 */
export function shownWord(word) {
  const name = secretNameIn(word)
  return name === null ? shownCommand(word) : `${name}=${NOT_SAVED}`
}

/**
 * Returns a command as a person types it without the secret values of its variables and options.
 * @param {string} text
 */
export function shownCommand(text) {
  return text.replace(ASSIGNED_IN_TEXT, (all, before, name) =>
    SECRET.test(name) ? `${before}${name}='${NOT_SAVED}'` : all
  )
}

/**
 * Returns the command that starts the server of a variant as a person types it: its variables first, in quotes where needed, and
 * without secret values.
 * @param {{ command: string[], env: Record<string, string> }} variant
 */
export function commandText({ command, env }) {
  const assignments = Object.entries(withoutSecrets(env)).map(([name, value]) => `${name}=${quoted(value)}`)
  return [...assignments, ...command.map(shownWord).map(quoted)].join(' ')
}

/** @param {string} word */
function quoted(word) {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
