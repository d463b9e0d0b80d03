import { processPlace } from '../../system/process-place.js'
import { processStart } from '../../system/process-start.js'

/**
 * Returns what run.json of every run has when it begins, of an experiment or of a lab.
 */
export function begunRun() {
  return {
    schemaVersion: /** @type {const} */ (6),
    status: /** @type {const} */ ('running'),
    startedAt: new Date().toISOString(),
    pid: process.pid,
    pidStart: processStart(process.pid),
    pidPlace: processPlace(),
    endedAt: null,
    problem: null
  }
}
