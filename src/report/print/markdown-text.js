import { visible } from '../words/text.js'

/** Ends a mention, a reference or an address where GitHub and GitLab look for one, which is after Markdown was read. */
const BREAK = '&#8203;'
/** A ~ before a number, as values without an interval have it, cannot end what it would strike through. */
const MARKUP = /[\\`*_|<>[\]@#$&]|~(?!\d)|(?<=\S)~/g

/**
 * Returns a text as one line of Markdown that shows it as it is, without markup, mentions of people, references and links. A sign
 * that is no markup there is shown without its backslash.
 * @param {string} text
 */
export function escapeMarkdown(text) {
  return withoutLinks(visible(text).replace(MARKUP, character => `\\${character}`))
}

/**
 * Returns a text as a paragraph or a point of a list: its start is no list, heading, line or command either.
 * @param {string} text
 */
export function escapeParagraph(text) {
  return escapeMarkdown(text)
    .trimStart()
    .replace(/^([-+])(?=\s|$)|^([-=])(?=[-=\s]*$)|^\/(?=\w)/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
}

/** Returns a text as it stands in code: in one line, between as many backticks as it needs. @param {string} text */
export function codeSpan(text) {
  const code = visible(text)
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${fence}${space}${code}${space}${fence}`
}

/** Returns a text as HTML within Markdown. @param {string} text */
export function escapeHtml(text) {
  return withoutLinks(visible(text).replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`))
}

/** @param {string} text */
function withoutLinks(text) {
  return text
    .replace(/(?:[@!$&%^]|(?<!&)#)(?="?\w)|~(?="?[a-z_])/gi, `$&${BREAK}`)
    .replace(/:(?=\/\/)/g, `:${BREAK}`)
    .replace(/\bwww\.(?=\w)|\bGH-(?=\d)/gi, `$&${BREAK}`)
}
