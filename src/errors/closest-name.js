/** Names that differ in more letters are no misspelling. */
const MOST_CHANGES = 2

/**
 * Returns the name that a misspelled one most likely stands for, by the letters to insert, remove or replace (Levenshtein).
 * @param {string} wrong @param {string[]} names @returns {string | undefined}
 */
export function closestName(wrong, names) {
  const [closest] = names
    .map(name => ({ name, changes: changesBetween(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ changes, name }) => changes <= Math.min(MOST_CHANGES, name.length - 1))
    .sort((a, b) => a.changes - b.changes)
  return closest?.name
}

/** @param {string} from @param {string} to */
function changesBetween(from, to) {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
