import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WorkshopError } from '../../../src/errors/errors.js'
import { runProgram } from '../../../src/system/processes.js'
import { withoutMounts } from '../../../test/faults/abilities.js'

/** Processes, networks and mounts of its own: a mutant may kill all that it sees, and remove all that it may write. */
const NAMESPACES = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--mount-proc']
/**
 * The copy is the only folder that can be written, besides a temporary folder that ends with the processes. The mark of a process outside
 * would be that of one that was killed.
 */
const ENTER = `ip link set lo up && mount --bind "$1" /mnt && mount --bind "$2" /mnt/node_modules &&
  mount -o remount,bind,ro /mnt/node_modules && mount -t tmpfs none /tmp && mount -o remount,bind,ro / && cd /mnt && shift 2 && unset WORKSHOP_MARK && "$@"`
/** Every mutant fails tests: they are played twice, and not three times. */
const ONE_MORE_TRY = "import { jest } from '@jest/globals'\njest.retryTimes(1)\n"
/** What jest prints of the first test file that failed. */
const FAILED = /^FAIL \w+ (\S+)/m
/** Every test of the project is in one of these parts, see jest.config.js. */
const PARTS = ['--selectProjects', 'quick', 'faults']

/** @typedef {{ failed: string | null, isLate: boolean }} Played `failed`: the first test file that failed; `isLate`: whether they did not end */

/** Returns the names of the files of the project. @param {string} root */
export function filesOf(root) {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8'
  })
  return names.split('\0').filter(name => name !== '' && existsSync(path.join(root, name)))
}

/** @throws {WorkshopError} ERR_BAD_OPTION where processes and mounts cannot be kept apart */
export function requireNamespaces() {
  const problem = withoutMounts()
  if (problem) throw new WorkshopError('ERR_BAD_OPTION', { option: 'mutants.js', problem, allowed: 'Linux, as root' })
}

/** A copy of the project in a temporary folder, whose tests are played apart from all other processes and files of the machine. */
export class Sandbox {
  /** @param {string} root of the project @param {string[]} files */
  constructor(root, files) {
    this.modules = path.join(root, 'node_modules')
    this.copy = mkdtempSync(path.join(tmpdir(), 'workshop-mutants-'))
    for (const file of files) {
      mkdirSync(path.dirname(path.join(this.copy, file)), { recursive: true })
      copyFileSync(path.join(root, file), path.join(this.copy, file))
    }
    mkdirSync(path.join(this.copy, 'node_modules'), { recursive: true })
    this.write('test/helpers/more-tries.js', ONE_MORE_TRY)
  }

  /** @param {string} file @param {string} text */
  write(file, text) {
    writeFileSync(path.join(this.copy, file), text)
  }

  /**
   * Plays test files until one fails.
   * @param {string[]} tests @param {{ limitMs: number, signal: AbortSignal }} bounds
   * @returns {Promise<Played>} '' as the name where the tests could not even report
   */
  async play(tests, { limitMs, signal }) {
    const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...PARTS]
    const options = ['--runInBand', '--bail', '--silent', '--cacheDirectory=/mnt/jest-cache']
    const order = ['--testSequencer=/mnt/scripts/proofs/mutants/in-order.js', '--runTestsByPath']
    const words = ['sh', '-c', ENTER, 'sh', this.copy, this.modules, 'node', ...jest, ...options, ...order, ...tests]
    const { NODE_OPTIONS, ...own } = process.env
    const env = { ...own, HOME: '/tmp', TMPDIR: '/tmp' }
    const settings = { limitMs, signal, env, keepsAll: true }
    const { code, problem, stderr } = await runProgram('unshare', [...NAMESPACES, ...words], settings)
    const isLate = problem !== undefined
    if (code === 0 || isLate) return { failed: null, isLate }
    return { failed: FAILED.exec(stderr)?.[1] ?? '', isLate }
  }

  remove() {
    rmSync(this.copy, { recursive: true, force: true })
  }
}
