import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from './processes.js'
import { isOfEnded, makeTemporary } from './temporary.js'

/** To check out a large repository takes minutes on a slow disk. */
const CHECKOUT_LIMIT_MS = 10 * 60_000
/** @type {Set<string>} folders to remove, whatever ends this process */
const folders = new Set()
const REMOVAL = { recursive: true, force: true, maxRetries: 3 }

process.on('exit', function removeAll() {
  for (const folder of folders) {
    try {
      rmSync(folder, REMOVAL)
    } catch {
      // A process that was just killed may still write there: the next comparison removes it.
    }
  }
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

/** Returns whether the files of a repository differ from its last commit, or are new. @param {string} top */
export async function hasUncommitted(top) {
  const { stdout } = await runProgram('git', ['status', '--porcelain'], { cwd: top })
  return stdout !== ''
}

/** Returns whether a repository has a commit by this name. @param {string} top @param {string} revision */
export async function hasRevision(top, revision) {
  const { code } = await runProgram('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], { cwd: top })
  return code === 0
}

/** Returns what completes the history of a repository, as the end of a sentence; empty where it is complete. @param {string} top */
export async function shallowAdvice(top) {
  const { stdout } = await runProgram('git', ['rev-parse', '--is-shallow-repository'], { cwd: top })
  return stdout.trim() === 'true' ? '; this clone is shallow: git fetch --unshallow completes it' : ''
}

/**
 * Checks a revision out into a new temporary folder. What git leaves behind when it is interrupted is removed.
 * @param {string} top of the repository @param {string} revision
 * @returns {Promise<{ root: string, commit: string } | { problem: string }>} `root` is absolute, `commit` abbreviated; `problem`: what
 *   git printed
 */
export async function addWorktree(top, revision) {
  await removeLeftovers(top)
  const root = makeTemporary()
  folders.add(root)
  const args = ['worktree', 'add', '--detach', '--force', root, revision]
  const added = await runProgram('git', args, { cwd: top, limitMs: CHECKOUT_LIMIT_MS }).catch(removeAndFail)
  if (added.code !== 0) {
    await removeWorktree(top, root)
    return { problem: added.problem ?? added.stderr.trim().split('\n').at(-1) ?? '' }
  }
  const { stdout } = await runProgram('git', ['rev-parse', '--short', 'HEAD'], { cwd: root })
  return { root, commit: stdout.trim() }

  /** @param {unknown} error @returns {Promise<never>} */
  async function removeAndFail(error) {
    await removeWorktree(top, root)
    throw error
  }
}

/**
 * Removes the worktrees of this process with all that was installed in them; other worktrees of the repository are not touched.
 * What cannot be removed stays for the next comparison.
 * @param {string} top of the repository
 */
export async function removeWorktrees(top) {
  for (const root of [...folders]) await removeWorktree(top, root)
}

/** @param {string} top @param {string} root */
async function removeWorktree(top, root) {
  await runProgram('git', ['worktree', 'remove', '--force', '--force', root], { cwd: top })
  try {
    await rm(root, REMOVAL)
    folders.delete(root)
  } catch {
    // Tried again when this process ends.
  }
}

/** Removes the worktrees of processes of this machine that were killed. @param {string} top */
async function removeLeftovers(top) {
  const { stdout } = await runProgram('git', ['worktree', 'list', '--porcelain'], { cwd: top, keepsAll: true })
  const roots = [...stdout.matchAll(/^worktree (.*)$/gm)].map(([, root = '']) => root)
  for (const root of roots.filter(isOfEnded)) await removeWorktree(top, root)
}
