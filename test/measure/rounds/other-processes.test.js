import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { watchOtherProcesses } from '../../../src/measure/rounds/other-processes.js'
import { startNeighbour } from '../../helpers/busy-neighbour.js'
import { onLinux } from '../../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const [own, child, grandchild, other] = [process.pid, 900_001, 900_002, 900_003]

/**
 * Writes what the system says of its processes.
 * @param {string} folder
 * @param {number} machineTicks
 * @param {Record<number, { parent: number, ticks: number }>} processes
 */
function describeProcesses(folder, machineTicks, processes) {
  writeFileSync(path.join(folder, 'stat'), `cpu  ${machineTicks} 0 0 5000 70 0 0 90 0 0\ncpu0 1 2 3\n`)
  for (const [pid, { parent, ticks }] of Object.entries(processes)) {
    mkdirSync(path.join(folder, pid), { recursive: true })
    // The name of a process may contain brackets and spaces.
    const stat = `${pid} (a (b) c) S ${parent} 1 1 0 -1 0 0 0 0 0 ${ticks} 0 0 0 20 0 1`
    writeFileSync(path.join(folder, pid, 'stat'), stat)
  }
}

test('subtracts this process and all that it started', () => {
  const folder = temporaryFolder()
  describeProcesses(folder, 1000, {
    [own]: { parent: 1, ticks: 100 },
    [child]: { parent: own, ticks: 50 },
    [grandchild]: { parent: child, ticks: 10 },
    [other]: { parent: 1, ticks: 300 }
  })
  const stop = watchOtherProcesses(folder)
  describeProcesses(folder, 1000 + 5 + 20 + 30 + 7, {
    [own]: { parent: 1, ticks: 105 },
    [child]: { parent: own, ticks: 70 },
    [grandchild]: { parent: child, ticks: 40 },
    [other]: { parent: 1, ticks: 307 }
  })
  expect(stop()).toBe(70_000)
})

test('is null where the system does not describe its processes', () => {
  expect(watchOtherProcesses(temporaryFolder())()).toBeNull()
})

onLinux(
  'sees a busy neighbour that this process did not start',
  async () => {
    const stop = watchOtherProcesses()
    const { ended } = await startNeighbour(600_000)
    await ended
    expect(stop()).toBeGreaterThan(300_000)
  },
  30_000
)
