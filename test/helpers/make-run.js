import * as hdr from 'hdr-histogram-js'
import { infoLog } from '../../src/experiments/info.js'
import { makeDesign } from '../../src/measure/rounds/design.js'
import { manifestText } from '../../src/runs/read-manifest.js'

/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { Load } from '../../src/load/types.js' */
/** @import { LabManifest, LaunchRecord, RunManifest, SliceRecord } from '../../src/runs/types.js' */

/** @type {Load} */
const closed = { generator: 'autocannon', mode: 'closed', connections: 100 }

/**
 * Returns a slice of one second and 1,000 requests with 100 µs of CPU each, except for the changes.
 * @param {Partial<SliceRecord> & { cpuMicros?: number, latencyMicrosOfAll?: number }} [changes]
 * @returns {SliceRecord}
 */
export function makeSlice({ cpuMicros = 100_000, latencyMicrosOfAll = 5000, ...changes } = {}) {
  const completed = changes.completed ?? 1000
  return {
    variant: 'log=off',
    launch: '01-log=off',
    round: 0,
    index: 0,
    profiler: 'none',
    load: closed,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1000,
    sent: completed,
    completed,
    non2xx: 0,
    errors: 0,
    timeouts: 0,
    bytesRead: completed * 1300,
    contentEncodings: { gzip: completed },
    latencyMicros: histogramOf(latencyMicrosOfAll, completed),
    errorMessages: {},
    pace: null,
    beside: [],
    clockStepMs: 0,
    achievedRatePerSecond: completed,
    generatorProcess: {
      cpuUserMicros: 200_000,
      cpuSystemMicros: 50_000,
      eventLoopUtilization: 0.2,
      eventLoopDelayP99Micros: 300,
      eventLoopDelayMaxMicros: 900
    },
    server: {
      cpuMicros,
      cpuUserMicros: cpuMicros * 0.8,
      cpuSystemMicros: cpuMicros * 0.2,
      cpuMainThreadMicros: cpuMicros * 0.7,
      cpuOtherThreadsMicros: cpuMicros * 0.3,
      cpuPoolMicros: cpuMicros * 0.2,
      cpuHelpersMicros: cpuMicros * 0.1,
      rssBytes: 80e6,
      heapUsedBytes: 20e6,
      eventLoopUtilization: 1,
      eventLoopDelayP99Micros: 1000,
      eventLoopDelayMaxMicros: 2000,
      gcCount: 10,
      gcPauseMicros: 5000,
      voluntarySwitches: 10,
      involuntarySwitches: 10,
      minorFaults: 10,
      majorFaults: 0,
      loopTurns: 100,
      allocatedBytes: completed * 30_000,
      readCalls: completed + 100,
      writeCalls: completed,
      readBytes: completed * 200,
      writtenBytes: completed * 1400,
      stolenMicros: 0,
      threads: [
        {
          pid: 1,
          threadId: 0,
          startUptimeMs: 3000,
          endUptimeMs: 4000,
          startMicros: 3e6,
          endMicros: 4e6,
          cpuMicros: cpuMicros * 0.7
        }
      ]
    },
    otherProcessesMicros: 0,
    toolResult: null,
    ...changes
  }
}

/**
 * Returns an unprofiled launch whose heap was not read, except for the changes.
 * @param {Partial<LaunchRecord>} [changes]
 * @returns {LaunchRecord}
 */
export function makeLaunch({ variant = 'log=off', round = 0, ...changes } = {}) {
  return {
    id: `${round + 1}-${variant}`,
    round,
    variant,
    profiler: 'none',
    command: ['node', 'server.js'],
    env: {},
    pid: 1,
    port: 3000,
    startedAt: '2026-01-01T00:00:00.000Z',
    readyMs: 300,
    warmUp: { requests: 4000, durationMs: 3000, curve: [] },
    stdoutBytes: 0,
    kept: null,
    exit: { code: 0, signal: null, escalated: false },
    ...changes
  }
}

/**
 * Returns rounds of unprofiled launches: the candidate takes `costRatio` times the CPU per request and serves as many fewer.
 * @param {object} truth
 * @param {number} truth.rounds
 * @param {number} truth.costRatio
 * @param {(round: number) => number} [truth.drift] what the machine does to both, 1 for nothing
 * @returns {SliceRecord[]}
 */
export function makeRounds({ rounds, costRatio, drift = () => 1 }) {
  return Array.from({ length: rounds }, (_, round) => round).flatMap(function bothVariants(round) {
    const cost = drift(round)
    return [ofRound(round, 'log=off', cost), ofRound(round, 'log=sync', cost * costRatio)]
  })
}

/**
 * @param {number} round
 * @param {string} variant
 * @param {number} cost
 */
function ofRound(round, variant, cost) {
  const completed = Math.round(10_000 / cost)
  return makeSlice({ variant, launch: `${round + 1}-${variant}`, round, completed, cpuMicros: 100 * cost * completed })
}

/**
 * @param {Partial<RunManifest>} [changes]
 * @returns {RunManifest}
 */
export function makeManifest(changes = {}) {
  return {
    schemaVersion: 8,
    status: 'complete',
    startedAt: '2026-01-01T00:00:00.000Z',
    pid: 1,
    endedAt: '2026-01-01T00:01:00.000Z',
    problem: null,
    experiment: infoLog,
    // Size and blame are of the same load as the verdict, so that one kind of slice is enough for a run.
    design: { ...makeDesign({ profilers: [], loads: [closed], seed: 1 }), detailLoad: closed },
    reproduce: 'node scripts/workshop.js run info-log --seed 1',
    folder: '/srv/app',
    versions: { node: 'v20.0.0' },
    machine: {
      cpuModel: 'a CPU',
      cores: 2,
      memoryBytes: 2 ** 33,
      platform: 'linux',
      release: '6',
      governor: null,
      pinnableCores: [0, 1]
    },
    gitCommit: 'abc1234',
    preflight: [],
    calibration: null,
    timing: { loadMs: 60_000, warmupMs: 20_000, startMs: 0, stopMs: 0, keptMs: 0, collectMs: 0, wallMs: 100_000 },
    ...changes
  }
}

/**
 * Returns the text of a run.json that has its own checksum and, except for the changes, that of no other file.
 * @param {RunManifest | LabManifest} [manifest]
 */
export function runJson(manifest = makeManifest()) {
  return manifestText({ checksums: {}, ...manifest })
}

/**
 * Returns a saved run that is empty except for what is given.
 * @param {Partial<SavedRun>} [changes]
 * @returns {SavedRun}
 */
export function makeMeasured(changes = {}) {
  const nothing = {
    slices: [],
    requestSlices: [],
    launches: [],
    problems: [],
    profiles: [],
    trees: [],
    treeless: [],
    sources: null,
    artifacts: [],
    unread: []
  }
  return { manifest: makeManifest(), ...nothing, ...changes }
}

/**
 * @param {number} micros
 * @param {number} count
 */
function histogramOf(micros, count) {
  const histogram = hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 6e7,
    numberOfSignificantValueDigits: 3
  })
  if (count > 0) histogram.recordValueWithCount(micros, count)
  return hdr.encodeIntoCompressedBase64(histogram)
}
