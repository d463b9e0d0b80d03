import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isRunning, runProgram } from './processes.js'

/**
 * @typedef {object} Worktree a copy of a repository at one revision
 * @property {string} root absolute
 * @property {string} commit abbreviated
 */

const PREFIX = 'workshop-worktree-'
/** @type {Set<string>} folders to remove, whatever ends this process */
const folders = new Set()

process.on('exit', function removeAll() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * Returns the top folder of the repository that a folder belongs to, and the place of the folder in it, such as `packages/api/`;
 * null outside of a repository, or without git.
 * @param {string} folder
 */
export async function findRepository(folder) {
  const { code, stdout } = await runProgram('git', ['rev-parse', '--show-toplevel', '--show-prefix'], { cwd: folder })
  const [top = '', prefix = ''] = stdout.split('\n')
  return code === 0 ? { top: path.resolve(top), prefix } : null
}

/**
 * Returns whether the files of a repository differ from its last commit; files that git does not know do not count.
 * @param {string} top
 */
export async function hasUncommitted(top) {
  const { stdout } = await runProgram('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: top })
  return stdout !== ''
}

/**
 * Checks a revision out into a new temporary folder.
 * @param {string} top of the repository
 * @param {string} revision
 * @param {AbortSignal} signal
 * @returns {Promise<Worktree | { problem: string }>} `problem`: what git printed
 */
export async function addWorktree(top, revision, signal) {
  await removeLeftovers(top)
  const root = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  folders.add(root)
  const added = await runProgram('git', ['worktree', 'add', '--detach', '--force', root, revision], {
    cwd: top,
    signal
  })
  if (added.code !== 0) {
    await removeFolder(root)
    return { problem: added.stderr.trim().split('\n').at(-1) ?? '' }
  }
  const { stdout } = await runProgram('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, signal })
  return { root, commit: stdout.trim() }
}

/**
 * Removes the worktrees of this process with all that was installed in them.
 * @param {string} top of the repository
 */
export async function removeWorktrees(top) {
  await Promise.all([...folders].map(removeFolder))
  await runProgram('git', ['worktree', 'prune'], { cwd: top })
}

/** @param {string} root */
async function removeFolder(root) {
  await rm(root, { recursive: true, force: true })
  folders.delete(root)
}

/**
 * Removes the worktrees of processes that were killed.
 * @param {string} top
 */
async function removeLeftovers(top) {
  const { stdout } = await runProgram('git', ['worktree', 'list', '--porcelain'], { cwd: top })
  for (const [, root = '', pid] of stdout.matchAll(new RegExp(`^worktree (.*${PREFIX}(\\d+)-.*)$`, 'gm'))) {
    if (!isRunning(Number(pid))) await rm(root, { recursive: true, force: true })
  }
  await runProgram('git', ['worktree', 'prune'], { cwd: top })
}
