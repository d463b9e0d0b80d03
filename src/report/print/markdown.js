import { keyBlameSections } from '../sections/blame-sections.js'
import { chaptersOf, firstVerdictLines, questionOf, runLines, verdictNotes } from '../sections/sections.js'
import { levelsOfCard } from '../sections/toggle-sections.js'
import { linesBeforeVerdicts } from '../words/against-words.js'
import { shown, visible } from '../words/text.js'
import { machineInWords } from '../words/words.js'
import { codeSpan, escapeHtml, escapeMarkdown, escapeParagraph } from './markdown-text.js'

/**
 * @import { RunManifest, RunOrigin } from '../../runs/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { Section, Table } from '../sections/sections.js'
 */

/**
 * Returns the report as Markdown for a pull request.
 * @param {Analysis} analysis
 * @param {RunManifest} manifest
 * @returns {string}
 */
export function toMarkdown(analysis, manifest) {
  return `${markdownSections(analysis, manifest).join('\n\n')}\n`
}

/**
 * Returns the sections of the report as Markdown, the most important first: the verdicts, the cards, the requests, the blame of
 * each, and all else folded.
 * @param {Analysis} analysis
 * @param {RunManifest} manifest
 * @returns {string[]}
 */
export function markdownSections(analysis, manifest) {
  const { answer: _, overview, cards, requests, ...chapters } = chaptersOf(analysis)
  const first = analysis.verdicts.flatMap(verdict => firstVerdictLines(analysis, verdict))
  const sections = [
    `# ${escapeMarkdown(questionOf(analysis))}`,
    ...[...linesBeforeVerdicts(analysis), ...first, ...runLines(analysis)].map(escapeParagraph),
    ...[...overview, ...cards.map(withoutNotes), ...requests, ...keyBlameSections(analysis)].map(sectionMarkdown),
    ...[...detailSections(analysis, cards), ...Object.values(chapters).flat()].map(foldedText),
    folded('Where and how', originText(manifest, manifest.design.seed))
  ]
  return sections.filter(Boolean)
}

/** @param {Section} card @returns {Section} */
function withoutNotes({ notes: _, ...card }) {
  return card
}

/**
 * Returns the notes on each verdict and its card, each sentence once.
 * @param {Analysis} analysis
 * @param {Section[]} sections the cards
 * @returns {Section[]}
 */
function detailSections(analysis, sections) {
  const { verdicts, cards } = analysis
  const pairs = cards.flatMap(card => levelsOfCard(analysis, card).map(shown))
  const all = verdicts.map(function detailsOf(verdict) {
    const section = sections[cards.findIndex(({ candidate }) => candidate === verdict.candidate)]
    const notes = (section?.notes ?? []).filter(note => !pairs.includes(note))
    return { candidate: verdict.candidate, lines: verdictNotes(analysis, verdict), notes }
  })
  return all.map(({ candidate, lines, notes }, index) => {
    const before = all.slice(0, index).flatMap(details => details.notes)
    const heading = verdicts.length > 1 ? `Verdict details: ${candidate}` : 'Verdict details'
    return { heading, lines, notes: notes.filter(note => !before.includes(note)) }
  })
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

/**
 * Returns where and how a run was measured.
 * @param {RunOrigin} manifest
 * @param {number} seed
 */
export function originText({ startedAt, machine, versions, gitCommit, reproduce }, seed) {
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const measured = `Measured ${startedAt} on ${machineInWords(machine)}; ${programs.join(', ')}; commit ${gitCommit ?? 'unknown'}; seed ${seed}.`
  return [escapeParagraph(measured), `Repeat: ${codeSpan(reproduce)}`].join('\n\n')
}
