import { groupWords } from './words.js'

/**
 * @typedef {import('../types.js').Blame} Blame
 * @typedef {import('../types.js').BlameRow} BlameRow
 * @typedef {import('../types.js').CostDifference} CostDifference
 * @typedef {import('../types.js').FunctionName} FunctionName
 */

/**
 * @param {BlameRow} row
 * @param {Blame} blame
 */
export function confidenceInWords({ group, isConfirmed }, { secondProfiler }) {
  if (group === 'other threads') return 'counted'
  if (secondProfiler === null) return 'one witness'
  return isConfirmed ? 'sure' : 'one witness'
}

/** @param {BlameRow} row */
export function nameInWords({ group, packageName, owner, path, isSpread }) {
  if (group === 'other threads')
    return ['other threads: ', owner.name, ...path.map(({ name }) => `, queued by ${packageName ?? ''} ${name}`)].join(
      ''
    )
  const calls = tellingCalls(path).map(callInWords)
  const name = [owner.name, ...calls].join(' > ') + (isSpread ? ' and what it calls' : '')
  return [groupWords[group], packageName, name].filter(Boolean).join(' ')
}

/**
 * Of the calls below an owner the first, and the last one that a person knows: public, or called as its module is.
 * @param {FunctionName[]} path
 */
function tellingCalls(path) {
  const [first, ...others] = path.filter(({ name }) => name !== '(program)')
  if (!first) return path.slice(-1)
  const known = others.findLast(({ name, file }) => isPublic(file) || file.endsWith(`/${name}`)) ?? others.at(-1)
  return known ? [first, known] : [first]
}

/** @param {FunctionName} call */
function callInWords({ name, file }) {
  return file === 'node:internal/console/constructor' ? `console.${name}` : name
}

/** @param {string} file */
function isPublic(file) {
  return file.startsWith('node:') && !file.startsWith('node:internal')
}

/**
 * @param {import('../types.js').BlameGroup} group
 * @param {string | null} name
 */
export function groupInWords(group, name) {
  if (group === 'package') return `package ${name}`
  if (group === 'other threads') return `other threads: ${name === 'pool' ? 'thread pool' : "V8's helpers"}`
  return {
    app: 'the app',
    core: 'node, called by nobody above',
    native: 'native, not told whose',
    gc: 'garbage collector'
  }[group]
}

/**
 * @param {CostDifference} cost
 * @param {(value: number) => string} format
 */
export function differenceInWords({ difference, low, high }, format) {
  const text = `${difference < 0 ? '-' : '+'}${format(Math.abs(difference))}`
  return low === null || high === null ? text : `${text} ±${format((high - low) / 2)}`
}
