import { analyseCopies } from '../copy/analysis/analyse-copies.js'
import { copyManifest, measureCopyLab } from '../copy/measure/cells.js'
import { estimateCellsMs, plannedCells } from '../copy/measure/plan.js'
import { copiesToCsv } from '../copy/report/csv.js'
import { copyChapters, shortCopyReport } from '../copy/report/sections.js'
import { copyCellInWords } from '../copy/report/words.js'
import { analyseGateway } from '../gateway/analysis/analyse-gateway.js'
import { gatewayManifest, measureGatewayLab } from '../gateway/measure/cells.js'
import { estimateGatewaysMs, plannedGateways } from '../gateway/measure/plan.js'
import { gatewaysToCsv } from '../gateway/report/csv.js'
import { gatewaySections, shortGatewayReport } from '../gateway/report/sections.js'
import { gatewayCellInWords } from '../gateway/report/words.js'
import { analyseStore } from '../store/analysis/analyse-store.js'
import { measureStoreLab, storeManifest } from '../store/measure/cells.js'
import { estimateStoreMs, plannedStoreCells } from '../store/measure/plan.js'
import { storeToCsv } from '../store/report/csv.js'
import { shortStoreReport, storeChapters } from '../store/report/sections.js'
import { storeCellInWords } from '../store/report/words.js'
import { analyseUploads } from '../upload/analysis/analyse-uploads.js'
import { measureUploadLab, uploadManifest } from '../upload/measure/cells.js'
import { estimateUploadsMs, plannedUploads } from '../upload/measure/plan.js'
import { uploadsToCsv } from '../upload/report/csv.js'
import { shortUploadReport, uploadChapters } from '../upload/report/sections.js'
import { uploadCellInWords } from '../upload/report/words.js'

/**
 * @import { LabOrder, LabSession } from './run-lab.js'
 * @import { Section } from '../../report/sections/sections.js'
 * @import { SavedLabs } from '../../runs/read-run.js'
 * @import { LabAnalyses, LabManifests, LabName } from './types.js'
 * @import { LabPlan } from '../../runs/types.js'
 */

/**
 * @template {LabName} Name
 * @template {{ variant: string, repeat: number }} Cell
 * @typedef {object} LabParts what a lab has of its own; all else is the same for every lab
 * @property {string[]} parts that can be measured instead of the table of the paper
 * @property {boolean} needsPackages whether it needs the packages of the labs
 * @property {(lab: LabManifests[Name]['lab'], plan: LabPlan) => Cell[]} plannedCells in the order in which they are measured
 * @property {(lab: LabManifests[Name]['lab'], cells: Cell[], plan: LabPlan) => number} estimateMs
 * @property {[string, string]} nouns what one measurement of a cell is called, and several
 * @property {(cell: Cell, lab: LabManifests[Name]['lab'], plan: LabPlan) => string} cellInWords without its strategy
 * @property {LabOrder<Name>['manifestOf']} manifestOf
 * @property {(session: LabSession<Name>) => Promise<void>} measure
 * @property {(saved: SavedLabs[Name]) => LabAnalyses[Name]} analyse
 * @property {(analysis: LabAnalyses[Name]) => Section[]} sections of the report, the answer first
 * @property {(analysis: LabAnalyses[Name]) => Section[]} short for a terminal, the answer last
 * @property {(saved: SavedLabs[Name]) => string} toCsv every cell
 * @property {(saved: SavedLabs[Name], analysis: LabAnalyses[Name]) => Promise<string>} renderPage the modules that draw pages take
 *   half a second to load
 */

/** @type {{ [Name in LabName]: LabParts<Name, any> }} */
export const labParts = {
  copy: {
    parts: [],
    needsPackages: false,
    plannedCells,
    estimateMs: estimateCellsMs,
    nouns: ['copy', 'copies'],
    cellInWords: copyCellInWords,
    manifestOf: copyManifest,
    measure: measureCopyLab,
    analyse: analyseCopies,
    sections: analysis => Object.values(copyChapters(analysis)),
    short: shortCopyReport,
    toCsv: copiesToCsv,
    renderPage: async (saved, analysis) => (await import('../copy/page.js')).renderCopyPage(saved, analysis)
  },
  upload: {
    parts: ['limits'],
    needsPackages: true,
    plannedCells: plannedUploads,
    estimateMs: estimateUploadsMs,
    nouns: ['cell', 'cells'],
    cellInWords: (cell, { settings }, { length }) => uploadCellInWords(cell, settings[length][0]),
    manifestOf: uploadManifest,
    measure: measureUploadLab,
    analyse: analyseUploads,
    sections: analysis => Object.values(uploadChapters(analysis)).flat(),
    short: shortUploadReport,
    toCsv: uploadsToCsv,
    renderPage: async (saved, analysis) => (await import('../upload/page.js')).renderUploadPage(saved, analysis)
  },
  gateway: {
    parts: ['grid', 'first', 'step', 'overheads', 'users', 'peak'],
    needsPackages: true,
    plannedCells: plannedGateways,
    estimateMs: estimateGatewaysMs,
    nouns: ['cell', 'cells'],
    cellInWords: gatewayCellInWords,
    manifestOf: gatewayManifest,
    measure: measureGatewayLab,
    analyse: analyseGateway,
    sections: gatewaySections,
    short: shortGatewayReport,
    toCsv: gatewaysToCsv,
    renderPage: async (saved, analysis) => (await import('../gateway/page.js')).renderGatewayPage(saved, analysis)
  },
  store: {
    parts: ['search'],
    needsPackages: true,
    plannedCells: plannedStoreCells,
    estimateMs: estimateStoreMs,
    nouns: ['cell', 'cells'],
    cellInWords: storeCellInWords,
    manifestOf: storeManifest,
    measure: measureStoreLab,
    analyse: analyseStore,
    sections: analysis => Object.values(storeChapters(analysis)).flat(),
    short: shortStoreReport,
    toCsv: storeToCsv,
    renderPage: async (saved, analysis) => (await import('../store/page.js')).renderStorePage(saved, analysis)
  }
}

/**
 * Returns the parts of a lab.
 * @param {string} name
 * @returns {LabParts<any, any> | null} null where this version has no such lab
 */
export function partsOfLab(name) {
  return Object.hasOwn(labParts, name) ? labParts[/** @type {LabName} */ (name)] : null
}
