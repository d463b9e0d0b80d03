import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { annotationsOf } from '../../scripts/action/annotations.js'
import { analyse } from '../../src/analyse.js'
import { withRange } from '../../src/blame/changed-lines.js'
import { namedPlaces, withPackageLines } from '../../src/blame/places.js'
import { packageUses } from '../../src/measure/project/package-uses.js'
import { excerptOf } from '../../src/profile/tree/source-excerpt.js'
import { pullRequestText } from '../../src/report/print/pull-request.js'
import { blameSections } from '../../src/report/sections/blame-sections.js'
import { cardSections } from '../../src/report/sections/card-sections.js'
import { costLines, profileSections } from '../../src/report/sections/profile-sections.js'
import { cardView, notesOfCard } from '../../src/report/words/card-words.js'
import { RunFolder } from '../../src/runs/run-folder.js'

/** @import { Card, FunctionCosts } from '../../src/blame/types.js' */
/** @import { PackageLine } from '../../src/runs/types.js' */

const root = path.join(import.meta.dirname, '../..')
const recorded = new RunFolder(path.join(root, 'profiles/sample')).read()
const { folder } = recorded.manifest
const text = readFileSync(path.join(root, 'src/app/app.js'), 'utf8')
const gzipLine = 1 + text.split('\n').findIndex(line => line.includes('compression('))
const file = path.join(folder, 'src/app/app.js')
const ofApp = packageUses(text, file).uses.map(({ packageName, line }) => ({ packageName, file, line }))

/** Returns the analysis of a recorded run that has these lines of the app. @param {PackageLine[]} packageLines */
function analysisWith(packageLines) {
  const excerpt = { file, line: gzipLine, text: excerptOf(text, gzipLine), omitted: null }
  return analyse({ ...recorded, packageLines, sources: [...(recorded.sources ?? []), excerpt] }).analysis
}

const analysis = analysisWith(ofApp)
const card = /** @type {Card} */ (analysis.cards.find(({ candidate }) => candidate === 'gzip=on'))
const gzip = analysis.blames.find(({ candidate }) => candidate === 'gzip=on')

test('the card of gzip has the cost of compression at the line of the app with compression(', () => {
  const [line, helpers, ...others] = cardView(card, analysis).lines
  expect(line).toMatchObject({ file: 'src/app/app.js', line: gzipLine })
  expect(line?.blamed).toMatchObject([
    {
      number: gzipLine,
      text: expect.stringContaining('app.use(compression('),
      cost: '+204 µs ± 38, brought in here',
      share: expect.any(Number),
      isLess: false
    }
  ])
  expect([helpers?.name, others]).toEqual(['V8 helper threads', []])
  const [, section] = cardSections(analysis)
  expect(section?.code?.[0]).toMatch(/^\+204 µs ± 38 .* src\/app\/app\.js:\d+ .*compression\(.*, brought in here$/)
  expect(notesOfCard(cardView(card, analysis))).toContain(
    `compression uses this CPU with no function of the app on the stack; it is brought in at src/app/app.js:${gzipLine}.`
  )
  expect(pullRequestText(analysis, recorded.manifest)).toContain('brought in here')
  const [shown] = analysis.summary?.find(({ candidate }) => candidate === 'gzip=on')?.lines ?? []
  expect(shown).toMatchObject({ file, line: gzipLine, micros: card.places[0]?.cost.micros })
  // What the app calls has a note on the call, and none that says the opposite.
  const calledAt = analysis.blames[0]?.rows[0]?.lines ?? []
  const called = { ...card, places: card.places.map(place => ({ ...place, calledAt })) }
  expect(calledAt.length).toBeGreaterThan(0)
  expect(notesOfCard(cardView(called, analysis)).join()).not.toContain('no function of the app on the stack')
})

test('the rows of a package that the app brings in have the line, and those of its own packages have none', () => {
  const named = gzip?.rows.map(({ packageName, broughtInAt = [] }) => [
    packageName,
    broughtInAt.map(({ line }) => line)
  ])
  expect(named).toContainEqual(['compression', [gzipLine]])
  expect(named).toContainEqual(['negotiator', []])
  expect(named).toContainEqual(['on-headers', []])
  const section = blameSections(analysis).find(({ heading = '' }) => /gzip=on compared/.test(heading))
  const origin = `brought in at src/app/app.js:${gzipLine}`
  expect(section?.table?.rows.filter(row => row[1]?.endsWith(origin))).toHaveLength(2)
  expect(namedPlaces(gzip ? [gzip] : [])).toContainEqual({ file, line: gzipLine })
})

test('the cost of a package is annotated at the line that brings it in, and says whether the range changed it', () => {
  const top = folder.replace(/\/$/, '')
  const [annotation] = annotationsOf({ ...analysis, cards: [card] }, top)
  expect(annotation).toMatchObject({
    file: 'src/app/app.js',
    line: gzipLine,
    title: '+204 µs ± 38 per request, brought in here: compression end and 6 more, thread pool: zlib'
  })
  const changes = { files: [{ file: 'src/app/app.js', start: [gzipLine], count: [1] }], problem: null }
  const [changed] = withRange([card], analysis.blames, { changes, folder })
  expect(changed?.places[0]?.broughtInAt).toEqual([{ file, line: gzipLine, inRange: 'changed' }])
  const [marked] = annotationsOf({ ...analysis, cards: changed ? [changed] : [] }, top)
  expect(marked?.title).toContain('per request, brought in here, changed in this range: ')
})

test('several lines are listed below the function of the package', () => {
  const more = [1, 2, 3].map(line => ({ packageName: 'compression', file: path.join(folder, 'src/b.js'), line }))
  const several = analysisWith([...ofApp, ...more])
  const [, section] = cardSections(several)
  expect(section?.code?.slice(0, 2)).toEqual([
    expect.stringMatching(/^\+204 µs ± 38 +█+ +compression\/index\.js:115 /),
    expect.stringMatching(`^ +brought in at src/app/app.js:${gzipLine}, src/b.js:1, src/b.js:2 and on 1 other line$`)
  ])
  const found = annotationsOf(several, folder.replace(/\/$/, '')).filter(({ title }) => /other lines?/.test(title))
  expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual([
    `src/app/app.js:${gzipLine}`,
    'src/b.js:1',
    'src/b.js:2'
  ])
})

test('a run without such lines has the function of the package as before', () => {
  const [, section] = cardSections(analysisWith([]))
  expect(section?.code?.[0]).toMatch(/compression\/index\.js:\d+ /)
  expect(section?.code?.join()).not.toContain('brought in')
})

test.each([
  ['a package below no function of the app', { group: 'package', caller: null }, true],
  [
    'the thread pool, whoever calls the package',
    { group: 'other-threads', threads: 'pool', caller: { name: 'f' } },
    true
  ],
  ['a package that the app calls', { group: 'package', caller: { name: 'f' } }, false],
  ['the app', { group: 'app', packageName: null }, false],
  ['another package', { group: 'package', packageName: 'bytes' }, false]
])('%s', (_, changes, isFound) => {
  const row = /** @type {any} */ ({ packageName: 'compression', threads: null, caller: null, ...changes })
  expect('broughtInAt' in withPackageLines(row, ofApp)).toBe(isFound)
})

test('the costs of a single server have the line below their row', () => {
  const row = /** @type {any} */ ({
    group: 'package',
    packageName: 'compression',
    owner: gzip?.rows[0]?.owner,
    caller: null,
    evidence: 'confirmed',
    threads: null
  })
  const mean = { value: 100, low: 90, high: 110 }
  const costs = /** @type {FunctionCosts} */ (
    /** @type {unknown} */ ({
      unit: 'micros',
      rows: [{ ...withPackageLines(row, ofApp), functions: 1, cost: mean }],
      groups: [],
      total: mean
    })
  )
  expect(costLines(costs, analysis)[0]?.origin).toBe(`brought in at src/app/app.js:${gzipLine}`)
  const profile = { variant: 'gzip=on', cpu: null, costs: [costs] }
  const [section] = profileSections({ ...analysis, profile })
  expect(section?.table?.rows[1]?.[0]).toBe(`  brought in at src/app/app.js:${gzipLine}`)
})
