import { keyBlameSections } from './blame-sections.js'
import { chaptersOf, questionOf, runLines, verdictLines } from './sections.js'
import { machineInWords } from './words.js'

/**
 * @import { RunManifest } from '../runs/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Section, Table } from './sections.js'
 */

/**
 * Returns the report as Markdown for a pull request: the verdict and the blame, and all else folded.
 * @param {Analysis} analysis
 * @param {RunManifest} manifest
 * @returns {string}
 */
export function toMarkdown(analysis, manifest) {
  const { answer: _, ...chapters } = chaptersOf(analysis)
  const blocks = [
    `# ${escapeText(questionOf(analysis))}`,
    ...verdictTexts(analysis),
    ...keyBlameSections(analysis).map(openText),
    ...Object.values(chapters).flat().map(foldedText),
    folded('Where and how', originText(manifest))
  ]
  return `${blocks.join('\n\n')}\n`
}

/**
 * Returns each verdict as a paragraph, and what remains to say of it as another: few lines, so that the blame is near the top.
 * @param {Analysis} analysis
 */
function verdictTexts(analysis) {
  const paragraphs = analysis.verdicts.flatMap(function paragraphsOf(verdict) {
    const [first = '', ...others] = verdictLines(analysis, verdict)
    return [[first], others]
  })
  return [...paragraphs, runLines(analysis)].filter(lines => lines.length > 0).map(lines => escapeText(lines.join(' ')))
}

/** @param {Section} section */
function openText(section) {
  return [`## ${escapeText(section.heading)}`, bodyText(section)].filter(Boolean).join('\n\n')
}

/** @param {Section} section */
function foldedText(section) {
  return folded(section.heading, bodyText(section))
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
function bodyText({ lines = [], table, notes = [], details = [] }) {
  const parts = []
  if (lines.length > 0) parts.push(lines.map(line => escapeText(line)).join('\n\n'))
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
  return facts.join('\n\n')
}

/** @param {string} text */
function escapeText(text) {
  return text.replace(/[\\`*_|<>]/g, character => `\\${character}`)
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`)
}
