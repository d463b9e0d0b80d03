/** @import { LaunchRecord, SliceRecord } from './types.js' */

/** The first version whose records have all of these. */
const COMPLETE_VERSION = 6
const laterCounts = {
  cpuPoolMicros: null,
  cpuHelpersMicros: null,
  loopTurns: null,
  allocatedBytes: null,
  readCalls: null,
  writeCalls: null,
  readBytes: null,
  writtenBytes: null,
  stolenMicros: null,
  minorFaults: null,
  majorFaults: null,
  voluntarySwitches: null,
  involuntarySwitches: null
}

/**
 * Returns a slice of an older run with null for what was not measured then.
 * @param {Omit<SliceRecord, 'otherProcessesMicros'> & Partial<SliceRecord>} slice
 * @param {number} version of its run.json
 * @returns {SliceRecord}
 */
export function upgradeSlice(slice, version) {
  if (version >= COMPLETE_VERSION) return /** @type {SliceRecord} */ (slice)
  const { otherProcessesMicros = null, ...others } = slice
  return { ...others, otherProcessesMicros, server: { ...laterCounts, ...slice.server } }
}

/**
 * Returns a launch of an older run with null for what was not measured then.
 * @param {Omit<LaunchRecord, 'warmUp' | 'kept'> & Partial<LaunchRecord>} launch
 * @param {number} version of its run.json
 * @returns {LaunchRecord}
 */
export function upgradeLaunch(launch, version) {
  if (version >= COMPLETE_VERSION) return /** @type {LaunchRecord} */ (launch)
  const { warmUp, kept = null, ...others } = launch
  // The first warm-ups were measured without their curve.
  return { ...others, kept, warmUp: warmUp?.curve ? warmUp : null }
}
