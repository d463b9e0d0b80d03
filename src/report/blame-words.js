import { groupWords } from './words.js'

/** @import { BlameGroup, BlameRow, FunctionName } from '../blame/types.js' */

/** @param {BlameRow} row */
export function confidenceInWords({ group, isConfirmed }) {
  if (group === 'other threads') return 'counted'
  return isConfirmed ? 'sure' : 'one witness'
}

/** @param {BlameRow} row */
export function nameInWords({ group, packageName, owner, path, isSpread, caller }) {
  const from = caller ? ` (from ${caller.name})` : ''
  if (group === 'other threads') {
    const queuers = path.map(({ name }) => ['queued by', packageName, name].filter(Boolean).join(' '))
    return [`other threads: ${owner.name}`, ...queuers].join(', ') + from
  }
  const calls = tellingCalls(path).map(callInWords)
  const name = [owner.name, ...calls].join(' > ') + (isSpread ? ' and what it calls' : '')
  return [groupWords[group], packageName, name].filter(Boolean).join(' ') + from
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

/**
 * The functions that a row names, from the outer one to the one that {@link nameInWords} ends with.
 * @param {BlameRow} row
 * @returns {FunctionName[]}
 */
export function functionsNamed({ group, owner, path }) {
  if (group === 'other threads') return path
  const [last] = tellingCalls(path).slice(-1)
  return [owner, ...path.slice(0, last ? path.indexOf(last) + 1 : 0)]
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
 * @param {BlameGroup} group
 * @param {string | null} name
 */
export function groupInWords(group, name) {
  if (group === 'package') return `package ${name}`
  if (group === 'other threads')
    return `other threads: ${{ pool: 'thread pool', helpers: "V8's helpers", workers: 'worker threads', watching: 'the profiler, and what clocks miss' }[String(name)]}`
  return {
    app: 'the app',
    core: 'node, called by nobody above',
    native: 'native, not told whose',
    gc: 'garbage collector'
  }[group]
}
