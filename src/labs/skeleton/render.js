import { originOf, renderReport } from '../../page/render-page.js'
import { runFiles } from '../../runs/run-layout.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { Part } from '../../page/render-page.js' */
/** @import { LabFiles, LabTypes, LabWork, SavedLab } from './types.js' */

/**
 * Returns the report of a lab as one HTML file that loads nothing.
 * @template {LabTypes} Types
 * @param {Pick<LabWork<Types>, 'answer' | 'ending' | 'page'>} work
 * @param {SavedLab<Types>} saved @param {Types['analysis']} analysis @param {LabFiles<Types>} records
 */
export function renderLab(work, saved, analysis, records) {
  const { manifest } = saved
  const [first = '', ...lines] = work.answer(analysis)
  const { chapters, files, variants = manifest.lab.variants } = work.page(saved, analysis, records)
  const common = [
    { path: runFiles.analysis, words: 'every figure of this page' },
    { path: runFiles.summary, words: 'this page as Markdown' }
  ]
  const last = [
    { id: 'files', title: 'Files', parts: [{ template: 'links', links: [...files, ...common] }] },
    { id: 'reproduce', title: 'Reproduce', parts: originOf(manifest, { variants, seed: manifest.plan.seed }) }
  ]
  return renderReport(`${analysis.experiment}: ${first}`, {
    run: analysis,
    manifest,
    top: { template: 'result', first, lines, status: work.ending(analysis).join(' ') },
    chapters: [...chapters.filter(({ parts }) => parts.length > 0), ...last]
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
