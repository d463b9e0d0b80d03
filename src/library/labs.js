import { copyManifest, measureCopyLab } from '../measure/copy-cells.js'
import { estimateCellsMs, plannedCells } from '../measure/copy-plan.js'
import { gatewayManifest, measureGatewayLab } from '../measure/gateway-cells.js'
import { estimateGatewaysMs, plannedGateways } from '../measure/gateway-plan.js'
import { measureStoreLab, storeManifest } from '../measure/store-cells.js'
import { estimateStoreMs, plannedStoreCells } from '../measure/store-plan.js'
import { measureUploadLab, uploadManifest } from '../measure/upload-cells.js'
import { estimateUploadsMs, plannedUploads } from '../measure/upload-plan.js'
import { copiesToCsv } from '../report/copy-csv.js'
import { copyChapters, shortCopyReport } from '../report/copy-sections.js'
import { copyCellInWords } from '../report/copy-words.js'
import { gatewaysToCsv } from '../report/gateway-csv.js'
import { gatewaySections, shortGatewayReport } from '../report/gateway-sections.js'
import { gatewayCellInWords } from '../report/gateway-words.js'
import { storeToCsv } from '../report/store-csv.js'
import { shortStoreReport, storeChapters } from '../report/store-sections.js'
import { storeCellInWords } from '../report/store-words.js'
import { uploadsToCsv } from '../report/upload-csv.js'
import { shortUploadReport, uploadChapters } from '../report/upload-sections.js'
import { uploadCellInWords } from '../report/upload-words.js'
import { analyseCopies } from '../verdict/copy/analyse-copies.js'
import { analyseGateway } from '../verdict/gateway/analyse-gateway.js'
import { analyseStore } from '../verdict/store/analyse-store.js'
import { analyseUploads } from '../verdict/upload/analyse-uploads.js'

/**
 * @import { LabOrder, LabSession } from '../measure/run-lab.js'
 * @import { Section } from '../report/sections.js'
 * @import { SavedLabs } from '../runs/read-run.js'
 * @import { LabManifests, LabName, LabPlan } from '../runs/types.js'
 * @import { LabAnalyses } from '../verdict/types.js'
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
    renderPage: async (saved, analysis) => (await import('../page/copy-page.js')).renderCopyPage(saved, analysis)
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
    renderPage: async (saved, analysis) => (await import('../page/upload-page.js')).renderUploadPage(saved, analysis)
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
    renderPage: async (saved, analysis) => (await import('../page/gateway-page.js')).renderGatewayPage(saved, analysis)
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
    renderPage: async (saved, analysis) => (await import('../page/store-page.js')).renderStorePage(saved, analysis)
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
