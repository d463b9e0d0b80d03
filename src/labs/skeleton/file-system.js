import { statfs } from 'node:fs/promises'

/** By the magic number that statfs(2) reports. */
const names = new Map([
  [0xef53, 'ext2/3/4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x01021994, 'tmpfs'],
  [0x794c7630, 'overlayfs'],
  [0x2fc12fc1, 'zfs'],
  [0x6969, 'nfs'],
  [0x1a, 'apfs']
])

/**
 * Returns the name of the file system that a folder is on.
 * @param {string} folder that exists
 * @returns {Promise<string | null>} null where it is not known
 */
export async function fileSystemOf(folder) {
  const { type } = await statfs(folder)
  return names.get(type) ?? null
}

/** Returns how much can be written where a folder is. @param {string} folder that exists */
export async function freeBytesOf(folder) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
