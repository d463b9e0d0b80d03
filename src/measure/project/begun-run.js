import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { masked, maskedFields, maskedWords } from '../../errors/secrets.js'
import { SCHEMA_VERSION } from '../../runs/read-manifest.js'
import { usableCores } from '../../system/cores.js'
import { PACKAGE_NAME, workshopVersion } from '../../system/files/workshop-root.js'
import { installedVersion } from '../../system/missing-package.js'
import { NM } from '../../system/platform.cjs'
import { processPlace, processStart } from '../../system/process-table.js'
import { runProgram } from '../../system/processes.js'
import { hasUncommitted } from '../../system/worktrees.js'

/** @import { Experiment, Request, Variant } from '../../experiments/types.js' */
/** @import { Finding, Machine } from '../../runs/types.js' */

const GOVERNOR_FILE = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'
const BUSY_SHARE = 0.1
const BUSY_SAMPLE_MS = 300
const NM_LIMIT_MS = 10_000

/** Returns what run.json of every run has when it begins, of an experiment or of a lab. */
export function begunRun() {
  return {
    schemaVersion: SCHEMA_VERSION,
    status: /** @type {const} */ ('running'),
    startedAt: new Date().toISOString(),
    pid: process.pid,
    pidStart: processStart(process.pid),
    pidPlace: processPlace(),
    endedAt: null,
    problem: null
  }
}

/**
 * Returns an experiment without secret values of headers, variables and options, and without bodies, which can contain passwords.
 * @param {Experiment} experiment @returns {Experiment}
 */
export function savedExperiment({ request, requests, login, variants, ...others }) {
  return {
    ...others,
    variants: /** @type {Experiment['variants']} */ (variants.map(savedVariant)),
    request: savedRequest(request),
    ...(requests && { requests: requests.map(savedRequest) }),
    ...(login && { login: login.map(savedRequest) })
  }
}

/** @param {Variant} variant @returns {Variant} */
function savedVariant(variant) {
  return { ...variant, command: maskedWords(variant.command), env: maskedFields(variant.env) }
}

/** @template {Request} T @param {T} request */
function savedRequest({ body, ...request }) {
  const headers = maskedFields(request.headers)
  return {
    ...request,
    path: masked(request.path),
    headers,
    ...(body !== undefined && { bodyBytes: Buffer.byteLength(body) })
  }
}

/** Describes the machine that a run is measured on. @returns {Promise<Machine>} */
export async function describeMachine() {
  return {
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: platform(),
    release: release(),
    governor: (await readFile(GOVERNOR_FILE, 'utf8').catch(() => null))?.trim() ?? null,
    pinnableCores: await usableCores()
  }
}

/**
 * Reads the versions of node, of V8, of this package and of those packages that are installed.
 * @param {string[]} packages @returns {Record<string, string>}
 */
export function describeVersions(packages) {
  /** @type {Record<string, string>} */
  const versions = { node: process.version, v8: process.versions.v8, [PACKAGE_NAME]: workshopVersion() }
  for (const name of packages) {
    const version = installedVersion(name)
    if (version !== undefined) versions[name] = version
  }
  return versions
}

/** Reads the commit of a folder, with + when there are changes; null outside a repository. @param {string} folder */
export async function readGitCommit(folder) {
  const { code, stdout } = await runProgram('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder })
  if (code !== 0) return null
  return stdout.trim() + ((await hasUncommitted(folder)) ? '+' : '')
}

/**
 * Measures the share of all cores that is in use while the workshop itself waits.
 * @returns {Promise<number>} from 0 to 1
 */
export async function measureBusyShare() {
  const before = readCpuTimes()
  await delay(BUSY_SAMPLE_MS)
  const after = readCpuTimes()
  return (after.busyMs - before.busyMs) / Math.max(1, after.allMs - before.allMs)
}

/**
 * Returns what may make a run less accurate.
 * @param {Machine} machine
 * @param {number} busyShare of its cores, before the run
 * @param {string[]} programs that the profiler needs
 * @returns {Promise<Finding[]>}
 */
export async function preflight(machine, busyShare, programs) {
  /** @type {Finding[]} */
  const findings = []
  const nm = programs.includes('nm') ? await runProgram(NM, ['--version'], { limitMs: NM_LIMIT_MS }) : null
  if (processStart(process.pid) === null) findings.push({ code: 'no-proc' })
  if (nm?.problem !== undefined) findings.push({ code: 'no-nm' })
  if (machine.cores < 2) findings.push({ code: 'one-core' })
  if (machine.cores >= 2 && machine.pinnableCores.length < 2) findings.push({ code: 'no-pinning' })
  if (busyShare > BUSY_SHARE) findings.push({ code: 'busy', busyShare })
  if (machine.governor && machine.governor !== 'performance')
    findings.push({ code: 'governor', governor: machine.governor })
  return findings
}

function readCpuTimes() {
  const times = cpus().map(cpu => cpu.times)
  const allMs = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { allMs, busyMs: allMs - times.reduce((sum, { idle }) => sum + idle, 0) }
}
