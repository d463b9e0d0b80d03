'use strict'
/**
 * Preloaded into clinic itself: its heap profiler starts the server with NODE_OPTIONS of its own in place of those it was
 * given, and both the agent and the variant's own options would be lost with them.
 */
const childProcess = require('node:child_process')

/** @import { SpawnOptions } from 'node:child_process' */

const { spawn } = childProcess
const given = process.env.NODE_OPTIONS ?? ''

childProcess.spawn = /** @type {typeof spawn} */ (
  /**
   * @param {string} command
   * @param {string[]} args
   * @param {SpawnOptions} [options]
   */
  function spawnWithGivenOptions(command, args, options = {}) {
    const own = options.env?.NODE_OPTIONS
    if (own === undefined || own.includes(given)) return spawn(command, args, options)
    return spawn(command, args, { ...options, env: { ...options.env, NODE_OPTIONS: `${own} ${given}` } })
  }
)
