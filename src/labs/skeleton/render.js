import { originOf } from '../../page/parts/origin.js'
import { renderReport } from '../../page/render-page.js'
import { runFiles } from '../../runs/run-layout.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabAnalysis, LabManifest } from '../../runs/lab-types.js' */
/** @import { Part } from '../../page/render-page.js' */

/** @typedef {{ id: string, title: string, parts: Part[] }} LabChapter */

/**
 * Returns the report of a lab as one HTML file that loads nothing.
 * @param {object} input @param {LabManifest} input.manifest @param {LabAnalysis} input.analysis
 * @param {string[]} input.answer sentences, the most important one first
 * @param {string[]} input.ending what is unusual about the run
 * @param {LabChapter[]} input.chapters
 * @param {{ path: string, words: string }[]} input.files in the run folder, besides those of every lab
 * @returns {Promise<string>}
 */
export function renderLab({ manifest, analysis, answer: [first = '', ...lines], ending, chapters, files }) {
  const { lab, plan } = manifest
  const common = [
    { path: runFiles.analysis, words: 'every figure of this page' },
    { path: runFiles.summary, words: 'this page as Markdown' }
  ]
  const last = [
    { id: 'files', title: 'Files', parts: [{ template: 'links', links: [...files, ...common] }] },
    { id: 'reproduce', title: 'Reproduce', parts: originOf(manifest, { variants: lab.variants, seed: plan.seed }) }
  ]
  const top = { template: 'result', first, lines, status: ending.join(' ') }
  return renderReport(`${analysis.experiment}: ${first}`, {
    run: analysis,
    manifest,
    top,
    chapters: [...chapters, ...last]
  })
}

/** Returns a section as a part of a chapter. @param {Section} section @returns {Part} */
export function sectionPart(section) {
  return { template: 'section', section }
}

/** Returns a section without its heading, where the chapter names it. @param {Section} section @returns {Part} */
export function bodyPart(section) {
  return { template: 'section-body', section }
}

/**
 * Returns a chapter of sections.
 * @param {string} id @param {string} title @param {Section[]} sections
 * @returns {LabChapter[]} one, or none without a section
 */
export function chapterOf(id, title, sections) {
  return sections.length > 0 ? [{ id, title, parts: sections.map(sectionPart) }] : []
}

/**
 * Returns a chart with its table and its values as CSV.
 * @param {string} html of the chart; nothing without one
 * @param {Section} section @param {{ fileName: string, text: string }} csv @returns {Part[]}
 */
export function chartWithTable(html, section, csv) {
  const chart = html === '' ? [] : [{ template: 'chart', html }]
  const { notes, ...table } = section
  return [
    ...chart,
    { template: 'section-body', section: { notes } },
    { template: 'folded', section: { ...table, heading: `${section.heading} (table)` } },
    { template: 'csv', ...csv }
  ]
}
