/** @import { LabName, LabRecords } from '../labs/skeleton/types.js' */

/**
 * The files of JSON Lines in the run folder of each lab, by what they hold.
 * @type {{ [Name in LabName]: { [Kind in keyof LabRecords[Name]]: string } }}
 */
export const labRecords = {
  copy: { cells: 'cells.jsonl', otherRequests: 'other-requests.jsonl' },
  upload: { cells: 'cells.jsonl', launches: 'launches.jsonl', probes: 'probes.jsonl' },
  gateway: { cells: 'cells.jsonl', firsts: 'first-requests.jsonl', checks: 'upstream-checks.jsonl' },
  store: { cells: 'cells.jsonl', capacities: 'capacities.jsonl', costs: 'costs.jsonl', trials: 'trials.jsonl' }
}

/**
 * The types of those records.
 * @type {{ [Name in LabName]: { [Kind in keyof LabRecords[Name]]: string } }}
 */
const labRecordTypes = {
  copy: { cells: 'CellRecord', otherRequests: 'OtherRequestsRecord' },
  upload: { cells: 'UploadRecord', launches: 'UploadLaunchRecord', probes: 'LimitProbe' },
  gateway: { cells: 'GatewayRecord', firsts: 'FirstRequestRecord', checks: 'UpstreamCheck' },
  store: { cells: 'StoreRecord', capacities: 'CapacityRecord', costs: 'CostRecord', trials: 'TrialRecord' }
}

/**
 * Returns the type of the records in a file of a lab.
 * @param {LabName} lab
 * @param {string} kind of its records
 */
export function labRecordType(lab, kind) {
  /** @type {Record<string, string>} */
  const types = labRecordTypes[lab]
  return types[kind] ?? ''
}
