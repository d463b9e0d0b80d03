import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs'

const CHECK_EVERY_MS = 1000

/**
 * Cuts a file that another process appends to after its first bytes, whenever it is larger than a limit. Between two checks it can be
 * larger.
 * @param {string} file exists, and is written with O_APPEND, so that what comes next is at its new end
 * @param {{ mostBytes: number, keptBytes?: number }} limits `keptBytes`: 0 when absent
 * @returns {() => number} stops it; the bytes that were removed
 */
export function limitFile(file, { mostBytes, keptBytes = 0 }) {
  // Open for the whole time, so that it limits the same file even if its name is removed.
  const descriptor = openSync(file, 'r+')
  let removedBytes = 0
  const timer = setInterval(cutIfLarge, CHECK_EVERY_MS)
  return function stop() {
    clearInterval(timer)
    closeSync(descriptor)
    return removedBytes
  }

  function cutIfLarge() {
    const { size } = fstatSync(descriptor)
    if (size <= mostBytes) return
    ftruncateSync(descriptor, keptBytes)
    removedBytes += size - keptBytes
  }
}
