const items = Array.from({ length: 500 }, (_, id) => ({ id, name: `item ${id}`, price: (id * 7919) % 1009 }))
const sortedOnce = sortByPrice(items)

/** @param {boolean} sortsAlways */
export function cheapestItems(sortsAlways) {
  const sorted = sortsAlways ? sortByPrice(items) : sortedOnce
  return sorted.slice(0, 20)
}

/** @param {typeof items} list */
function sortByPrice(list) {
  return [...list].sort(function byPrice(one, other) {
    return one.price - other.price
  })
}
