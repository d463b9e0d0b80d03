import fc from 'fast-check'

/** Values that a file may have in place of another one. */
const oddValues = [
  ...[null, true, '', '1', 'x', [], {}, [1], -1, 0, -0.5, 0.5, 1, 2, 3, 1e16, 1e308, -1e308, 2 ** 31, 2 ** 53],
  ...['(idle)', '(program)', '(GC)', 'file://[', 'file://host/a', 'file:///%zz', '__proto__', '\u001b[2J', '\u2028']
]

/**
 * @typedef {{ kind: 'set', value: unknown } | { kind: 'remove' } | { kind: 'repeat' } | { kind: 'copy', from: number[] }} Change
 *   `repeat`: an element of an array, once more at its end; `copy`: what is at another place
 */

/** @type {fc.Arbitrary<number[]>} the way to a place: at each level which of its entries */
const way = fc.array(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 9 })

/** @type {fc.Arbitrary<Change>} */
const change = fc.oneof(
  fc.record({ kind: fc.constant('set'), value: fc.oneof(fc.constantFrom(...oddValues), fc.integer(), fc.double()) }),
  fc.constant({ kind: 'remove' }),
  fc.constant({ kind: 'repeat' }),
  fc.record({ kind: fc.constant('copy'), from: way })
)

/** @typedef {{ at: number[], change: Change }} PlacedChange */

/** One to four changes, each anywhere in a JSON value. @type {fc.Arbitrary<PlacedChange[]>} */
export const jsonChanges = fc.array(fc.record({ at: way, change }), { minLength: 1, maxLength: 4 })

/**
 * @param {string} json
 * @param {PlacedChange[]} changes
 * @returns {unknown}
 */
export function changeJson(json, changes) {
  return changes.reduce((value, { at, change: one }) => changeAt(value, at, one), JSON.parse(json))
}

/** @type {(root: any, at: number[], change: Change) => unknown} */
function changeAt(root, at, change) {
  const place = placeAt(root, at)
  if (!place) return root
  const { holder, key } = place
  if (change.kind === 'set') holder[key] = structuredClone(change.value)
  else if (change.kind === 'repeat') {
    if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
  } else if (change.kind === 'copy') {
    const from = placeAt(root, change.from)
    if (from) holder[key] = structuredClone(from.holder[from.key])
  } else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return root
}

/** @param {any} root @param {number[]} at @returns {{ holder: any, key: string } | null} */
function placeAt(root, at) {
  let holder = root
  let place = null
  for (const step of at) {
    if (typeof holder !== 'object' || holder === null) break
    const keys = Object.keys(holder)
    const key = keys[step % keys.length]
    if (key === undefined) break
    place = { holder, key }
    holder = holder[key]
  }
  return place
}

/**
 * @typedef {{ at: number, length: number, insert: string }} Splice `at`: a share of the text
 * @type {fc.Arbitrary<Splice>}
 */
const splice = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 400 }), fc.constant(1e9)),
  insert: fc.oneof(
    fc.constantFrom(
      '',
      '\n',
      '\n\n',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      '-',
      '9'.repeat(30),
      '9'.repeat(400),
      '\ufeff',
      '\u0000',
      ' '
    ),
    fc.string({ maxLength: 6 })
  )
})

/** One to four places of a text where characters are removed and others are inserted. @type {fc.Arbitrary<Splice[]>} */
export const textChanges = fc.array(splice, { minLength: 1, maxLength: 4 })

/**
 * @param {string} base
 * @param {Splice[]} splices
 * @returns {string}
 */
export function changeText(base, splices) {
  return splices.reduce(function put(text, { at, length, insert }) {
    const start = Math.floor(at * text.length)
    return text.slice(0, start) + insert + text.slice(start + length)
  }, base)
}
