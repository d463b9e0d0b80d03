/**
 * Returns items by a key, each group in the order of the items. The groups are in the order of their first items.
 * @template Item, Key
 * @param {Iterable<Item>} items @param {(item: Item) => Key} keyOf @returns {Map<Key, Item[]>}
 */
export function groupBy(items, keyOf) {
  /** @type {Map<Key, Item[]>} */
  const groups = new Map()
  for (const item of items) getOrAdd(groups, keyOf(item), () => /** @type {Item[]} */ ([])).push(item)
  return groups
}

/**
 * Returns the value of a key, and makes it where there is none.
 * @template Key, Value
 * @param {Map<Key, Value>} values @param {Key} key @param {() => Value} make
 */
export function getOrAdd(values, key, make) {
  const known = values.get(key)
  if (known !== undefined) return known
  const added = make()
  values.set(key, added)
  return added
}
