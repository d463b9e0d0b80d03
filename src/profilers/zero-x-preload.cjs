'use strict'
/**
 * Preloaded after 0x's own preloads, which turn the server's stdout into a pipe that 0x reads. console.log is synchronous
 * to a file and asynchronous to a pipe: the variant would be another one under 0x. This puts the file back, written
 * synchronously as node itself writes to files, and the working folder with it.
 */
const fs = require('node:fs')
const { Writable } = require('node:stream')

const { WORKSHOP_CWD, WORKSHOP_STDOUT } = process.env

if (WORKSHOP_CWD) process.chdir(WORKSHOP_CWD)
if (WORKSHOP_STDOUT) replaceStdout(fs.openSync(WORKSHOP_STDOUT, 'a'))

/** @param {number} fd */
function replaceStdout(fd) {
  const stdout = new Writable({ decodeStrings: false, write: writeSync })
  Object.defineProperty(stdout, 'fd', { value: fd })
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stdout })

  /**
   * @param {string | Buffer} chunk
   * @param {BufferEncoding} encoding
   * @param {(error?: Error | null) => void} done
   */
  function writeSync(chunk, encoding, done) {
    if (typeof chunk === 'string') fs.writeSync(fd, chunk, null, encoding)
    else fs.writeSync(fd, chunk)
    done()
  }
}
