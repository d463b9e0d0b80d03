import { originOf } from './origin.js'
import { renderDocument } from './render-document.js'
import { whenInWords } from './render-page.js'

/**
 * @import { Section } from '../report/sections.js'
 * @import { LabManifest } from '../runs/types.js'
 * @import { LabAnalysis } from '../verdict/types.js'
 * @import { Part } from './render-page.js'
 */

/** @typedef {{ id: string, title: string, parts: Part[] }} LabChapter */

/**
 * Returns the report of a lab as one HTML file that loads nothing.
 * @param {object} input
 * @param {LabManifest} input.manifest
 * @param {LabAnalysis} input.analysis
 * @param {string[]} input.answer sentences, the most important one first
 * @param {string[]} input.ending what is unusual about the run
 * @param {LabChapter[]} input.chapters
 * @param {{ path: string, words: string }[]} input.files in the run folder
 * @returns {Promise<string>}
 */
export function renderLab({ manifest, analysis, answer: [first = '', ...lines], ending, chapters, files }) {
  const { lab, plan } = manifest
  const last = [
    { id: 'files', title: 'Files', parts: [{ template: 'links', links: files }] },
    { id: 'reproduce', title: 'Reproduce', parts: originOf(manifest, { variants: lab.variants, seed: plan.seed }) }
  ]
  const run = { ...analysis, when: whenInWords(manifest) }
  const view = { run, first, lines, status: ending.join(' '), chapters: [...chapters, ...last] }
  return renderDocument('report', `${analysis.experiment}: ${first}`, view, 'lab')
}

/**
 * Returns a chart with its table and its values as CSV.
 * @param {string} html of the chart; nothing without one
 * @param {Section} section
 * @param {{ fileName: string, text: string }} csv
 * @returns {Part[]}
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
