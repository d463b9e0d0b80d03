import { measureServers } from './compare.js'

/**
 * `workshop profile`: measures one server of a user, and reports where the CPU of a request goes.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export function profileCommand(args) {
  return measureServers('profile', args)
}
