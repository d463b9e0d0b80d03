import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'

const src = path.join(import.meta.dirname, '../../src')
/** The formats, and the digits and units that they are made of. */
const FORMATS = ['report/words/digits.js', 'report/words/format.js']
/** Files that round numbers themselves, with what they round. */
const ROUNDED = {
  'page/parts/packed-parts.js': 'costs in the data of a flame graph'
}

test('numbers become text in the formats only', () => {
  const files = ['report', 'page', 'cli'].flatMap(folder =>
    readdirSync(path.join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(js|ejs)$/.test(name))
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
  )
  const formatting = files.filter(file =>
    /\b(toFixed|toPrecision|toLocaleString|NumberFormat)\b/.test(readFileSync(path.join(src, file), 'utf8'))
  )
  expect(formatting.toSorted()).toEqual([...FORMATS, ...Object.keys(ROUNDED)].toSorted())
})
