import { machineInWords } from './words.js'

/**
 * @import { RunManifest } from '../runs/types.js'
 * @import { Section, Table } from './sections.js'
 */

/**
 * Returns the report as Markdown for a pull request.
 * @param {Section[]} sections
 * @param {RunManifest} manifest
 * @returns {string}
 */
export function toMarkdown(sections, manifest) {
  const blocks = sections.map(sectionText)
  return `${[...blocks, originText(manifest)].join('\n\n')}\n`
}

/** @param {Section} section @param {number} index */
function sectionText({ heading, lines = [], code = [], table, notes = [], details = [] }, index) {
  const parts = [`${index === 0 ? '#' : '##'} ${escapeText(heading)}`]
  if (lines.length > 0) parts.push(lines.map(line => escapeText(line)).join('\n\n'))
  if (code.length > 0) parts.push(code.map(line => `    ${line}`).join('\n'))
  if (table) parts.push(tableText(table))
  const points = [...notes, ...details]
  if (points.length > 0) parts.push(points.map(note => `- ${escapeText(note)}`).join('\n'))
  return parts.join('\n\n')
}

/** @param {Table} table */
function tableText({ header, rows, textColumns }) {
  const divider = header.map((_, column) => (column < textColumns ? ':--' : '--:'))
  return [header, divider, ...rows]
    .map(cells => `| ${cells.map(cell => escapeText(cell).trim()).join(' | ')} |`)
    .join('\n')
}

/** @param {RunManifest} manifest */
function originText({ startedAt, machine, versions, gitCommit, reproduce, design }) {
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const facts = [
    `Measured ${startedAt} on ${machineInWords(machine)}; ${programs.join(', ')}; commit ${gitCommit ?? 'unknown'}; seed ${design.seed}.`,
    `Repeat: \`${reproduce}\``
  ]
  return `## Where and how\n\n${facts.join('\n\n')}`
}

/** @param {string} text */
function escapeText(text) {
  return text.replace(/[\\`*_|<>]/g, character => `\\${character}`)
}
