import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { measuredLabPages, runName } from '../../scripts/lab/measured-lab-pages.js'
import { thinMemory } from '../../scripts/lab/thin-memory.js'
import { labs } from '../../src/labs/index.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeGatewayLab } from '../helpers/make-gateway-lab.js'
import { makeStoreLab } from '../helpers/make-store-lab.js'
import { makeUploadLab } from '../helpers/make-upload-lab.js'

/** @import { SavedCopyLab } from '../../src/labs/copy/types.js' */

const folder = path.join(import.meta.dirname, '../../docs/labs')
const names = readdirSync(folder).flatMap(name => (name.endsWith('-run') ? [name.slice(0, -'-run'.length)] : []))

/** @param {string} name @param {number} [index] of several runs @returns {SavedCopyLab} or that of another lab */
function savedOf(name, index = 0) {
  const saved = new RunFolder(path.join(folder, runName(name, index))).readLab(labs)
  if (!saved) throw new Error(`docs/labs/${runName(name, index)} is not the run of a lab`)
  return /** @type {any} */ (saved)
}

/** Returns the runs of a lab besides the first one. @param {string} name */
function othersOf(name) {
  const indexes = Array.from({ length: 9 }, (_, index) => index + 1)
  return indexes.filter(index => existsSync(path.join(folder, runName(name, index)))).map(index => savedOf(name, index))
}

/** Returns the text of all pages of a lab. @param {Parameters<typeof measuredLabPages>[0]} saved */
function measuredLabText(saved) {
  return Object.values(measuredLabPages(saved)).join('\n')
}

test('there is a kept run of a lab', () => {
  expect(names).toContain('copy')
})

describe.each(names)('the %s lab', name => {
  const others = othersOf(name)
  const pages = Object.entries(measuredLabPages(savedOf(name), others))

  test.each(pages)(
    'docs/labs/%s has the figures of the kept run: node scripts/write-measured-lab.js <that run> writes them',
    (page, text) => {
      const written = readFileSync(path.join(folder, page), 'utf8').split('\n')
      const expected = text.split('\n')
      const stale = expected.flatMap((line, index) =>
        line === written[index] ? [] : [{ line: index + 1, expected: line }]
      )
      expect(stale).toEqual([])
      expect(written).toHaveLength(expected.length)
    }
  )

  test('is of three complete runs of the usual length', () => {
    expect(others.length).toBeGreaterThanOrEqual(2)
    for (const { manifest } of [savedOf(name), ...others])
      expect(manifest).toMatchObject({ status: 'complete', plan: { length: 'usual' } })
  })

  test('no more than one conclusion differs between the runs or stays open', () => {
    const text = pages.map(([, page]) => page).join('\n')
    expect(text.match(/^- (Cannot tell|Depends on the machine[^:]*): "/gm)?.length ?? 0).toBeLessThanOrEqual(1)
  })
})

test('the kept run of copies has every cell verified', () => {
  const { cells, otherRequests } = savedOf('copy')
  expect(cells).toHaveLength(8 * 74 - 3 * 3)
  expect(cells.every(({ isVerified }) => isVerified)).toBe(true)
  expect(otherRequests).toHaveLength(20)
})

test('a figure that changes makes a line of a lab stale', () => {
  const copied = savedOf('copy')
  const slower = copied.cells.map(cell => ({ ...cell, durationMs: 2 * cell.durationMs }))
  expect(measuredLabText({ ...copied, cells: slower })).not.toBe(measuredLabText(copied))
  const { saved } = makeUploadLab()
  const cells = saved.cells.map(cell => ({ ...cell, peakBytes: (cell.peakBytes ?? 0) / 2 }))
  expect(measuredLabText({ ...saved, cells })).not.toBe(measuredLabText(saved))
})

test('the text of the upload lab has its tables and all conclusions of the paper', () => {
  const text = measuredLabText(makeUploadLab({ hasLimits: true }).saved)
  expect(text).toMatch(/^\| stream \| 125 x 1 MiB \| all stored \| 1\.24 s ± 2\.5% \|/m)
  expect(text).toMatch(/^\| stream \| start of the server \|/m)
  expect(text).toMatch(/^\| accepted, of 200 at once \|/m)
  expect(text).not.toMatch(/undefined|NaN|This run has no figures/)
})

test('the text of the gateway lab has the tables of all parts and all conclusions of the paper', () => {
  const parts = /** @type {const} */ (['first', 'step', 'overheads', 'users', 'peak']).map(part =>
    makeGatewayLab({ part })
  )
  const saved = makeGatewayLab()
  const text = measuredLabText({
    ...saved,
    cells: [saved, ...parts].flatMap(({ cells }) => cells),
    firsts: parts.flatMap(({ firsts }) => firsts)
  })
  expect(text).toMatch(/^\| pool 168 \| met \| nothing \| 400, met \|/m)
  expect(text).toMatch(/^\| pool 200 \| after the step \|/m)
  expect(text).toMatch(/^\| plain with JSON \| 3 \| 261 ms/m)
  expect(text).toMatch(/^\| TLS \| 2 \|/m)
  expect(text).toMatch(/^\| pool 168, 82 users \| 20% above \| 480 \|/m)
  expect(text).not.toMatch(/undefined|NaN|This run has no figures/)
  // A run of the table alone has no figures of the other parts.
  expect(measuredLabText(saved).match(/This run has no figures/g)).toHaveLength(3)
})

test('the text of the store lab has its tables and all conclusions of the paper', () => {
  const text = measuredLabText(makeStoreLab())
  expect(text).toMatch(/^PUT at 3,600\/s, 90% of the knee:\n\n\| strategy \|/m)
  expect(text).toMatch(/^\| inline \| 20,000\/s ± 0\.0% \|/m)
  expect(text).toMatch(/^\| possible ids of 3 characters \| .* \| 240,000 \| 238,328 \|/m)
  expect(text).not.toMatch(/undefined|NaN|This run has no figures/)
})

test('thinned memory keeps the ends, the peak and the points at marks', () => {
  const points = Array.from({ length: 1000 }, (_, index) => ({ atMs: index, bytes: index === 777 ? 1e9 : 1e6 - index }))
  const marks = [{ atMs: 500.5, kind: /** @type {const} */ ('collected'), sizeBytes: 1 }]
  const thinned = thinMemory(points, marks, 100)
  expect(thinned.length).toBeLessThanOrEqual(100)
  expect(thinned.length).toBeGreaterThan(90)
  for (const atMs of [0, 500, 777, 999]) expect(thinned).toContain(points[atMs])
  expect(thinMemory(points.slice(0, 100), marks, 100)).toHaveLength(100)
})
