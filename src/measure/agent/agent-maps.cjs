'use strict'
/** Reads the source maps of code that is compiled while it is loaded, for agent.cjs. */
const fs = require('node:fs')
const inspector = require('node:inspector')
const { fileURLToPath } = require('node:url')

/**
 * Returns the inline source maps that only V8 knows, by file: tsx and ts-node compile in memory, and the file itself names none. It
 * blocks the thread for some 200 µs per script.
 * @returns {[file: string, url: string][]}
 */
function readLoadedMaps() {
  /** @type {[string, string][]} */
  const maps = []
  const session = new inspector.Session()
  session.connect()
  session.on('Debugger.scriptParsed', function note({ params: { url, sourceMapURL = '' } }) {
    if (sourceMapURL.startsWith('data:') && isFile(url)) maps.push([pathOf(url), sourceMapURL])
  })
  session.post('Debugger.enable')
  session.disconnect()
  return maps.filter(([file]) => !namesMap(file))
}

/** @param {string} url */
function isFile(url) {
  return url.startsWith('file:') || url.startsWith('/') || /^[A-Za-z]:[\\/]/.test(url)
}

/** @param {string} url */
function pathOf(url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url
}

/** @param {string} file */
function namesMap(file) {
  try {
    return fs.readFileSync(file, 'utf8').includes('sourceMappingURL=')
  } catch {
    return false
  }
}

module.exports = { readLoadedMaps }
