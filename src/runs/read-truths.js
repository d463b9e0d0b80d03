import { readTail } from '../system/files.js'
import { runLayout } from './run-layout.js'

/**
 * @import { Truth } from '../verdict/types.js'
 * @import { LaunchRecord } from './types.js'
 */

/**
 * What the planted servers of a run wrote to stderr when they ended, one a launch.
 * @param {string} root the run folder
 * @param {LaunchRecord[]} launches
 * @returns {Truth[]}
 */
export function readTruths(root, launches) {
  const layout = runLayout(root)
  return launches.flatMap(function readOne({ id, variant, profiler }) {
    const [, told] = /^truth (\{.*\})$/m.exec(readTail(layout.launch(id).stderr)) ?? []
    return told === undefined ? [] : [{ variant, profiler, ...JSON.parse(told) }]
  })
}
