import { messageOf } from '../../errors/errors.js'
import { gatewayCellsInWords } from '../../labs/gateway/report/words.js'
import { uploadOutcomeWords } from '../../labs/upload/report/words.js'
import { formatBinarySize, formatCount, formatCounted } from './format.js'
import { unreadInWords } from './unread-words.js'
import { statusWords } from './words.js'

/**
 * @import { LabStage, PackagesEvent } from '../../labs/skeleton/run-lab.js'
 * @import { LabAnalysis, LabManifest } from '../../labs/skeleton/types.js'
 * @import { LabRefusal } from '../../runs/types.js'
 */

/** What a lab does besides its cells. @type {Record<LabStage, string>} */
export const stageWords = {
  samples: 'writing sample files, where they are not there yet',
  'other-requests': 'measuring other requests of a server that copies',
  upstream: 'checking what the upstream adds to its times',
  'store-data': 'filling the store, where it is not filled yet, and copying it for this run',
  capacity: 'finding what each strategy can serve',
  'task-cost': 'finding from which cost of a task on a pool pays',
  search: 'searching the best pool and queue'
}

/** Returns what is installed before the first run. @param {PackagesEvent} event @returns {string} */
export function packagesInWords({ installed, packages, MB }) {
  if (installed > 0) return `installing packages: ${formatCount(installed)} of ${formatCount(packages)}`
  return `installing the packages of the labs, once: ${formatCount(packages)} packages, about ${formatCount(MB)} MB`
}

/**
 * Returns what the cells of a lab are, for the list of all runs.
 * @param {LabManifest} manifest
 * @returns {string}
 */
export function cellsInWords({ lab, plan }) {
  if (lab.name === 'gateway') return gatewayCellsInWords(lab, plan)
  if (lab.name === 'store') return `${lab.operations.join(' and ')} at constant rates`
  const sizes =
    lab.name === 'copy'
      ? lab.variants.flatMap(variant => variant.sizes[plan.length])
      : lab.batches[plan.length].map(({ sizeBytes }) => sizeBytes)
  return `files from ${formatBinarySize(Math.min(...sizes))} to ${formatBinarySize(Math.max(...sizes))}`
}

/** Returns how an incomplete run ended, and which of its files are damaged. @param {LabAnalysis} analysis @returns {string[]} none of a sound run */
export function unfinishedInWords({ status, problem, rounds, lab, unread = [] }) {
  const damages = unread.map(unreadInWords)
  if (status === 'complete') return damages
  const measured =
    lab.name === 'upload' && lab.part === 'limits'
      ? `${formatCounted(lab.steps, 'step')} of its search`
      : `${formatCounted(rounds, 'repeat')} that count`
  const reason = problem ? ` ${messageOf(problem)}` : ''
  return [`The run ${statusWords[status]}; it has ${measured}.${reason}`, ...damages]
}

/** Returns why a candidate of a lab has no verdict, as a part of a sentence. @param {LabRefusal} refusal @returns {string} */
export function labRefusalInWords(refusal) {
  if (refusal.code === 'no-time') return `${refusal.strategy}: ${uploadOutcomeWords[refusal.outcome]}`
  if (refusal.repeats === 0) return 'no repeat has times of both'
  return `${formatCounted(refusal.repeats, 'repeat')}: too few for an interval`
}
