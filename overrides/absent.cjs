'use strict'

// Stands in for a package this project does without: loading it works, using it says why not.

const askedByLoaders = new Set(['__esModule', 'default', 'then'])

module.exports = new Proxy(/** @type {Record<string | symbol, unknown>} */ ({}), {
  get(target, name) {
    if (name in target || typeof name === 'symbol' || askedByLoaders.has(name)) {
      return target[name]
    }
    return function absent() {
      throw new Error(`${name} is in a package this project does without, see overrides/README.md`)
    }
  }
})
