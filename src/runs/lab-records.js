/** @import { LabName, LabRecords } from './types.js' */

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
