import { createHash } from 'node:crypto'
import { changesOf } from './operators.js'

/**
 * @typedef {import('./operators.js').Change & MutantName & { group: string, line: number }} Mutant
 *
 * @typedef {object} MutantName what stays the same where other lines of the file change
 * @property {string} file
 * @property {string} before the lines of the change, in one line
 * @property {string} after
 * @property {number} nth how often the file has the same change before this one
 */

/** What decides an exit code, what hides secrets, what reads the files of a run, and what ends processes: files, and folders. */
const places = /** @type {Record<string, string[]>} */ ({
  verdict: ['src/verdict/decide/', 'src/verdict/slices/', 'src/verdict/checks/', 'src/verdict/metrics.js'],
  gates: ['src/verdict/gates/', 'src/compare/ask/budgets.js'],
  secrets: ['src/errors/secrets.js', 'src/measure/project/environment-secrets.js', 'src/cli/print/print.js'],
  readers: [
    'src/profile/read/',
    'src/runs/',
    'src/system/files/checksum.js',
    'src/system/files/read-lines.js',
    'src/system/files/read-plain-file.js'
  ],
  endings: [
    'src/cli/commands/interrupts.js',
    'src/cli/main.js',
    'src/system/deadline.js',
    'src/system/marks.js',
    'src/system/process-table.js',
    'src/system/processes.js',
    'src/system/watcher.js',
    'src/system/watcher-process.js'
  ]
})

export const groups = Object.keys(places)

/** Returns the group that a file belongs to. @param {string} file from the root of the project */
export function groupOf(file) {
  if (!file.endsWith('.js')) return undefined
  return groups.find(group =>
    places[group]?.some(place => file === place || (place.endsWith('/') && file.startsWith(place)))
  )
}

/**
 * Returns a sample of the mutants of files, the same number of each group. A mutant is drawn by its own name and the seed: a change
 * elsewhere in the sources leaves it in the sample.
 * @param {Map<string, string>} sources their texts by file @param {{ count: number, seed: number }} order
 * @returns {Mutant[]}
 */
export function sampleOf(sources, { count, seed }) {
  const all = [...sources].flatMap(([file, source]) => mutantsOf(file, source))
  return groups.flatMap(group =>
    all
      .filter(mutant => mutant.group === group)
      .map(mutant => ({
        mutant,
        rank: createHash('sha256')
          .update(`${seed} ${idOf(mutant)}`)
          .digest('hex')
      }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, Math.round(count / groups.length))
      .map(({ mutant }) => mutant)
  )
}

/** Returns the mutants of a file; none of one that is in no group. @param {string} file @param {string} source @returns {Mutant[]} */
export function mutantsOf(file, source) {
  const group = groupOf(file)
  /** @type {Map<string, number>} */
  const known = new Map()
  if (group === undefined) return []
  return changesOf(source).map(function nameChange(change) {
    const from = source.lastIndexOf('\n', change.start - 1) + 1
    const to = (source.indexOf('\n', change.end) + 1 || source.length + 1) - 1
    const before = inOneLine(source.slice(from, to))
    const after = inOneLine(source.slice(from, change.start) + change.text + source.slice(change.end, to))
    const nth = known.get(`${before}\n${after}`) ?? 0
    known.set(`${before}\n${after}`, nth + 1)
    return { group, file, line: source.slice(0, change.start).split('\n').length, before, after, nth, ...change }
  })
}

/** Returns what identifies a mutant. @param {MutantName} mutant */
export function idOf({ file, before, after, nth }) {
  return JSON.stringify([file, before, after, nth])
}

/** Returns the source of a mutant. @param {string} source @param {Mutant} mutant */
export function mutated(source, { start, end, text }) {
  return source.slice(0, start) + text + source.slice(end)
}

/** @param {string} text */
function inOneLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}
