/**
 * Returns items by a key, each group in the order of the items. The groups are in the order of their first items.
 * @template Item, Key
 * @param {Iterable<Item>} items @param {(item: Item) => Key} keyOf @returns {Map<Key, Item[]>}
 */
export function groupBy(items, keyOf) {
  /** @type {Map<Key, Item[]>} */
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
