import { keyBlameSections } from './blame-sections.js'
import { cardSections } from './card-sections.js'
import { chaptersOf, questionOf, runLines, verdictLines } from './sections.js'
import { escapeMarkdown } from './text.js'
import { machineInWords } from './words.js'

/**
 * @import { RunManifest } from '../runs/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Section, Table } from './sections.js'
 */

/**
 * Returns the report as Markdown for a pull request: the verdicts, then the card and the blame of each, and all else folded.
 * @param {Analysis} analysis
 * @param {RunManifest} manifest
 * @returns {string}
 */
export function toMarkdown(analysis, manifest) {
  const { answer: _, cards, ...chapters } = chaptersOf(analysis)
  const sentences = analysis.verdicts.map(verdict => verdictLines(analysis, verdict))
  const blocks = [
    `# ${escapeMarkdown(questionOf(analysis))}`,
    ...[...sentences.flatMap(([first = '']) => first), ...runLines(analysis)].map(line => escapeMarkdown(line)),
    ...analysis.verdicts.flatMap(({ candidate }) => explanationOf(analysis, candidate)).map(sectionMarkdown),
    foldedText({ heading: 'Verdict details', lines: sentences.flatMap(([, ...others]) => others) }),
    ...[...cards.map(notesOf), ...Object.values(chapters).flat()].map(foldedText),
    folded('Where and how', originText(manifest))
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** @param {Analysis} analysis @param {string} candidate @returns {Section[]} its card without notes, and its blame */
function explanationOf(analysis, candidate) {
  const cards = analysis.cards.filter(card => card.candidate === candidate)
  const blames = analysis.blames.filter(blame => blame.candidate === candidate)
  const own = cardSections({ ...analysis, cards }).map(({ notes: _, ...section }) => section)
  return [...own, ...keyBlameSections({ ...analysis, blames })]
}

/** @param {Section} card @returns {Section} */
function notesOf({ heading, notes }) {
  return { heading: `Notes: ${heading}`, notes }
}

/**
 * Returns a section that is not folded.
 * @param {Section} section
 */
export function sectionMarkdown(section) {
  return [`## ${escapeMarkdown(section.heading)}`, bodyText(section)].filter(Boolean).join('\n\n')
}

/** @param {Section} section @returns {string} nothing where the section is empty */
function foldedText(section) {
  const body = bodyText(section)
  return body === '' ? '' : folded(section.heading, body)
}

/**
 * Returns a part that a reader opens. The body is Markdown only between empty lines; the summary is HTML.
 * @param {string} summary
 * @param {string} body
 */
function folded(summary, body) {
  return `<details><summary>${escapeHtml(summary)}</summary>\n\n${body}\n\n</details>`
}

/** @param {Section} section */
function bodyText({ lines = [], code = [], table, notes = [], details = [] }) {
  const parts = []
  if (lines.length > 0) parts.push(lines.map(line => escapeMarkdown(line)).join('\n\n'))
  if (code.length > 0) parts.push(code.map(line => `    ${line}`).join('\n'))
  if (table) parts.push(tableText(table))
  const points = [...notes, ...details]
  if (points.length > 0) parts.push(points.map(note => `- ${escapeMarkdown(note)}`).join('\n'))
  return parts.join('\n\n')
}

/** @param {Table} table */
function tableText({ header, rows, textColumns }) {
  const divider = header.map((_, column) => (column < textColumns ? ':--' : '--:'))
  return [header, divider, ...rows]
    .map(cells => `| ${cells.map(cell => escapeMarkdown(cell).trim()).join(' | ')} |`)
    .join('\n')
}

/** @param {RunManifest} manifest */
function originText({ startedAt, machine, versions, gitCommit, reproduce, design }) {
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const facts = [
    `Measured ${startedAt} on ${machineInWords(machine)}; ${programs.join(', ')}; commit ${gitCommit ?? 'unknown'}; seed ${design.seed}.`,
    `Repeat: \`${reproduce}\``
  ]
  return facts.join('\n\n')
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`)
}
