import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { applySourceMaps } from '../../../src/profile/tree/apply-source-maps.js'
import { sourceMapFinder } from '../../../src/system/files/source-maps.js'
import { makeProfile } from '../../../test/helpers/make-profile.js'
import { changeJson, jsonChanges } from '../../../test/helpers/mutations.js'
import { assertSound } from '../../../test/helpers/profile-fuzz.js'
import { damages, inNewFolder, noDamages, writeDamaged } from './damaged-file.js'

/** @import { Frame } from '../../../src/profile/types.js' */
/** @import { Damage } from './damages.js' */
/** @import { FuzzTarget } from './targets.js' */

const GENERATED = 'a.js'
const plain = {
  version: 3,
  sources: ['src/a.ts', 'src/b.ts'],
  sourcesContent: ['const handle = (request) => {}\n', null],
  names: ['handle', 'request'],
  sourceRoot: '',
  mappings: 'AAAA,SAASA,OAAOC;ACAP,UAAUD;AACA,CAAC;;GAEE'
}
const sectioned = {
  version: 3,
  sections: [
    { offset: { line: 0, column: 0 }, map: plain },
    { offset: { line: 5, column: 4 }, map: plain }
  ]
}
const mappings = fc.oneof(
  { weight: 3, arbitrary: fc.constant(plain.mappings) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'AACDEFGSU9gz+/,;'), maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string() }
)
const base = fc.oneof(
  mappings.map(text => JSON.stringify({ ...plain, mappings: text })),
  fc.constant(JSON.stringify(sectioned))
)
const map = fc.oneof(
  base,
  fc.tuple(base, jsonChanges).map(([text, changes]) => JSON.stringify(changeJson(text, changes))),
  fc.json()
)

/**
 * Source maps in the file that was loaded, in one beside it, and of code that was compiled when it was loaded: functions have the names
 * and places of sound originals, or keep their own.
 * @type {FuzzTarget<{ text: string, place: string, url: string, own: Damage[] }>}
 */
export const sourceMaps = {
  arbitrary: fc.record({
    text: map,
    place: fc.constantFrom('inline', 'beside', 'loaded'),
    url: fc.constantFrom('a.js.map', 'a.js.map', 'a.js.map', 'file:///%zz', 'http://a/a.map', '..', '/dev/zero', '%00'),
    own: fc.oneof(noDamages, damages)
  }),
  check: ({ text, place, url, own }) =>
    inNewFolder(function check(folder) {
      const file = path.join(folder, GENERATED)
      const data = `data:application/json;base64,${Buffer.from(text).toString('base64')}`
      const code = `let a\n//# sourceMappingURL=${place === 'inline' ? data : url}\n`
      if (place === 'beside') {
        writeFileSync(file, code)
        writeDamaged(path.join(folder, 'a.js.map'), text, own)
      } else writeDamaged(file, code, own)
      const findMap = sourceMapFinder(place === 'loaded' ? { [file]: data } : {})
      assertSound(applySourceMaps(profileOf(file), findMap))
    })
}

/** @param {string} file @returns a profile with a frame at each of several places of the file */
function profileOf(file) {
  const places = [1, 2, 3, 6, 7, 2 ** 31].flatMap(line => [1, 2, 10, 20, 500].map(column => ({ line, column })))
  const frames = places.map(({ line, column }, index) => {
    const name = index % 2 === 0 ? '(anonymous)' : 'n'
    return /** @type {Frame} */ ({ name, file, line, column, kind: 'javascript' })
  })
  const nodes = frames.map((_, frame) => ({ frame, parent: frame - 1, self: 1, tier: null }))
  return makeProfile({ frames, nodes })
}
