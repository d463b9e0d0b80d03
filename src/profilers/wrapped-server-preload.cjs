'use strict'
/**
 * This file is preloaded into a server that a tool starts, after the tool's own preloads. It restores the working
 * folder. 0x, by itself or inside clinic flame, also turns stdout into a pipe. console.log is synchronous to a file and
 * asynchronous to a pipe, so the variant would be another one. This makes stdout the file again, written synchronously
 * as by node.
 */
const fs = require('node:fs')
const { Writable } = require('node:stream')
const { isMainThread } = require('node:worker_threads')

const { WORKSHOP_CWD, WORKSHOP_STDOUT } = process.env

// The tools do not change worker threads, and a worker thread cannot change the folder.
if (isMainThread && WORKSHOP_CWD) process.chdir(WORKSHOP_CWD)
if (isMainThread && WORKSHOP_STDOUT) replaceStdout(fs.openSync(WORKSHOP_STDOUT, 'a'))

/** @param {number} fd */
function replaceStdout(fd) {
  const stdout = new Writable({ write: writeSync })
  Object.defineProperty(stdout, 'fd', { value: fd })
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stdout })

  /** @param {Buffer} chunk @param {BufferEncoding} _encoding @param {(error?: Error | null) => void} done */
  function writeSync(chunk, _encoding, done) {
    fs.writeSync(fd, chunk)
    done()
  }
}
