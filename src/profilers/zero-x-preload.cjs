'use strict'
/**
 * Preloaded after 0x's own preloads, which turn the server's stdout into a pipe that 0x reads. console.log is synchronous
 * to a file and asynchronous to a pipe: the variant would be another one under 0x. This puts the file back, written
 * synchronously as node itself writes to files, and the working folder with it.
 */
const fs = require('node:fs')
const { Writable } = require('node:stream')
const { isMainThread } = require('node:worker_threads')

const { WORKSHOP_CWD, WORKSHOP_STDOUT } = process.env

// 0x leaves worker threads alone, and they cannot change the folder.
if (isMainThread && WORKSHOP_CWD) process.chdir(WORKSHOP_CWD)
if (isMainThread && WORKSHOP_STDOUT) replaceStdout(fs.openSync(WORKSHOP_STDOUT, 'a'))

/** @param {number} fd */
function replaceStdout(fd) {
  const stdout = new Writable({ write: writeSync })
  Object.defineProperty(stdout, 'fd', { value: fd })
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stdout })

  /**
   * @param {Buffer} chunk
   * @param {BufferEncoding} _encoding
   * @param {(error?: Error | null) => void} done
   */
  function writeSync(chunk, _encoding, done) {
    fs.writeSync(fd, chunk)
    done()
  }
}
