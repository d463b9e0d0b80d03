import { isObject } from './type-guards.js'

/** What the names of secrets have: of flags, headers, parameters, fields and variables. SECURITY.md lists them. */
const NAMES = String.raw`auth(?!ors?(?![a-z])) bearer cookie credential csrf dsn(?![a-z]) hmac jwt keys?(?![a-z]) pass(?![a-z])
  passphrase passw (?<!old)pwd(?=.) (?<!old)(?<=.)pwd secret session signature token xsrf (?<![a-z])(?:otp|pat|pw|sid|sig)(?![a-z])
  (?:database|db|mongo\w*|mysql|postgres\w*|redis|amqp|broker|connection)[_-]?(?:uri|url|string)`
const SECRET = new RegExp(NAMES.replace(/\s+/g, '|'), 'i')
/** Tokens that are known by their form alone. */
const FORMS = String.raw`gh[pousr]_[A-Za-z0-9]{20,} github_pat_\w{20,} glpat-[\w-]{16,} sk-(?=[\w-]*\d)[\w-]{16,} npm_[A-Za-z0-9]{30,}
  [srp]k_(?:live|test)_\w{16,} xox[a-z]-[\w-]{10,} A[KS]IA[0-9A-Z]{16} AIza[\w-]{30,} ya29\.[\w-]{20,} hf_[A-Za-z0-9]{30,}
  SG\.[\w-]{16,}\.[\w-]{16,} eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`
const PRIVATE_KEY = '-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*-----|$)'
const TOKENS = new RegExp(`(?<![A-Za-z0-9])(?:${FORMS.replace(/\s+/g, '|')})|${PRIVATE_KEY}`, 'g')
const VALUE = String.raw`((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+)`
/** Such as TOKEN=x and --token=x, of any text. */
const ASSIGNED = new RegExp(String.raw`(?<![\w.?&;#%-])(-{0,2}[A-Za-z_][\w.-]*)(=)${VALUE}`, 'gs')
/** Such as PASSWORD = x and 'token' => x, of names that are no other word, such as key. */
const PRINTED = new RegExp(
  String.raw`(?<![\w.?&;#%-])(["']?[\w.-]*(?:passw|pwd|secret|token)[\w.-]*["']?)([ \t]+=[ \t]+|[ \t]*=>[ \t]*)${VALUE}`,
  'gis'
)
/** Such as --token x, of a command. */
const FLAG = new RegExp(String.raw`(?<!\S)(--?[A-Za-z][\w-]*)(\s+)(?!-)${VALUE}`, 'gs')
/** Such as "token": "x", the same in a text within JSON, and token: x1 where the value is no word. */
const FIELD =
  /(?<![\w.-])(\\*["']?[A-Za-z][\w.-]*\\*["']?)(\s*:\s*)(\\"[^"\\]*\\"|"(?:\\.|[^"\\])*"|'[^']*'|(?<=\s)(?:(?:bearer|basic|token)\s+)?(?![a-z]+\W*(?:\s|$))[^\s"',;{}[\]]+)/gi
/** Such as ?token=x, of an address. */
const PARAMETER = /([?&;#][\w.%[\]-]+)(=)([^&#;\s"'<>`)]+)/g
/** Such as user:x@ after ://, and a user that is a token. */
const USER = /(?<=:\/\/)(?:([^\s/:'"?#]*:)([^\s/'"?#]+)|([^\s/:@'"?#]{16,}))(?=@)/g
const ASSIGNED_WORD = /^(-{0,2}[A-Za-z_][\w.-]*)=(.+)$/s
const HEADER = /^([\w!#$%&'*+.^`|~-]+):\s*(.+)$/s
/** What stands for a value. */
const VARIABLE = /\$[A-Z_][A-Z0-9_]*/
/** Places for the values of a login, such as sid={{session}}. */
const TEMPLATES = /^(?:[^=;\s]+=)?\{\{[^{}]+\}\}(?:;\s*[^=;\s]+=\{\{[^{}]+\}\})*$/
/** What other texts have by chance: a number, a word, a path. */
const COMMON = /^(?:.{0,5}|\d{1,7}|[\d,-]*[.:][\d.:,-]*|[a-z]{1,11}|[A-Z]{1,11}|(?:\.{0,2}|~)\/[\w./-]+\.\w{1,5})$/s

/** The variable that stands for each value; of one that is not searched for, with its name. @type {Map<string, string>} */
const variables = new Map()
/** The variable that stands for each text that is searched for. @type {Map<string, string>} */
const searched = new Map()
/** @type {RegExp | null} */
let search = null

/** Returns whether the value of what has this name does not belong into a report. @param {string} name */
export function isSecretName(name) {
  return SECRET.test(name)
}

/**
 * Returns what stands for a secret value in all that is saved and shown: a variable. Texts that repeat the value get it too, unless others
 * have such a value by chance.
 * @param {string} name what it is called @param {string} value
 * @param {{ isGiven?: boolean }} [kind] `isGiven`: it is to be searched for, whatever it is
 */
export function hidden(name, value, { isGiven = false } = {}) {
  if (value === '' || VARIABLE.exec(value)?.[0] === value || TEMPLATES.test(value)) return value
  const words = name.toUpperCase().match(/[A-Z][A-Z0-9]*/g) ?? ['SECRET']
  const isSearched = isGiven || !COMMON.test(value)
  const key = isSearched ? value : `${name}=${value}`
  const variable = variables.get(key) ?? unused(`$${words.join('_')}`)
  variables.set(key, variable)
  if (!isSearched || searched.has(value)) return variable
  for (const form of [
    value,
    encodeURIComponent(asUtf8(new TextEncoder().encode(value))),
    JSON.stringify(value).slice(1, -1)
  ])
    searched.set(form, variable)
  const longestFirst = [...searched.keys()].sort((a, b) => b.length - a.length)
  search = new RegExp(longestFirst.map(patternOf).join('|'), 'g')
  return variable
}

/** @param {string} variable */
function unused(variable) {
  const used = new Set(variables.values())
  let own = variable
  for (let number = 2; used.has(own); number++) own = `${variable}_${number}`
  return own
}

/** @param {string} text */
function patternOf(text) {
  const own = text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return text.length < 12 ? `(?<![A-Za-z0-9])${own}(?![A-Za-z0-9])` : own
}

/**
 * Returns a text, such as a name or a line of source, without values that are known, tokens, and secrets of addresses.
 * @param {string} text @returns {string}
 */
export function masked(text) {
  const address = text.includes('://') ? text.replace(USER, withoutUser) : text
  const shown = byName(address, PARAMETER).replace(TOKENS, value => hidden('token', value))
  return search ? shown.replace(search, value => searched.get(value) ?? value) : shown
}

/** @type {(all: string, user?: string, password?: string, token?: string) => string} */
function withoutUser(_all, user = '', password = '', token = '') {
  return user + hidden('password', password) + hidden('token', token)
}

/**
 * Returns a text that was printed, such as the end of a log, also without values whose names in it say that they are secret.
 * @param {string} text @returns {string}
 */
export function withoutSecrets(text) {
  return masked([FIELD, ASSIGNED, PRINTED].reduce(byName, text))
}

/** @param {string} text @param {RegExp} pattern name, sign, value @returns {string} */
function byName(text, pattern) {
  return text.replace(pattern, function hide(all, name, sign, value) {
    // A text within JSON may have fields of its own.
    if (!SECRET.test(name)) return value.includes('\\"') ? name + sign + byName(value, pattern) : all
    const [, quote = '', content = value] = /^(\\?['"])(.*)\1$/s.exec(value) ?? []
    return name + sign + quote + fieldValue(name, content) + quote
  })
}

/** Pages run this too: they have no Buffer. @param {string} text @returns {string} empty where it is no base64 */
function fromBase64(text) {
  try {
    return asUtf8(Uint8Array.from(atob(text), character => character.charCodeAt(0)))
  } catch {
    return ''
  }
}

/** @param {Uint8Array} bytes */
function asUtf8(bytes) {
  return new TextDecoder().decode(bytes)
}

/**
 * Returns the value of a header, a variable or a field as it may be saved and shown.
 * @param {string} name @param {string} value @returns {string}
 */
function fieldValue(name, value) {
  if (!SECRET.test(name)) return withoutSecrets(value)
  const [, scheme = '', token = value] = /^((?:bearer|basic|token)\s+)(\S+)$/i.exec(value) ?? []
  if (/^basic/i.test(scheme)) hidden('password', fromBase64(token).replace(/^[^:]*:/, ''))
  if (/cookie/i.test(name))
    for (const [, cookie = '', own = ''] of value.matchAll(/([^=;\s]+)=([^;]+)/g)) hidden(cookie, own)
  return scheme + hidden(name, token)
}

/**
 * Returns headers or variables without secret values.
 * @template {Record<string, string>} Fields @param {Fields} fields @returns {Fields}
 */
export function maskedFields(fields) {
  const shown = Object.entries(fields).map(([name, value]) => [name, fieldValue(name, value)])
  return /** @type {Fields} */ (Object.fromEntries(shown))
}

/**
 * Returns the words of a command without secret values, such as those of `--token x`, of `TOKEN=x`, of `authorization: x`, and of
 * `sh -c 'TOKEN=x node a.js'`.
 * @param {string[]} words @returns {string[]}
 */
export function maskedWords(words) {
  return words.map((word, index) => {
    const [, name = '', value = ''] = ASSIGNED_WORD.exec(word) ?? []
    return SECRET.test(name) ? `${name}=${hidden(name, value)}` : maskedArgument(word, words[index - 1])
  })
}

/**
 * Returns what a person types after a command of this tool without secret values: words, headers, and texts of commands.
 * @param {string[]} args @returns {string[]}
 */
export function maskedArguments(args) {
  return args.map((arg, index) => maskedArgument(arg, args[index - 1]))
}

/** @param {string} text @param {string} [before] the word before it @returns {string} */
function maskedArgument(text, before = '') {
  const isGiven = before === '--secret'
  if (/^--?[A-Za-z][\w-]*$/.test(before) && SECRET.test(before) && (isGiven || !text.startsWith('-')))
    return hidden(before, text, { isGiven })
  const [, option = '', value = ''] = /^(--[a-z-]+)=(.+)$/s.exec(text) ?? []
  if (option !== '') return `${option}=${maskedArgument(value, option)}`
  const [, header = '', sent = ''] = HEADER.exec(text) ?? []
  return SECRET.test(header) ? `${header}: ${fieldValue(header, sent)}` : withoutSecrets(byName(text, FLAG))
}

/**
 * Returns a value of any form without the secrets that {@link masked} finds in its texts.
 * @template T @param {T} value @returns {T}
 */
export function maskedDeep(value) {
  /** @type {unknown} */
  let shown = value
  if (typeof value === 'string') shown = masked(value)
  else if (Array.isArray(value)) shown = typeof value[0] === 'number' ? value : value.map(maskedDeep)
  else if (isObject(value) && !ArrayBuffer.isView(value))
    shown = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedDeep(each)]))
  return /** @type {T} */ (shown)
}

/** What a login captures a value from, also in a form that is refused, such as `xpath //a`. */
const SOURCE = /^(?:status$|[a-z]+ |\$[.[])/

/**
 * Finds the secrets of a configuration, of a request or of the JSON of a body, so that texts that repeat them are masked.
 * @param {unknown} value @param {string} [name] of the value
 */
export function findSecrets(value, name = '') {
  // Of a login: where a value will be, which is no secret.
  if (name === 'capture' && isObject(value) && Object.values(value).every(each => SOURCE.test(String(each)))) return
  if (Array.isArray(value)) maskedWords(value.filter(each => typeof each === 'string'))
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) findSecrets(each, Array.isArray(value) ? name : key)
  if (typeof value !== 'string') return
  if (name === 'body') findInBody(value)
  else if (SECRET.test(name)) fieldValue(name, value)
  else maskedArguments([value])
}

/** @param {string} body */
function findInBody(body) {
  hidden('body', body)
  masked(`?${body}`)
  try {
    findSecrets(JSON.parse(body))
  } catch {
    // It is no JSON.
  }
}

/**
 * Returns the command that starts the server of a variant as a person types it: its variables first, in quotes where needed, and
 * without secret values.
 * @param {{ command: string[], env: Record<string, string> }} variant
 */
export function commandText({ command, env }) {
  const assignments = Object.entries(maskedFields(env)).map(([name, value]) => `${name}=${quoted(value)}`)
  return [...assignments, ...maskedWords(command).map(quoted)].join(' ')
}

/** Returns a word as a person types it. A shell puts in the variables that stand for secret values. @param {string} word */
export function quoted(word) {
  if (/^[\w./:=@%+,-]+$/.test(word)) return word
  if (VARIABLE.test(word)) return `"${word.replace(/[\\"`]/g, '\\$&')}"`
  return `'${word.replaceAll("'", "'\\''")}'`
}
