import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import path from 'node:path'
import { runProgram } from '../system/processes.js'
import { workshopRoot } from '../system/workshop-root.js'

/** @typedef {import('../types.js').Finding} Finding */

const GOVERNOR_FILE = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'
const BUSY_LOAD_PER_CORE = 0.5

/** @returns {Promise<import('../types.js').Machine>} */
export async function describeMachine() {
  return {
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: platform(),
    release: release(),
    governor: await readGovernor()
  }
}

/**
 * @param {string[]} packages
 * @returns {Promise<Record<string, string>>} of node, V8 and those packages that are installed
 */
export async function describeVersions(packages) {
  /** @type {Record<string, string>} */
  const versions = { node: process.version, v8: process.versions.v8 }
  for (const name of packages) {
    // Read as a file: not every package exports its package.json.
    const file = path.join(workshopRoot, 'node_modules', name, 'package.json')
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text !== null) versions[name] = JSON.parse(text).version
  }
  return versions
}

/** The commit of the folder the workshop is run in, with + when it has changes; null outside a repository. */
export async function readGitCommit() {
  const commit = await runProgram('git', ['rev-parse', '--short', 'HEAD'])
  if (commit.code !== 0) return null
  const status = await runProgram('git', ['status', '--porcelain'])
  return commit.stdout.trim() + (status.stdout === '' ? '' : '+')
}

/**
 * What may spoil a run.
 * @param {import('../types.js').Machine} machine
 * @param {string[]} programs that the profiler needs
 * @returns {Promise<Finding[]>}
 */
export async function preflight(machine, programs) {
  /** @type {Finding[]} */
  const findings = []
  if (programs.includes('nm') && (await runProgram('nm', ['--version'])).problem) {
    findings.push({
      code: 'no-nm',
      message: "there is no nm here (package binutils): V8 will count node's C++ as Shared libraries"
    })
  }
  if (machine.cores < 2) {
    findings.push({
      code: 'one-core',
      message: 'one core only: server and generator share it, so requests/s is of the two together'
    })
  }
  const [lastMinute = 0] = loadavg()
  if (lastMinute > machine.cores * BUSY_LOAD_PER_CORE) {
    const busy = `load average ${lastMinute.toFixed(1)} on ${machine.cores} cores`
    findings.push({ code: 'busy', message: `the machine is busy (${busy}): expect wide intervals` })
  }
  if (machine.governor && machine.governor !== 'performance') {
    findings.push({
      code: 'governor',
      message: `the CPU governor is ${machine.governor}: changing clocks widen the intervals`
    })
  }
  findings.push({ code: 'not-calibrated', message: 'this machine has not been calibrated' })
  return findings
}

async function readGovernor() {
  try {
    return (await readFile(GOVERNOR_FILE, 'utf8')).trim()
  } catch {
    return null
  }
}
