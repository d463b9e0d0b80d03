import { fileInFolder } from '../profile/tree/file-in-folder.js'

/** @import { RunManifest } from '../runs/types.js' */
/** @import { Blame, BlameRow, Card, CardPlace, SourcePlace } from './types.js' */

const [changed, unchanged] = /** @type {const} */ (['changed', 'unchanged'])

/**
 * Returns cards whose lines have what the range of revisions did to them: it changed them, or a line that calls their function, or neither.
 * @param {Card[]} cards @param {Blame[]} blames @param {Pick<RunManifest, 'changes' | 'folder'>} run @returns {Card[]}
 */
export function withRange(cards, blames, { changes, folder }) {
  if (!changes) return cards
  const { files, problem } = changes
  if (problem !== null) return cards.map(card => ({ ...card, noRange: problem }))
  return cards.map(function markCard(card) {
    const { rows = [] } = blames.find(({ candidate, unit }) => candidate === card.candidate && unit === 'micros') ?? {}
    return { ...card, places: card.places.map(markPlace) }

    /** @param {CardPlace} each @returns {CardPlace} */
    function markPlace({ broughtInAt, ...own }) {
      if (!broughtInAt) return markLines(own)
      const marked = broughtInAt.map(each => ({ ...each, inRange: isChanged(each) ? changed : unchanged }))
      return { ...markLines(own), broughtInAt: marked }
    }

    /** @param {CardPlace} each @returns {CardPlace} */
    function markLines(each) {
      const { place, line, lines = [], steps, calledAt } = each
      if (!place || !line) return each
      const own = steps.flatMap(({ row }) => rows[row] ?? [])
      const changedCalls = changedIn({ caller: own[0]?.caller ?? null, calledAt })
      const otherwise = own.some(row => isReached(row, rows)) ? 'called' : unchanged
      const markOf = (/** @type {number} */ line) => (isChanged({ ...place, line }) ? changed : otherwise)
      return { ...each, changedCalls, lines: lines.map(each => ({ ...each, inRange: markOf(each.line) })) }
    }
  })

  /** @param {Pick<BlameRow, 'caller' | 'calledAt'>} row which changed lines call its function */
  function changedIn({ caller, calledAt = [] }) {
    return caller ? calledAt.map(({ line, cost }) => ({ file: caller.file, line, cost })).filter(isChanged) : []
  }

  /** @type {(row: BlameRow, others: BlameRow[]) => boolean} whether a changed line calls its function, or one that calls it */
  function isReached(row, others) {
    const rest = others.filter(other => other !== row)
    const above = rest.filter(({ owner }) => row.caller && JSON.stringify(owner) === JSON.stringify(row.caller))
    return changedIn(row).length > 0 || above.some(each => isReached(each, rest))
  }

  /** @param {SourcePlace} place */
  function isChanged({ file, line }) {
    const name = fileInFolder(file, folder).replaceAll('\\', '/')
    const { start = [], count = [] } = files.find(each => each.file === name) ?? {}
    return start.some((first, at) => line >= first && line < first + (count[at] ?? 0))
  }
}
