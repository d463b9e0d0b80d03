import { measureCopyLab } from '../measure/copy-cells.js'
import { copiesToCsv } from '../report/copy-csv.js'
import { copyChapters, shortCopyReport } from '../report/copy-sections.js'
import { analyseCopies } from '../verdict/copy/analyse-copies.js'

/**
 * @import { LabSession } from '../measure/run-lab.js'
 * @import { Section } from '../report/sections.js'
 * @import { SavedLab } from '../runs/read-run.js'
 * @import { LabAnalysis } from '../verdict/types.js'
 */

/**
 * @typedef {object} LabParts what a lab has of its own; all else is the same for every lab
 * @property {(session: LabSession) => Promise<void>} measure
 * @property {(saved: SavedLab) => LabAnalysis} analyse
 * @property {(analysis: LabAnalysis) => Section[]} sections of the report, the answer first
 * @property {(analysis: LabAnalysis) => Section[]} short for a terminal, the answer last
 * @property {(saved: SavedLab) => string} toCsv every cell
 * @property {(saved: SavedLab, analysis: LabAnalysis) => Promise<string>} renderPage
 */

/** By name. @type {Map<string, LabParts>} */
export const labParts = new Map([
  [
    'copy',
    {
      measure: measureCopyLab,
      analyse: analyseCopies,
      sections: analysis => Object.values(copyChapters(analysis)),
      short: shortCopyReport,
      toCsv: copiesToCsv,
      // The modules that draw pages take half a second to load.
      renderPage: async (saved, analysis) => (await import('../page/copy-page.js')).renderCopyPage(saved, analysis)
    }
  ]
])
