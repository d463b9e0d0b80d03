'use strict'
/**
 * This file is preloaded into clinic itself. Clinic's heap profiler replaces NODE_OPTIONS by its own when it starts the
 * server: the agent and the variant's own options would be lost.
 */
const childProcess = require('node:child_process')

/** @import { SpawnOptions } from 'node:child_process' */

const { spawn } = childProcess
const given = process.env.NODE_OPTIONS ?? ''

childProcess.spawn = /** @type {typeof spawn} */ (
  /** @param {string} command @param {string[]} args @param {SpawnOptions} [options] */
  function spawnWithGivenOptions(command, args, options = {}) {
    const own = options.env?.NODE_OPTIONS
    if (own === undefined || own.includes(given)) return spawn(command, args, options)
    return spawn(command, args, { ...options, env: { ...options.env, NODE_OPTIONS: `${own} ${given}` } })
  }
)
