/** @import { LabManifest } from '../../runs/lab-types.js' */
/** @import { AnalysisOf, LabVerdict } from '../../runs/types.js' */

/**
 * Returns the analysis of a lab: what all of them have, and what one has of its own.
 * @template OwnAnalysis
 * @param {LabManifest} manifest
 * @param {{ rounds: number, verdicts: LabVerdict[], lab: OwnAnalysis }} own `rounds`: complete repeats that count
 * @returns {AnalysisOf<OwnAnalysis>}
 */
export function labAnalysis({ lab: { name, question }, plan, status, problem, folder }, { rounds, verdicts, lab }) {
  return {
    schemaVersion: 8,
    experiment: name,
    question,
    folder,
    status,
    problem,
    quick: plan.length === 'quick',
    rounds,
    verdicts,
    blames: [],
    lab
  }
}
