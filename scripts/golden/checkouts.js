import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Checkouts of the repository: one revision at a time, at a place of the caller's choice. */

const root = path.join(import.meta.dirname, '../..')
/** A commit has an author, also where git knows none. */
const author = { name: 'golden', email: 'golden@localhost' }

/** Returns the full name of a commit. @param {string} revision */
export function commitOf(revision) {
  return git(['rev-parse', '--verify', `${revision}^{commit}`])
}

/**
 * Returns a commit of the working tree as it is, with files that are not added yet. No branch and no index refers to it.
 * @returns {string}
 */
export function commitOfTree() {
  const index = git(['rev-parse', '--path-format=absolute', '--git-path', `golden-index-${process.pid}`])
  const env = {
    ...process.env,
    GIT_INDEX_FILE: index,
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email
  }
  try {
    git(['read-tree', 'HEAD'], env)
    git(['add', '--all'], env)
    return git(['commit-tree', git(['write-tree'], env), '-p', 'HEAD', '-m', 'working tree'], env)
  } finally {
    rmSync(index, { force: true })
  }
}

/**
 * Checks a revision out into a folder that does not exist, with the packages of this checkout, and removes it after the work.
 * @param {string} folder
 * @param {string} revision
 * @param {(folder: string) => Promise<void>} work
 */
export async function withCheckout(folder, revision, work) {
  git(['worktree', 'add', '--detach', '--quiet', folder, revision])
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    await work(folder)
  } finally {
    git(['worktree', 'remove', '--force', folder])
  }
}

/** Makes git forget checkouts whose folders are gone, as after Ctrl-C. */
export function pruneCheckouts() {
  git(['worktree', 'prune'])
}

/** Returns what git prints. @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
function git(args, env = process.env) {
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim()
}
