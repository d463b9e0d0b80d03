import { createRequire } from 'node:module'
import path from 'node:path'

/** Without it clinic calls a recording by the server's process id. */
export const RECORDING_NAME = 'server'

/** Clinic shall neither ask for consent nor look for a newer version of itself on the network. */
export const clinicEnv = { NO_INSIGHT: '1', NO_UPDATE_NOTIFIER: '1' }

export function clinicPath() {
  return createRequire(import.meta.url).resolve('clinic/bin.js')
}

/** @param {string} launchFolder */
export function clinicFolder(launchFolder) {
  return path.join(launchFolder, 'clinic')
}

/**
 * @param {string} launchFolder
 * @param {string} tool
 * @returns {string} a folder, or the heap profiler's only file
 */
export function recordingOf(launchFolder, tool) {
  return path.join(clinicFolder(launchFolder), `${RECORDING_NAME}.clinic-${tool}`)
}

/**
 * @param {string} recording a folder
 * @param {string} part
 */
export function partOf(recording, part) {
  return path.join(recording, `${path.basename(recording)}-${part}`)
}
