import path from 'node:path'
import { lockfiles } from '../../measure/project/checkouts.js'
import { runProgram } from '../../system/processes.js'

const BASES = ['main', 'master', 'origin/main', 'origin/master', 'HEAD']
const SCRIPT = /\.[cm]?[jt]s$/

/**
 * Returns the git revisions that a project is compared in: its main branch, or else its last commit, and the working tree; null
 * where nothing differs, or the older one could not be started by the same command.
 * @param {string} folder
 * @param {string[]} words of the command
 * @returns {Promise<[base: string, changed: '.'] | null>}
 */
export async function revisionsToCompare(folder, words) {
  for (const base of BASES) {
    const { code } = await git('diff', '--quiet', base, '--', '.')
    if (code === 1 && (await canStart(base))) return [base, '.']
  }
  return null

  /** @param {string} base */
  async function canStart(base) {
    const found = await Promise.all(filesOf(words).map(file => hasFile(base, file)))
    if (!found.includes(true)) return false
    const manifest = await git('show', `${base}:./package.json`)
    const dependencies = manifest.code === 0 ? dependenciesOf(manifest.stdout) : {}
    if (dependencies === null) return false
    if (Object.keys(dependencies).length === 0) return true
    const has = await Promise.all(lockfiles.map(name => hasFile(base, name)))
    return has.includes(true)
  }

  /** @param {string} base @param {string} file relative to the folder */
  async function hasFile(base, file) {
    const { code } = await git('cat-file', '-e', `${base}:./${path.posix.normalize(file)}`)
    return code === 0
  }

  /** @param {string[]} args */
  function git(...args) {
    return runProgram('git', args, { cwd: folder, keepsAll: true })
  }
}

/** Returns the files of which a command needs one: that of its program, or package.json for a script of npm. @param {string[]} words */
function filesOf([program = '', ...args]) {
  if (program !== 'node') return ['package.json']
  const script = args.find(word => SCRIPT.test(word)) ?? args.find(word => !word.startsWith('-')) ?? ''
  return [script, `${script}.js`, path.posix.join(script, 'index.js')]
}

/** Returns the dependencies that a text of package.json has; null where it is damaged. @param {string} text @returns {object | null} */
function dependenciesOf(text) {
  try {
    return JSON.parse(text).dependencies ?? {}
  } catch {
    return null
  }
}
