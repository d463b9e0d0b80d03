import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { WorkshopError } from '../../../src/errors/errors.js'
import { calibrationLines, preflightWords } from '../../../src/report/words/check-words.js'
import { againstLines } from '../../../src/report/words/gate-words.js'
import { readBaseline, writeBaseline } from '../../../src/runs/baselines.js'
import { readCalibration, writeCalibration } from '../../../src/runs/calibrations.js'
import { manifestFault } from '../../../src/runs/read-manifest.js'
import { upgradeManifest } from '../../../src/runs/upgrade.js'
import { withBlameError } from '../../../src/verdict/checks/calibrate.js'
import {
  againstBaseline,
  baselineOf,
  differencesOf,
  environmentOf
} from '../../../src/verdict/gates/against-baseline.js'
import { checkSlices, unprofiledOf } from '../../../src/verdict/slices/slice-validity.js'
import { makeCalibration } from '../../../test/helpers/make-calibration.js'
import { damages, inNewFolder, noDamages, writeDamaged } from './damaged-file.js'
import { recordedFolders } from './recorded-folders.js'
import { assertPlain, assertRefused, assertSavable } from './refusal.js'

/** @import { Damage } from './damages.js' */
/** @import { FuzzTarget } from './targets.js' */

const manifest = upgradeManifest(JSON.parse(textOf('run.json')))
const slices = textOf('slices.jsonl')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))
const unprofiled = unprofiledOf(checkSlices(slices, manifest.experiment))
const baseline = baselineOf('main', manifest, unprofiled, 'run')
const calibration = makeCalibration()
const above = fc.constantFrom(0, 0, 0, 0, 1, 2)
const figures = fc.array(
  fc.oneof(fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }), fc.integer({ min: 1, max: 9 })),
  { maxLength: 4 }
)

/**
 * Saved baselines, those with figures of any size, and what is in the place of their folders: what is read can be compared
 * with, printed and saved.
 * @type {FuzzTarget<{ own: Damage[], above: number, figures: number[] | null }>}
 */
export const baselines = {
  arbitrary: fc.oneof(
    fc.record({ own: damages, above, figures: fc.constant(null) }),
    fc.record({ own: noDamages, above: fc.constant(0), figures })
  ),
  check: ({ own, above, figures }) =>
    inNewFolder(async function check(folder) {
      const values = figures ? { ...baseline.values, off: { cpuPerRequest: figures } } : baseline.values
      const saved = { ...baseline, values }
      const file = await writeBaseline(folder, saved)
      damageFile(file, own, above)
      try {
        checkBaseline(readBaseline(folder, 'main', manifest.experiment.name))
      } catch (error) {
        assertRefused(error, /baselines/)
      }
    })
}

/** @param {ReturnType<typeof readBaseline>} read */
function checkBaseline(read) {
  const differences = differencesOf(read.environment, environmentOf(manifest))
  assertPlain(new WorkshopError('ERR_OTHER_ENVIRONMENT', { name: 'main', differences }).message)
  const saved = { ...manifest, against: read }
  assert.equal(manifestFault(saved), null)
  const against = againstBaseline(saved, unprofiled, [{ metric: 'cpuPerRequest' }, { metric: 'requestsPerSecond' }])
  assertSavable(against)
  assertPlain(againstLines({ ...(against && { against }) }).join('\n'))
}

/**
 * Calibrations: one that is not sound is as none.
 * @type {FuzzTarget<{ own: Damage[], above: number }>}
 */
export const calibrations = {
  arbitrary: fc.record({ own: damages, above }),
  check: ({ own, above }) =>
    inNewFolder(async function check(folder) {
      damageFile(await writeCalibration(folder, calibration), own, above)
      const read = readCalibration(folder, calibration.machine, calibration.node)
      if (read === null) return
      const saved = { ...manifest, calibration: read }
      assert.equal(manifestFault(saved), null)
      assertPlain(calibrationLines({ ...read, planted: read.planted.map(withBlameError) }).join('\n'))
      assertPlain(preflightWords({ findings: [], calibration: read }, manifest.experiment, manifest.design))
    })
}

/** @type {(file: string, own: Damage[], above: number) => void} `above`: how many folders above the file the damage is */
function damageFile(file, own, above) {
  const text = readFileSync(file, 'utf8')
  const place = path.resolve(file, ...Array(above).fill('..'))
  rmSync(place, { recursive: true })
  writeDamaged(place, text, own)
}

/** @param {string} name @returns {string} */
function textOf(name) {
  return recordedFolders.sample?.get(name) ?? ''
}
