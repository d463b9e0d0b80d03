/**
 * Returns the repeats of a lab that have every planned cell.
 * @param {{ repeat: number }[]} cells
 * @param {number} planned cells of a repeat
 */
export function completeRepeats(cells, planned) {
  const repeats = [...new Set(cells.map(({ repeat }) => repeat))]
  return repeats.filter(repeat => cells.filter(cell => cell.repeat === repeat).length === planned)
}
