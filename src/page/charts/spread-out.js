/**
 * Moves labels apart that would overlap: as little as possible, in the same order.
 * @param {number[]} places in units, in any order
 * @param {number} least how far apart they have to be
 * @returns {number[]} in the order of `places`
 */
export function spreadOut(places, least) {
  /** @type {{ sum: number, members: number[] }[]} groups that touch: `sum` of what their first place would be */
  const groups = []
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  for (const index of order) {
    let group = { sum: places[index] ?? 0, members: [index] }
    for (let before = groups.at(-1); before && endOf(before) > startOf(group); before = groups.at(-1)) {
      groups.pop()
      group = joined(before, group)
    }
    groups.push(group)
  }
  const spread = [...places]
  for (const group of groups)
    for (const [at, index] of group.members.entries()) spread[index] = startOf(group) + at * least
  return spread

  /** @param {{ sum: number, members: number[] }} group */
  function startOf({ sum, members }) {
    return sum / members.length
  }

  /** @param {{ sum: number, members: number[] }} group */
  function endOf(group) {
    return startOf(group) + group.members.length * least
  }

  /** @param {{ sum: number, members: number[] }} before @param {{ sum: number, members: number[] }} after */
  function joined(before, after) {
    const shift = before.members.length * least * after.members.length
    return { sum: before.sum + after.sum - shift, members: [...before.members, ...after.members] }
  }
}
