import { readTail } from '../system/files.js'
import { runLayout } from './run-layout.js'

/**
 * @typedef {object} Truth what one planted server measured of itself
 * @property {string} variant
 * @property {import('../types.js').ProfilerName} profiler
 * @property {number | null} micros of a request; null where the server cannot tell
 * @property {number | null} bytes likewise
 */

/**
 * What the planted servers of a run wrote to stderr when they ended, one a launch.
 * @param {string} root the run folder
 * @param {import('../types.js').LaunchRecord[]} launches
 * @returns {Truth[]}
 */
export function readTruths(root, launches) {
  const layout = runLayout(root)
  return launches.flatMap(function readOne({ id, variant, profiler }) {
    const [, told] = /^truth (\{.*\})$/m.exec(readTail(layout.launch(id).stderr)) ?? []
    return told === undefined ? [] : [{ variant, profiler, ...JSON.parse(told) }]
  })
}
