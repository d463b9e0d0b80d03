import path from 'node:path'
import { parse } from 'shell-quote'
import { bodyText } from '../../../src/report/print/markdown.js'
import { shortReport } from '../../../src/report/print/short-report.js'
import { blameSections } from '../../../src/report/sections/blame-sections.js'
import { waitSections } from '../../../src/report/sections/wait-sections.js'
import { machineInWords, nodeVersionsInWords } from '../../../src/report/words/words.js'

/** @import { RunManifest } from '../../../src/runs/types.js' */
/** @import { Section } from '../../../src/report/sections/sections.js' */
/** @import { Analysis } from '../../../src/types.js' */

/** The questions of docs/three-questions.md: their commands are those of the page, which has the figures of their runs. */
export const QUESTIONS_PAGE = 'docs/three-questions.md'
export const QUESTIONS_APP = 'examples/three-questions'

/** Of a table: the largest ones. */
const MOST_ROWS = 10
/** A command in the page, and the place of its figures. */
const QUESTION = /^ {4}(node scripts\/workshop\.js (?:.*\\\n)*.*)\n(?:.*\n)*?<!-- figures of (\w+) -->/gm

/** @typedef {{ name: string, words: string[] }} Question `words`: the command as a person types it in this folder */

/** Returns the questions of the page, in their order. @param {string} page @returns {Question[]} */
export function questionsOf(page) {
  return [...page.matchAll(QUESTION)].map(([, command = '', name = '']) => ({
    name,
    words: parse(command.replace(/\\\n/g, ' ')).map(String)
  }))
}

/** Returns the page with the figures of a run in their place. @type {(page: string, name: string, figures: string) => string} */
export function withFigures(page, name, figures) {
  const [begin, end] = [`<!-- figures of ${name} -->`, `<!-- end of the figures of ${name} -->`]
  return `${page.slice(0, page.indexOf(begin) + begin.length)}\n${figures}\n${page.slice(page.indexOf(end))}`
}

/**
 * Returns what a run prints, and its costs by package: each figure is one of its report.
 * @param {Analysis} analysis @param {RunManifest} manifest @param {string} root of the run
 */
export function figuresOf(analysis, manifest, root) {
  const { machine, startedAt } = manifest
  const facts = [machineInWords(machine), `Node.js ${nodeVersionsInWords(manifest)}`, startedAt.slice(0, 10)]
  const printed = shortReport(analysis, { folder: path.join('profiles', path.basename(root)), places: [] })
  const byPackage = analysis.blames.flatMap(blame => blameSections({ ...analysis, blames: [blame] }).slice(-1))
  const tables = [...byPackage, ...waitSections(analysis)].map(tableOf)
  return [`${facts.join(', ')}:`, `\`\`\`\n${printed.trimEnd()}\n\`\`\``, ...tables].join('\n\n')
}

/** @param {Section} section */
function tableOf({ heading, table }) {
  return `**${heading}**\n\n${bodyText({ heading, table: table && { ...table, rows: table.rows.slice(0, MOST_ROWS) } })}`
}
