import { chaptersFor } from '../chapters.js'
import { profileLines } from '../sections/profile-sections.js'
import { firstVerdictLines, questionOf, runLines } from '../sections/sections.js'
import { linesBeforeVerdicts } from '../words/gate-words.js'
import { visible } from '../words/text.js'
import { waitsInWords } from '../words/wait-words.js'
import { machineInWords } from '../words/words.js'
import { codeSpan, escapeHtml, escapeMarkdown, escapeParagraph } from './markdown-text.js'

/** @import { RunManifest, RunOrigin } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Section, Table } from '../sections/sections.js' */

/**
 * Returns the report as Markdown for a pull request.
 * @param {Analysis} analysis @param {RunManifest} manifest @returns {string}
 */
export function toMarkdown(analysis, manifest) {
  return `${markdownSections(analysis, manifest).join('\n\n')}\n`
}

/**
 * Returns the sections of the report as Markdown, the most important first: the verdicts, the open chapters, and all else folded.
 * @param {Analysis} analysis @param {RunManifest} manifest @returns {string[]}
 */
export function markdownSections(analysis, manifest) {
  const first = analysis.verdicts.flatMap(own => [...firstVerdictLines(analysis, own), ...waitsInWords(own, analysis)])
  const all = chaptersFor(analysis).map(([, chapter]) => chapter)
  const placed = (/** @type {'open' | 'folded'} */ place) =>
    all.flatMap(({ summary, sections }) => (summary === place ? (sections?.(analysis) ?? []) : []))
  const sections = [
    `# ${escapeMarkdown(questionOf(analysis))}`,
    ...[...linesBeforeVerdicts(analysis), ...new Set(first), ...profileLines(analysis), ...runLines(analysis)].map(
      escapeParagraph
    ),
    ...placed('open').map(sectionMarkdown),
    ...placed('folded').map(foldedText),
    folded('Where and how', originText(manifest, manifest.design.seed))
  ]
  return sections.filter(Boolean)
}

/** Returns a section that is not folded. @param {Section} section */
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
 * @param {string} summary @param {string} body
 */
export function folded(summary, body) {
  return `<details><summary>${escapeHtml(summary)}</summary>\n\n${body}\n\n</details>`
}

/** Returns what is below the heading of a section. @param {Section} section */
export function bodyText({ lines = [], code = [], table, notes = [], details = [] }) {
  const parts = []
  if (lines.length > 0) parts.push(lines.map(escapeParagraph).join('\n\n'))
  if (code.length > 0) parts.push(code.map(line => `    ${visible(line)}`).join('\n'))
  if (table) parts.push(tableText(table))
  const points = [...notes, ...details]
  if (points.length > 0) parts.push(points.map(note => `- ${escapeParagraph(note)}`).join('\n'))
  return parts.join('\n\n')
}

/** @param {Table} table */
function tableText({ header, rows, textColumns }) {
  const divider = header.map((_, column) => (column < textColumns ? ':--' : '--:'))
  return [header, divider, ...rows]
    .map(cells => `| ${cells.map(cell => escapeMarkdown(cell).trim()).join(' | ')} |`)
    .join('\n')
}

/** @param {RunOrigin} manifest @param {number} seed */
export function originText({ startedAt, machine, versions, gitCommit, reproduce, ...manifest }, seed) {
  if ('imported' in manifest) return [`Imported ${startedAt}.`, `Repeat: ${codeSpan(reproduce)}`].join('\n\n')
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const measured = `Measured ${startedAt} on ${machineInWords(machine)}; ${programs.join(', ')}; commit ${gitCommit ?? 'unknown'}; seed ${seed}.`
  return [escapeParagraph(measured), `Repeat: ${codeSpan(reproduce)}`].join('\n\n')
}
