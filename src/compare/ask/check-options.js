import { checkConfig } from '../config/check-config.js'
import { badOption } from './bad-option.js'

/** Keys of a configuration file that only the command has. */
const ONLY_IN_FILES = ['$schema', 'refs', 'nodes', 'preloads']
const ALLOWED = 'the keys and values of schemas/workshop.config.schema.json'

/**
 * Refuses options of `compare()` that a configuration file could not have either: an unknown key, a value of another type.
 * @param {Record<string, unknown>} options
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function checkOptions({ signal: _signal, onProgress: _onProgress, ...options } = {}) {
  const problems = checkConfig(options).map(({ problem }) => problem)
  if (problems.length > 0) throw badOption('compare()', problems.join('; '), ALLOWED)
  const other = ONLY_IN_FILES.find(key => key in options)
  if (other !== undefined) throw badOption('compare()', `${other} is a key of files only`, 'servers, one per variant')
}
