import { PACKAGE_NAME, workshopVersion } from '../system/files/workshop-root.js'

/** @import { SavedProblem } from '../errors/types.js' */
/** @import { Environment } from '../verdict/types.js' */
/** @import { Finding, LaunchRecord, RunManifest, SliceRecord } from './types.js' */

/**
 * Returns a run.json of schema 4, 5 or 6 in the present schema, and any other content as it is. What was measured is the same.
 * Schema 5 renames the kinds of slices in the design, and saves errors and findings as codes with details instead of
 * sentences. Schema 6 has rounds for the verdict and rounds for size and blame, where one kind of round was for both. Of schema 7 run.json
 * is the same, and call-trees.json has columns. The first labs had one part, their table. A baseline in it has a version of its own.
 * @param {any} content @returns {RunManifest}
 */
export function upgradeManifest(content) {
  if (content?.schemaVersion === 4) return upgradeManifest(fromFour(content))
  if (content?.schemaVersion === 5) return fromFive(content)
  if (content?.schemaVersion === 6) return upgradeManifest({ ...content, schemaVersion: 7 })
  if (content?.against) return { ...content, against: upgradeBaseline(content.against) }
  return content?.lab && content.plan ? { ...content, plan: { part: 'table', ...content.plan } } : content
}

/** @param {any} content */
function fromFour(content) {
  const { generatorNotes, problem, preflight, ...kept } = content
  const { togetherMs, slices, ...design } = content.design
  return {
    ...kept,
    schemaVersion: 5,
    problem: problem && upgradeProblem(problem),
    preflight: preflight.map((/** @type {any} */ finding) => upgradeFinding(finding, content.machine.governor)),
    design: {
      ...design,
      sharedCoreMs: togetherMs,
      slices: { sharedCore: slices.together, separate: slices.bare, profiled: slices.profiled }
    }
  }
}

/** @param {any} content @returns {RunManifest} */
function fromFive({ design, timing, calibration = null, ...kept }) {
  const { profiledRounds, batchRounds, warmupMs, slices, profilers, ...same } = design
  return {
    ...kept,
    schemaVersion: 7,
    timing: { startMs: 0, stopMs: 0, keptMs: 0, collectMs: 0, ...timing },
    // The first calibrations have no bound of their interval.
    calibration: calibration?.identical?.change?.bound === undefined ? null : calibration,
    design: {
      ...same,
      detailRounds: 0,
      coldRequests: null,
      loadRounds: { unprofiled: batchRounds ?? same.rounds, profiled: profiledRounds ?? same.rounds },
      warmUp: { mostMs: warmupMs, mostRequests: Number.POSITIVE_INFINITY, chunkMs: warmupMs },
      slices: {
        sharedCore: slices.sharedCore,
        separate: slices.separate,
        detail: slices.profiled,
        others: slices.separate
      },
      detailLoad: same.loads[0],
      profilers: profilers.map((/** @type {any} */ { batches, ...profiler }) => ({
        ...profiler,
        playsLoads: batches,
        isAlone: true
      }))
    }
  }
}

/**
 * Returns a saved error with its details. Of one that was saved with its message alone, that is the message.
 * @template {object} Saved
 * @param {Saved & { code: string, message?: string }} saved @returns {Omit<Saved, 'code' | 'message'> & SavedProblem}
 */
export function upgradeProblem({ message, ...saved }) {
  const problem = message === undefined ? saved : { ...saved, code: 'ERR_RECORDED', details: { message } }
  return /** @type {any} */ (problem)
}

/** @type {(finding: { code: Finding['code'] }, governor: string) => Finding} */
function upgradeFinding({ code }, governor) {
  if (code === 'busy') return { code, busyShare: null }
  return code === 'governor' ? { code, governor } : { code }
}

/** The first version of run.json whose slices and launches have all that was measured later. */
export const COMPLETE_VERSION = 6
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
 * @param {Omit<SliceRecord, 'otherProcessesMicros'> & Partial<SliceRecord>} slice @returns {SliceRecord}
 */
export function upgradeSlice(slice) {
  const { otherProcessesMicros = null, ...others } = slice
  return { ...others, otherProcessesMicros, server: { ...laterCounts, ...slice.server } }
}

/**
 * Returns a launch of an older run with null for what was not measured then.
 * @param {Omit<LaunchRecord, 'warmUp' | 'kept'> & Partial<LaunchRecord>} launch @returns {LaunchRecord}
 */
export function upgradeLaunch(launch) {
  const { warmUp, kept = null, ...others } = launch
  // The first warm-ups were measured without their curve.
  return { ...others, kept, warmUp: warmUp?.curve ? warmUp : null }
}

/**
 * Schema 1 has the environment as texts by label, those of several requests in one text.
 * @type {Record<string, [name: keyof Environment, read: (text: string) => unknown]>}
 */
const labels = {
  processor: ['cpuModel', String],
  cores: ['cores', numberOf],
  'memory, GiB': ['memoryGiB', numberOf],
  platform: ['platform', String],
  'cores to pin to': ['pinnableCores', numberOf],
  'Node.js': ['nodeVersions', text => text.split(', ')],
  requests: ['requests', text => text.split(/, (?=[A-Z]+ \/)/).map(requestOf)],
  load: ['load', loadOf],
  'slice, ms': ['sliceMs', numberOf],
  'separate slices': ['separateSlices', numberOf],
  'warm-up, ms': ['warmUpMs', numberOf],
  'cold requests': ['coldRequests', text => (text === 'no' ? null : numberOf(text))],
  'short run': ['isShort', text => (text === 'yes' ? true : text === 'no' ? false : undefined)]
}

/** What schema 1 has not. */
const unknown = { release: 'unknown', governor: null, companions: [] }

/**
 * Returns a baseline of schema 1 in the present schema, and any other content as it is. A fact that schema 1 has and the file has not is
 * left out, so that the file does not fit the present schema.
 * @param {any} content
 */
export function upgradeBaseline(content) {
  if (content?.schemaVersion !== 1) return content
  const { environment, values, ...kept } = content
  const texts = Object(environment)
  const variants = Object.keys(Object(values))
  const facts = Object.entries(labels)
    .filter(([label]) => typeof texts[label] === 'string')
    .map(([label, [name, read]]) => [name, read(texts[label])])
  return {
    ...kept,
    schemaVersion: 2,
    // The text of all names could not be separated: a name can have a comma.
    environment: { ...unknown, ...Object.fromEntries(facts), variants, memoryLimitsMB: variants.map(() => null) },
    values
  }
}

/** @param {string} text */
function numberOf(text) {
  return text.trim() === '' ? undefined : Number(text)
}

/** @param {string} text such as GET /items */
function requestOf(text) {
  const [method, ...path] = text.split(' ')
  return { method, path: path.join(' '), headers: {}, bodyBytes: 0, weight: 1 }
}

/** @param {string} text such as autocannon, 50 connections, or paced */
function loadOf(text) {
  const [, generator, connections] = /^(\w+)(?:, (\d+) connections)?$/.exec(text) ?? []
  return { generator, connections: connections === undefined ? null : Number(connections) }
}

/**
 * Returns why a file of another schema version is not read, and which version of the package reads a later one.
 * @param {any} content an object
 * @param {number} version the present one
 * @param {string} [remedy] of an older file
 * @returns {string | null} null of the present version
 */
export function otherVersion({ schemaVersion: found, versions }, version, remedy = '') {
  if (found === version) return null
  // Of any file: to print or to compare an object can throw.
  if (typeof found === 'object') return `its schema version is no number, and this version reads ${version}`
  const words = found === undefined ? 'no schema version' : `schema version ${JSON.stringify(found)}`.slice(0, 60)
  const advice = found > version ? `; ${writerOf(versions)} reads it` : found === undefined ? '' : remedy
  return `it has ${words}, and this version reads ${version}${advice}`
}

/** Returns the version that wrote a file of a later schema. @param {Record<string, unknown>} [versions] */
function writerOf(versions) {
  const own = versions?.[PACKAGE_NAME]
  const isVersion = typeof own === 'string' && /^[\w.+-]{1,40}$/.test(own)
  return isVersion ? `${PACKAGE_NAME} ${own}` : `a version of ${PACKAGE_NAME} later than ${workshopVersion()}`
}
