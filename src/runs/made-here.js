import { statSync } from 'node:fs'

/** @import { RunOrigin } from './types.js' */

/**
 * Returns the number of a folder in its file system. Another folder has another one, also a copy or one that was unpacked.
 * @param {string} folder
 * @returns {string | undefined} undefined where there is none
 */
export function inodeOf(folder) {
  return statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino.toString()
}

/**
 * Returns whether a run folder is the one that the run was measured in. Of any other, such as a folder from someone else, the files
 * that it names are not those that ran, and may be private. Runs of older versions count as another.
 * @param {string} root the run folder
 * @param {Pick<RunOrigin, 'inode'>} manifest
 */
export function isMadeHere(root, { inode }) {
  return inode !== undefined && inode === inodeOf(root)
}
