import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs'

const CHECK_AGAIN_MS = 250

/**
 * Empties a file that another process appends to, whenever it is larger than a limit. Between two checks it can be larger.
 * @param {string} file exists, and is written with O_APPEND, so that what comes next is at its new end
 * @param {{ limitBytes: number }} limit
 * @returns {() => void} stops it
 */
export function limitFile(file, { limitBytes }) {
  // Open for the whole time, so that it limits the same file even if its name is removed.
  const fd = openSync(file, 'r+')
  const timer = setInterval(emptyIfLarge, CHECK_AGAIN_MS)
  return function stop() {
    clearInterval(timer)
    closeSync(fd)
  }

  function emptyIfLarge() {
    if (fstatSync(fd).size > limitBytes) ftruncateSync(fd)
  }
}
