import module from 'node:module'

/** @import { GatewayLab, GatewayStage, GatewayStageName, GatewayVariant } from './types.js' */
/** @import { LabRepeats } from '../skeleton/types.js' */

const GOAL_PER_SECOND = 400
/** How long a minute of the paper is. */
const MINUTE_MS = { quick: 750, usual: 2250, full: 60_000 }
/** The paper plays half of the goal, the goal and the peak for 4, 5 and 2 minutes: 25 s are divided about as those are. */
const PAPER_MS = {
  quick: [3000, 4000, 1500],
  usual: [9000, 11_000, 5000],
  full: [240_000, 300_000, 120_000]
}
const PEAK_RATIO = 1.2
/** The peak of its goals, which its script does not have. */
const SURGE_RATIO = 1.5
/** The rate that the paper gives for half a core. */
const HALF_CORE_PER_SECOND = 100
/** The 95th percentile of the mock of the paper, for both calls. */
export const MOCK_P95_MS = 206
/** Little's number of the goal: as many users as requests are in flight. */
const LITTLE_USERS = Math.floor((GOAL_PER_SECOND * MOCK_P95_MS) / 1000)
const FEW_USERS = 2

/** Node.js keeps compiled code between processes, from 22.8 on: a variable names the folder. */
const hasCompileCache = 'enableCompileCache' in module
const COMPILE_CACHE = 'node_modules/.cache/profiling-workshop/gateway-compile-cache'

/** Those of the table and of the grid. */
const paperStages = {
  quick: paperStagesOf(PAPER_MS.quick),
  usual: paperStagesOf(PAPER_MS.usual),
  full: paperStagesOf(PAPER_MS.full)
}

/**
 * The paper's question (docs/labs/gateway.md): two calls of 100 ms per request, and what a configuration needs to answer 400 requests/s.
 * @type {GatewayLab}
 */
export const gateway = {
  name: 'gateway',
  question: 'Which configuration of a gateway that waits for two calls of 100 ms meets 400 requests/s?',
  variants: [
    variant('pool 168', { poolSize: 168 }),
    variant('pool 168, users', { users: { most: null } }),
    variant(`pool 168, ${LITTLE_USERS} users`, { users: { most: LITTLE_USERS } }),
    variant(`pool 168, ${FEW_USERS} users`, { users: { most: FEW_USERS } }),
    variant('pool 100', { poolSize: 100 }),
    variant('pool 10', { poolSize: 10 }),
    variant(`pool 10, ${LITTLE_USERS} users`, { poolSize: 10, users: { most: LITTLE_USERS } }),
    variant('fetch', { poolSize: 168, env: { CLIENT: 'fetch' } }),
    variant('no keep-alive', { poolSize: 168, env: { CLIENT: 'http' } }),
    variant('pool 25', { poolSize: 25 }),
    variant('pool 50', { poolSize: 50 }),
    variant('pool 200', { poolSize: 200 }),
    variant('pool unlimited', { poolSize: null }),
    variant('calls at once', { isTogether: true, env: { CALLS: 'together' } }),
    variant('network +7 ms', { upstreamEnv: { NETWORK_MS: '7' } }),
    variant('upstream steps up', { upstreamEnv: { STEP_AFTER_MS: '12000', STEP_MS: '100' } }),
    variant('blocking call of 5 ms', { env: { BLOCK_MS: '5' } }),
    variant('half a core', { cpuShare: 0.5 }),
    variant('plain', { isTls: false, env: { BODY: 'pass' } }),
    variant('plain with JSON', { isTls: false }),
    variant('plain with a log', { isTls: false, env: { BODY: 'pass', LOG: 'sync' } }),
    variant('TLS', { env: { BODY: 'pass' } }),
    variant('compile cache', { env: { NODE_COMPILE_CACHE: COMPILE_CACHE } }),
    variant('plain with fetch', { isTls: false, env: { BODY: 'pass', CLIENT: 'fetch' } })
  ],
  partVariants: {
    table: ['pool 168', 'pool 100', 'pool 10', 'fetch', 'no keep-alive'],
    grid: [
      ...['pool 10', 'pool 25', 'pool 50', 'pool 100', 'pool 168', 'pool 200', 'pool unlimited'],
      ...['fetch', 'no keep-alive', 'calls at once', 'plain with JSON', 'plain', 'plain with a log'],
      ...['network +7 ms', 'upstream steps up', 'blocking call of 5 ms', 'half a core']
    ],
    first: ['plain with JSON', 'plain', 'pool 168', ...(hasCompileCache ? ['compile cache'] : [])],
    step: ['pool 200', 'pool 168', 'pool 100'],
    overheads: ['plain', 'plain with JSON', 'plain with a log', 'TLS', 'plain with fetch'],
    users: [
      ...['pool 168', 'pool 168, users', `pool 168, ${LITTLE_USERS} users`, `pool 168, ${FEW_USERS} users`],
      ...['pool 10', `pool 10, ${LITTLE_USERS} users`]
    ],
    peak: ['pool 168', 'half a core']
  },
  stages: {
    table: paperStages,
    grid: paperStages,
    first: null,
    step: stagesOf(minuteMs => [
      stage('start', 250, 2 * minuteMs),
      stage('before', 250, 4 * minuteMs),
      stage('after', 500, 4 * minuteMs)
    ]),
    overheads: stagesOf(minuteMs => [stage('warm-up', 200, minuteMs), stage('goal', 200, 2 * minuteMs)]),
    users: {
      quick: usersStagesOf([1000, 2000, 2000, 1000]),
      usual: usersStagesOf([6000, 5000, 7000, 4000]),
      full: usersStagesOf([240_000, 60_000, 300_000, 120_000])
    },
    peak: {
      quick: surgeStagesOf([1000, 3000, 2000, 3000]),
      usual: surgeStagesOf([4000, 11_000, 8000, 12_000]),
      full: surgeStagesOf([240_000, 300_000, 120_000, 300_000])
    }
  },
  variantStages: {
    peak: {
      'half a core': {
        quick: halfCoreStagesOf([2000, 4000, 3000]),
        usual: halfCoreStagesOf([10_000, 20_000, 12_000]),
        full: halfCoreStagesOf([240_000, 300_000, 120_000])
      }
    }
  },
  repeats: launches(1, 1, 3),
  partRepeats: {
    grid: launches(1, 1, 3),
    first: launches(3, 8, 20),
    step: launches(1, 2, 3),
    overheads: launches(2, 6, 8),
    users: launches(1, 1, 3),
    peak: launches(1, 1, 3)
  },
  upstream: {
    command: ['node', 'src/labs/gateway/app/upstream.js'],
    calls: 2,
    callMs: 100,
    tailMs: 2.19,
    networkMs: 0
  },
  upstreamLimit: { ratePerSecond: 3000, mostAddedMs: 10, durationMs: { quick: 1000, usual: 3000, full: 10_000 } },
  goals: {
    requestsPerSecond: GOAL_PER_SECOND,
    p95Ms: 420,
    cpuRatio: 0.6,
    cores: 2,
    memoryRatio: 0.6,
    memoryBytes: 1e9,
    recoveryMs: 1000
  },
  marginRatio: 0.02
}

/**
 * @param {string} name
 * @param {Partial<Pick<GatewayVariant, 'poolSize' | 'isTls' | 'isTogether' | 'cpuShare' | 'env' | 'upstreamEnv' | 'users'>>} setup
 * @returns {GatewayVariant}
 */
function variant(name, setup) {
  const { poolSize = 168, isTls = true, isTogether = false, cpuShare = null, env = {}, upstreamEnv = {}, users } = setup
  return {
    name,
    command: ['node', 'src/labs/gateway/app/server.js'],
    env: { POOL: String(poolSize ?? 'unlimited'), ...env },
    contentEncoding: null,
    isTls,
    poolSize,
    isTogether,
    cpuShare,
    upstreamEnv,
    ...(users && { users })
  }
}

/** Returns how many launches of each variant there are. @param {number} quick @param {number} usual @param {number} full */
function launches(quick, usual, full) {
  const [short, middle, long] = [quick, usual, full].map(all => ({ all, dropped: 0 }))
  return /** @type {LabRepeats} */ ({ quick: short, usual: middle, full: long })
}

/** @param {number[]} durations of half the goal, the goal, and the peak @returns {GatewayStage[]} */
function paperStagesOf([half = 0, goal = 0, peak = 0]) {
  return [
    stage('half', GOAL_PER_SECOND / 2, half),
    stage('goal', GOAL_PER_SECOND, goal),
    stage('peak', GOAL_PER_SECOND * PEAK_RATIO, peak)
  ]
}

/**
 * Returns the stages of the paper with a ramp from half of the goal to the goal.
 * @param {number[]} durations in whole seconds, as artillery plays ramps
 * @returns {GatewayStage[]}
 */
function usersStagesOf([half = 0, ramp = 0, goal = 0, peak = 0]) {
  const [from, to] = [GOAL_PER_SECOND / 2, GOAL_PER_SECOND]
  return [
    stage('half', from, half),
    { ...stage('ramp', (from + to) / 2, ramp), ramp: [from, to] },
    stage('goal', to, goal),
    stage('peak', to * PEAK_RATIO, peak)
  ]
}

/** @param {number[]} durations of half the goal, the goal, the peak of 50%, and the goal again @returns {GatewayStage[]} */
function surgeStagesOf([half = 0, goal = 0, surge = 0, again = 0]) {
  return [
    stage('half', GOAL_PER_SECOND / 2, half),
    stage('goal', GOAL_PER_SECOND, goal),
    stage('surge', GOAL_PER_SECOND * SURGE_RATIO, surge),
    stage('again', GOAL_PER_SECOND, again)
  ]
}

/** @param {number[]} durations of half of the rate of the paper, that rate, and 20% above @returns {GatewayStage[]} */
function halfCoreStagesOf([below = 0, claim = 0, above = 0]) {
  return [
    stage('below', HALF_CORE_PER_SECOND / 2, below),
    stage('claim', HALF_CORE_PER_SECOND, claim),
    stage('above', HALF_CORE_PER_SECOND * PEAK_RATIO, above)
  ]
}

/** @param {(minuteMs: number) => GatewayStage[]} stages */
function stagesOf(stages) {
  const { quick, usual, full } = MINUTE_MS
  return { quick: stages(quick), usual: stages(usual), full: stages(full) }
}

/** @param {GatewayStageName} name @param {number} ratePerSecond @param {number} durationMs @returns {GatewayStage} */
function stage(name, ratePerSecond, durationMs) {
  return { name, ratePerSecond, durationMs: Math.round(durationMs / 500) * 500 }
}
