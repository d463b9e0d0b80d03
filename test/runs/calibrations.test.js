import { writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { readCalibration, writeCalibration } from '../../src/runs/calibrations.js'
import { makeCalibration } from '../helpers/make-calibration.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

test('a calibration is found again for the same machine and Node, and for no other', async () => {
  const folder = temporaryFolder()
  const calibration = makeCalibration()
  await writeCalibration(folder, calibration)
  const { machine, node } = calibration
  expect(readCalibration(folder, machine, node)).toEqual(calibration)
  expect(readCalibration(folder, machine, 'v24.0.0')).toBeNull()
  expect(readCalibration(folder, { ...machine, cores: 64 }, node)).toBeNull()
  expect(readCalibration(folder, { ...machine, pinnableCores: [] }, node)).toBeNull()
})

test('the newest takes the place of the one before', async () => {
  const folder = temporaryFolder()
  await writeCalibration(folder, makeCalibration({ rounds: 4 }))
  const file = await writeCalibration(folder, makeCalibration({ rounds: 8 }))
  const { machine, node } = makeCalibration()
  expect(readCalibration(folder, machine, node)?.rounds).toBe(8)
  for (const text of ['{ "half": ', '{ "schemaVersion": 99 }']) {
    writeFileSync(file, text)
    expect(readCalibration(folder, machine, node)).toBeNull()
  }
})
