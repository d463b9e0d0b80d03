import { formatExactPercent } from '../../../report/format.js'
import { machineInWords } from '../../../report/words.js'

/** @import { RunAnswer } from '../../../report/types.js' */

/** @typedef {{ name: string, a: string, b: string }} Fact */

/** @type {[name: string, tell: (answer: RunAnswer) => string][]} */
const facts = [
  ['experiment', answer => answer.experiment],
  ['compared', ({ candidate, baseline }) => `${candidate} against ${baseline}`],
  ['decided by', ({ what }) => what],
  ['margin', ({ marginRatio }) => formatExactPercent(marginRatio)],
  ['machine', ({ machine }) => machineInWords(machine)],
  ['commit', ({ gitCommit }) => gitCommit ?? 'unknown'],
  ['load', ({ load }) => load],
  ['rounds', ({ rounds, isQuick }) => `${rounds}${isQuick ? ', quick' : ''}`],
  ['a slice', ({ sliceMs }) => `${sliceMs / 1e3} s`],
  ['profilers', ({ profilers }) => profilers.join(', ') || 'none'],
  ['command of the baseline', ({ commands }) => commands.baseline],
  ['command of the candidate', ({ commands }) => commands.candidate]
]

/**
 * What is not the same about two answers: where and how they were measured, and the versions of everything.
 * @param {RunAnswer} a
 * @param {RunAnswer} b
 * @returns {Fact[]}
 */
export function differentFacts(a, b) {
  const told = facts.map(([name, tell]) => ({ name, a: tell(a), b: tell(b) }))
  const programs = new Set([...Object.keys(a.versions), ...Object.keys(b.versions)])
  const versions = [...programs].map(program => ({
    name: program === 'node' ? 'Node' : program,
    a: a.versions[program] ?? 'none',
    b: b.versions[program] ?? 'none'
  }))
  return [...told, ...versions].filter(fact => fact.a !== fact.b)
}
