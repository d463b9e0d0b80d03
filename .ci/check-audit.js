import { spawnSync } from 'node:child_process'
import path from 'node:path'

/**
 * Asks npm's registry for the signatures and the known vulnerabilities of the installed packages: `bash .ci/run audit`. It fails with exit
 * code 1 where a signature is missing or invalid, or what the package or a lab installs has a vulnerability of severity high or more, and
 * with 3 where the registry answers one of the questions with an error; all of them are asked before.
 */
const root = path.join(import.meta.dirname, '..')
const severe = ['high', 'critical']
const advice =
  "Nothing is known of what was not checked. Mirrors and proxies often refuse these requests: run bash .ci/run audit where npm's own registry (npm_config_registry names another one) and sigstore's repository of keys can be reached."

/** @typedef {'passed' | 'failed' | 'unanswered'} Outcome */
/** @typedef {{ severity: string, range: string, via: (string | { title: string, url: string })[] }} Vulnerability */

const outcomes = [
  checkSignatures(),
  checkVulnerabilities('the package', { args: ['--omit=dev'], folder: root, fails: true }),
  checkVulnerabilities('the labs', { args: [], folder: path.join(root, 'src/labs'), fails: true }),
  // Tools of the development only: none of them is in the package.
  checkVulnerabilities('the development', { args: [], folder: root, fails: false })
]
if (outcomes.includes('unanswered')) console.error(advice)
process.exitCode = outcomes.includes('failed') ? 1 : outcomes.includes('unanswered') ? 3 : 0

/** @returns {Outcome} */
function checkSignatures() {
  const { invalid, missing, ...answer } = askNpm(['audit', 'signatures'], root)
  if (!Array.isArray(invalid) || !Array.isArray(missing)) return unanswered('signatures', answer)
  for (const { name, version } of invalid) console.log(`invalid signature: ${name} ${version}`)
  for (const { name, version } of missing) console.log(`no signature: ${name} ${version}`)
  const count = invalid.length + missing.length
  console.log(`signatures: ${count === 0 ? 'each package has a valid one' : `${count} invalid or missing`}`)
  return count === 0 ? 'passed' : 'failed'
}

/**
 * @param {string} what
 * @param {{ args: string[], folder: string, fails: boolean }} asked
 * @returns {Outcome}
 */
function checkVulnerabilities(what, { args, folder, fails }) {
  const { auditReportVersion, vulnerabilities, ...answer } = askNpm(['audit', ...args], folder)
  if (auditReportVersion === undefined) return unanswered(`vulnerabilities of ${what}`, answer)
  /** @type {[string, Vulnerability][]} */
  const found = Object.entries(vulnerabilities)
  for (const each of found) console.log(lineOf(each))
  const count = found.filter(([, { severity }]) => severe.includes(severity)).length
  const words = fails || count === 0 ? '' : ': printed, no failure'
  console.log(`vulnerabilities of ${what}: ${found.length}, ${count} of severity high or more${words}`)
  return fails && count > 0 ? 'failed' : 'passed'
}

/** @param {[string, Vulnerability]} vulnerability by the name of its package */
function lineOf([name, { severity, range, via }]) {
  const reasons = via.map(each => (typeof each === 'string' ? `by ${each}` : `${each.title}, ${each.url}`))
  return `${severity}: ${name} ${range} (${reasons.join('; ')})`
}

/** Returns what npm prints as JSON. @param {string[]} args @param {string} cwd */
function askNpm(args, cwd) {
  const shell = process.platform === 'win32'
  const { stdout, stderr, error } = spawnSync('npm', [...args, '--json'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    shell
  })
  if (error) return { message: error.message }
  try {
    return JSON.parse(stdout)
  } catch {
    return { message: stderr.trim() }
  }
}

/**
 * Prints what was not checked, and why: npm has one form for what the registry responds, and one for its own errors.
 * @param {string} what
 * @param {{ message?: string, error?: { summary?: string } }} answer
 * @returns {Outcome}
 */
function unanswered(what, { message, error }) {
  console.error(`${what}: not checked: ${message ?? error?.summary ?? 'npm printed nothing'}`)
  return 'unanswered'
}
