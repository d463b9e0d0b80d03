import { ForeignStacks } from './foreign-stacks.js'
import { ProfileError } from './profile-error.js'

/** @import { ForeignProfile } from './foreign-stacks.js' */

/** A name of this package, `name (file:line)`, or one of perf, `JS:*name file:line:column`. */
const placed =
  /^(?:(?:JS|LazyCompile|Function|Script|Eval):[*~^+]?)?(.*?) \(?((?:\/|node:|file:|[A-Za-z]:[\\/]).*?)(?::(\d+))?(?::(\d+))?\)?$/
const NUMBER = /^\d+(?:\.\d+)?$/

/** Returns whether a line is a stack with its weight. @param {string} line */
export function isFolded(line) {
  const at = line.lastIndexOf(' ')
  return at > 0 && NUMBER.test(line.slice(at + 1))
}

/**
 * Reads folded stacks, the input of flamegraph.pl: one `outer;inner weight` per line.
 * @param {string} text @param {{ label?: string }} [options]
 * @returns {ForeignProfile} unit samples: the format has no unit
 * @throws {ProfileError}
 */
export function readFolded(text, { label = 'main' } = {}) {
  const stacks = new ForeignStacks()
  for (const [index, row] of text.split('\n').entries()) {
    const line = row.trim()
    if (line === '') continue
    if (!isFolded(line))
      throw new ProfileError({ code: 'unreadable', problem: `line ${index + 1} is no stack with a weight` })
    const at = line.lastIndexOf(' ')
    const calls = line
      .slice(0, at)
      .split(';')
      .map(name => ({ frame: stacks.frame(frameOf(name)) }))
    stacks.add(calls, Number(line.slice(at + 1)))
  }
  return stacks.toProfile({ unit: 'samples', counts: 'samples' }, label)
}

/** @param {string} text */
function frameOf(text) {
  const [, name = text, file = '', line, column] = placed.exec(text) ?? []
  return { name, file, line: line ? Number(line) : null, column: column ? Number(column) : null }
}
