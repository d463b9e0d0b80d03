import module from 'node:module'
import { mean } from '../../stats/means.js'

/** @import { GatewayLab, GatewayStage, GatewayStageName, GatewayVariant } from './types.js' */
/** @import { LabLength } from '../../runs/lab-types.js' */

const GOAL_PER_SECOND = 400
/** The 95th percentile of the mock of the paper, for both calls. */
export const MOCK_P95_MS = 206
/** Little's number of the goal: as many users as requests are in flight. */
const LITTLE_USERS = Math.floor((GOAL_PER_SECOND * MOCK_P95_MS) / 1000)
const FEW_USERS = 2
/** The variant without TLS, serialisation and logging. */
export const PLAIN = 'plain'

/** Node.js keeps compiled code between processes, from 22.8 on: a variable names the folder. */
const hasCompileCache = 'enableCompileCache' in module
const COMPILE_CACHE = 'node_modules/.cache/profiling-workshop/gateway-compile-cache'

/**
 * Those of the table and of the grid. The paper plays half of the goal, the goal and the peak for 4, 5 and 2 minutes: 25 s are divided
 * about as those are.
 */
const paperStages = stagesOf(
  { half: 200, goal: GOAL_PER_SECOND, peak: 480 },
  { quick: [3000, 4000, 1500], usual: [9000, 11_000, 5000], full: [240_000, 300_000, 120_000] }
)

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
    variant(PLAIN, { isTls: false, env: { BODY: 'pass' } }),
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
    peak: ['pool 168', 'half a core'],
    waits: ['pool 168', 'pool 10', 'no keep-alive', PLAIN]
  },
  stages: {
    table: paperStages,
    grid: paperStages,
    first: null,
    // 2, 4 and 4 minutes of the paper, and 1 and 2: a minute is 2.25 s in a usual run, 0.75 s in a quick one.
    step: stagesOf(
      { start: 250, before: 250, after: 500 },
      { quick: [1500, 3000, 3000], usual: [4500, 9000, 9000], full: [120_000, 240_000, 240_000] }
    ),
    overheads: stagesOf(
      { 'warm-up': 200, goal: 200 },
      { quick: [1000, 1500], usual: [2500, 4500], full: [60_000, 120_000] }
    ),
    // Artillery plays ramps in whole seconds.
    users: stagesOf(
      { half: 200, ramp: [200, GOAL_PER_SECOND], goal: GOAL_PER_SECOND, peak: 480 },
      { quick: [1000, 2000, 2000, 1000], usual: [6000, 5000, 7000, 4000], full: [240_000, 60_000, 300_000, 120_000] }
    ),
    waits: followed(GOAL_PER_SECOND),
    // The peak of the goals of the paper, which its script does not have.
    peak: stagesOf(
      { half: 200, goal: GOAL_PER_SECOND, surge: 600, again: GOAL_PER_SECOND },
      {
        quick: [1000, 3000, 2000, 3000],
        usual: [4000, 11_000, 8000, 12_000],
        full: [240_000, 300_000, 120_000, 300_000]
      }
    )
  },
  variantStages: {
    // More than a pool of 10 can serve, and few enough for a response within the limit of a call.
    waits: { 'pool 10': followed(60) },
    peak: {
      // Around 100 requests/s, which the paper gives for half a core.
      'half a core': stagesOf(
        { below: 50, claim: 100, above: 120 },
        { quick: [2000, 4000, 3000], usual: [10_000, 20_000, 12_000], full: [240_000, 300_000, 120_000] }
      )
    }
  },
  repeats: launches(1, 1, 3),
  partRepeats: {
    grid: launches(1, 1, 3),
    first: launches(3, 8, 20),
    step: launches(1, 2, 3),
    overheads: launches(2, 6, 8),
    users: launches(1, 1, 3),
    peak: launches(1, 1, 3),
    waits: launches(1, 1, 1)
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

/** Returns a stage in which requests are followed, after one that opens connections. @param {number} ratePerSecond */
function followed(ratePerSecond) {
  return stagesOf(
    { half: ratePerSecond / 2, waits: ratePerSecond },
    { quick: [500, 2000], usual: [1500, 6000], full: [5000, 60_000] }
  )
}

/** Returns how many launches of each variant there are. @param {number} quick @param {number} usual @param {number} full */
function launches(quick, usual, full) {
  return { quick: { all: quick, dropped: 0 }, usual: { all: usual, dropped: 0 }, full: { all: full, dropped: 0 } }
}

/**
 * Returns the stages of a load by the length of a run.
 * @param {Partial<Record<GatewayStageName, number | [from: number, to: number]>>} rates in requests/s, in order; two are a ramp
 * @param {Record<LabLength, number[]>} durations of these stages, in milliseconds
 */
function stagesOf(rates, { quick, usual, full }) {
  return { quick: during(quick), usual: during(usual), full: during(full) }

  /** @param {number[]} durations @returns {GatewayStage[]} */
  function during(durations) {
    return Object.entries(rates).map(([key, rate], index) => {
      const name = /** @type {GatewayStageName} */ (key)
      const durationMs = durations[index] ?? 0
      if (typeof rate === 'number') return { name, ratePerSecond: rate, durationMs }
      return { name, ratePerSecond: mean(rate), durationMs, ramp: rate }
    })
  }
}
