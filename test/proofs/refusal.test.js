import { expect, test } from '@jest/globals'
import { assertPlain, assertRefused } from '../../scripts/proofs/fuzz/refusal.js'
import { WorkshopError } from '../../src/errors/errors.js'

const FOLDER = '/tmp/profiles/run'

test('an error that names the file is a refusal', () => {
  const error = new WorkshopError('ERR_DAMAGED_RUN', { path: `${FOLDER}/run.json`, problem: 'it is not JSON' })
  expect(() => assertRefused(error, /run\.json/)).not.toThrow()
  expect(() => assertRefused(error, /slices\.jsonl/)).toThrow(/slices/)
})

test('a defect fails the case with its cause, though its message names the run folder', () => {
  const cause = new TypeError("Cannot read properties of null (reading 'raw')")
  const error = new WorkshopError('ERR_DEFECT', { problem: 'TypeError', folder: FOLDER, file: null }, cause)
  expect(() => assertRefused(error, /profiles.run/)).toThrow(cause)
})

test('an error that no user can meet fails the case', () => {
  const error = new RangeError('Invalid string length')
  expect(() => assertRefused(error)).toThrow(error)
})

test.each(['NaN', 'Infinity', '∞', 'undefined', '[object Object]', 'text-of-another-folder'])(
  '%s in a text or in a page fails the case, but not in its script',
  odd => {
    for (const text of [`cost: ${odd} µs`, `<td>${odd}</td>`])
      expect(() => assertPlain(text, 'text-of-another-folder')).toThrow(odd)
    expect(() => assertPlain(`<script>${odd}</script><td>1</td>`, 'text-of-another-folder')).not.toThrow()
  }
)
