import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import fc from 'fast-check'

/** @import { Arbitrary } from 'fast-check' */

/**
 * @typedef {object} Damage of one file, the same for the same numbers
 * @property {number} file which one, modulo their number
 * @property {number} at which byte, line or value of it, modulo their number
 * @property {keyof typeof textDamages | keyof typeof entryDamages} kind
 * @property {string} value JSON that takes the place of another value
 */

const DEEP = 20_000

/** What a value of JSON is replaced by. */
const oddValues = [
  'null',
  '"x"',
  '""',
  '"7"',
  '-1',
  '0',
  '0.5',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  'true',
  '[]',
  '{}',
  '[null]',
  '"../../outside"',
  '"/etc/hostname"',
  '"a\\u0000b"',
  '"__proto__"',
  '"interrupted"',
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`
]

/**
 * What happens to the bytes of a file, as Latin-1: null where the file is removed.
 * @type {Record<string, (text: string, at: number, value: string) => string | null>}
 */
const textDamages = {
  truncate: (text, at) => text.slice(0, at % (text.length + 1)),
  empty: () => '',
  remove: () => null,
  mark: text => `\xEF\xBB\xBF${text}`,
  flip: (text, at) => flipBit(text, at),
  swap: swapValue,
  drop: (text, at) => swapProperty(text, at, () => ''),
  rename: (text, at) => swapProperty(text, at, (_key, value) => `"__proto__":${value}`),
  double: (text, at) => atLine(text, at, line => [line, line]),
  lose: (text, at) => atLine(text, at, () => []),
  shuffle: (text, at) => atLine(text, at, (line, lines) => [lines.at(-1) ?? '', line])
}

/**
 * What takes the place of a file.
 * @type {Record<string, (file: string) => void>}
 */
const entryDamages = {
  folder: file => void mkdirSync(file),
  dangling: file => symlinkSync(`${file}-nowhere`, file),
  itself: file => symlinkSync(file, file),
  device: file => symlinkSync('/dev/zero', file),
  outside: file => symlinkSync('/proc/self/environ', file),
  pipe: file => void execFileSync('mkfifo', [file])
}

/** @type {Arbitrary<Damage>} */
export const damage = fc.record({
  file: fc.nat(1000),
  at: fc.nat(1_000_000),
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('swap') },
    { weight: 6, arbitrary: fc.constantFrom(...Object.keys(textDamages)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(entryDamages)) }
  ),
  value: fc.constantFrom(...oddValues)
})

/**
 * Returns the bytes of a damaged file.
 * @param {string} text its bytes as Latin-1
 * @param {Damage} damage
 * @returns {string | null | ((file: string) => void)} null: no file; a function makes something else in its place
 */
export function damagedText(text, { kind, at, value }) {
  return entryDamages[kind] ?? textDamages[kind]?.(text, at, value) ?? null
}

/** @type {(text: string, at: number) => string} */
function flipBit(text, at) {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length > 0) bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << (at % 8))
  return bytes.toString('latin1')
}

/** @type {(text: string, at: number, change: (line: string, lines: string[]) => string[]) => string} */
function atLine(text, at, change) {
  const lines = text.split('\n')
  const place = at % lines.length
  return lines.toSpliced(place, 1, ...change(lines[place] ?? '', lines)).join('\n')
}

/** @type {(text: string, at: number, value: string) => string} */
function swapValue(text, at, value) {
  return swapProperty(text, at, key => `${key}:${value}`)
}

const property = /("[A-Za-z0-9_=., -]+")\s*:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null|\[[^[\]{}]*\]|[[{])/g

/** @type {(text: string, at: number, change: (key: string, value: string) => string) => string} */
function swapProperty(text, at, change) {
  const found = [...text.matchAll(property)]
  const match = found[at % Math.max(1, found.length)]
  if (!match) return text
  const [whole, key = '', value = ''] = match
  const end = /^[[{]$/.test(value) ? endOfValue(text, match.index + whole.length - 1) : match.index + whole.length
  const changed = change(key, text.slice(match.index + whole.length - value.length, end))
  const rest = changed === '' ? text.slice(end).replace(/^\s*,/, '') : text.slice(end)
  return `${text.slice(0, match.index)}${changed}${rest}`
}

/** @type {(text: string, start: number) => number} */
function endOfValue(text, start) {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (isText) {
      if (character === '\\') at++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
