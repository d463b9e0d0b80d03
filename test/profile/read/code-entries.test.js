import { expect, test } from '@jest/globals'
import { parseCode, placesAt } from '../../../src/profile/read/code-entries.js'

test('an inlined function without a name is left out, and those after it keep their callers', () => {
  // As Node.js 20 wrote it of a function of undici: without the nameless one each caller would be another function, or itself.
  const inlined = 'F0O5343F1O197I0F2O288I1F3O137I2F4O170I0F5O958I4F6O1190I5F7O5117FO5166I7F0O5343I8F1O197I9'
  const fns = [100, 101, 102, 103, 104, 105, 106, 107]
  const table = parseCode({ positions: 'C0O0C10O20I3C20O30I8C30O40I10', inlined, fns })
  const found = [5, 15, 25, 35].map(offset => placesAt(table, offset).inlined.map(({ fn }) => fn))
  expect(found).toEqual([[], [100, 101, 102, 103], [107], [107, 100, 101]])
})
