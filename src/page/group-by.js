/**
 * @template Member
 * @param {Member[]} members
 * @param {(member: Member) => string} keyOf
 * @returns {Member[][]} in the order of their first members
 */
export function groupsBy(members, keyOf) {
  /** @type {Map<string, Member[]>} */
  const groups = new Map()
  for (const member of members) {
    const key = keyOf(member)
    groups.set(key, [...(groups.get(key) ?? []), member])
  }
  return [...groups.values()]
}
