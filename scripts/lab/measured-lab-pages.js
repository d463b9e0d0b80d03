import { conclusions as copyConclusions } from '../../src/labs/copy/paper.js'
import * as copyWork from '../../src/labs/copy/work.js'
import { conclusions as gatewayConclusions } from '../../src/labs/gateway/paper.js'
import * as gatewayWork from '../../src/labs/gateway/work.js'
import { outcomeWithEvidence } from '../../src/labs/skeleton/paper.js'
import { labSections } from '../../src/labs/skeleton/report.js'
import { conclusions as storeConclusions } from '../../src/labs/store/paper.js'
import * as storeWork from '../../src/labs/store/work.js'
import { conclusions as uploadConclusions } from '../../src/labs/upload/paper/conclusions.js'
import { uploadOutcomeWords } from '../../src/labs/upload/report/words.js'
import * as uploadWork from '../../src/labs/upload/work.js'
import { bodyText } from '../../src/report/print/markdown.js'
import { findingInWords } from '../../src/report/words/check-words.js'
import { machineInWords } from '../../src/report/words/words.js'
import { labPages } from './lab-pages.js'
import { overRuns, withRuns } from './over-runs.js'

/** @import { Section } from '../../src/report/sections/sections.js' */
/** @import { Conclusion, ConclusionRow, LabWork } from '../../src/labs/skeleton/types.js' */
/** @import { SavedCopyLab } from '../../src/labs/copy/types.js' */
/** @import { SavedGatewayLab } from '../../src/labs/gateway/types.js' */
/** @import { SavedStoreLab } from '../../src/labs/store/types.js' */
/** @import { SavedUploadLab } from '../../src/labs/upload/types.js' */

/**
 * @typedef {SavedCopyLab | SavedUploadLab | SavedGatewayLab | SavedStoreLab} SavedLab everything that was measured in a lab
 *
 * @typedef {object} LabWords
 * @property {Pick<LabWork<any>, 'analyse' | 'answer' | 'ending' | 'chapters'>} work
 * @property {Conclusion<any, any>[]} conclusions of its paper
 */

/** @type {Record<string, LabWords>} */
const words = {
  copy: { work: copyWork, conclusions: copyConclusions },
  upload: { work: uploadWork, conclusions: uploadConclusions },
  gateway: { work: gatewayWork, conclusions: gatewayConclusions },
  store: { work: storeWork, conclusions: storeConclusions }
}

/**
 * Returns the pages of a lab, docs/labs/<name of the lab>.md and those beside it, by file name. Every figure of ours is a cell or a sentence of the report of a run.
 * @param {SavedLab} saved
 * @param {SavedLab[]} [others] more runs of the same plan: their figures are its ranges
 * @returns {Record<string, string>}
 */
export function measuredLabPages(saved, others = []) {
  const { reproduce, machine, versions, lab, preflight } = saved.manifest
  const { work, conclusions } = /** @type {LabWords} */ (words[lab.name])
  const [first, ...more] = [saved, ...others].map(run => work.analyse(run))
  const analysis = overRuns(first, more)
  const ofRuns = more.length === 0 ? [] : [first, ...more].map(run => work.chapters(run))
  /** @type {Record<string, Section | Section[]>} */
  const chapters = { answer: labSections(work, analysis).slice(0, 1), ...work.chapters(analysis) }
  return labPages(lab.name, {
    runs: 1 + others.length,
    facts: `\`${reproduce}\` on ${machineInWords(machine)}, Node ${versions.node}`,
    findings: preflight.map(findingInWords),
    repeats: analysis.rounds,
    overLimit: uploadOutcomeWords['over limit'],
    answer: ['answer', 'conclusions']
      .flatMap(sectionsOf)
      .flatMap(({ lines = [] }) => lines)
      .map(line => `- ${bodyText({ heading: '', lines: [line] })}`)
      .join('\n'),
    conditions: sectionsOf('conditions').map(bodyText).join('\n\n'),
    table: (/** @type {string} */ name) => tablesOf(name).map(bodyText).join('\n\n'),
    headedTables: (/** @type {string} */ name) =>
      tablesOf(name)
        .map(section => `${section.heading}:\n\n${bodyText(section)}`)
        .join('\n\n'),
    conclusion
  })

  /** @param {string} name @returns {Section[]} none of a lab without such a chapter */
  function sectionsOf(name) {
    return [chapters[name] ?? []].flat()
  }

  /** @param {string} name @returns {Section[]} with the figures of all runs, without notes */
  function tablesOf(name) {
    const runs = ofRuns.map(own => [own[name] ?? []].flat())
    return withRuns(sectionsOf(name), runs).map(withoutNotes)
  }

  /** Returns whether a conclusion of the paper holds, as a cell. @param {string} id */
  function conclusion(id) {
    const found = analysis.lab.conclusions.find((/** @type {ConclusionRow} */ row) => row.id === id)
    return found ? outcomeWithEvidence(conclusions, found) : 'This run has no figures for it.'
  }
}

/** Returns the folder of a kept run in docs/labs. @param {string} name of the lab @param {number} index 0 of the first run */
export function runName(name, index) {
  return index === 0 ? `${name}-run` : `${name}-run-${index + 1}`
}

/** @param {Section} section @returns {Section} */
function withoutNotes({ notes: _, details: __, ...section }) {
  return section
}
