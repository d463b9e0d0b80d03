import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { launchCosts } from '../../src/blame/costs/launch-costs.js'
import { readHeapprofile } from '../../src/profile/read/read-heapprofile.js'
import { heap } from '../../src/profilers/heap.js'
import { functionNamed, lineWith, present } from '../helpers/call-trees.js'
import { profiledLaunch, times } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const server = path.resolve('test/fixtures/servers/allocates.js')
/** The figures of allocates.js. */
const BYTES_PER_REQUEST = 48_000

test('the function that allocates has most of the bytes, and the right number per request', async () => {
  const { collect, slices, folder, record } = await profiledLaunch({
    profiler: heap,
    command: ['node', server],
    warmUp: times(200),
    slices: [times(100), times(100)]
  })
  const { trees, artifacts } = await collect()
  const [tree] = trees
  expect(trees).toHaveLength(1)
  const { frame, share } = present(functionNamed(present(tree).profile, 'allocateObjects'))
  expect(frame).toMatchObject({
    file: server,
    line: lineWith(readFileSync(server, 'utf8'), 'function allocateObjects')
  })
  expect(share).toBeGreaterThan(0.5)
  const costs = present(launchCosts({ launch: '', variant: '', profiler: 'heap', trees }, slices))
  expect(costs.profiled * share).toBeGreaterThan(BYTES_PER_REQUEST / 2)
  expect(costs.profiled * share).toBeLessThan(BYTES_PER_REQUEST * 2)
  expect([costs.pool, costs.helpers, costs.whole]).toEqual([null, null, null])

  expect(artifacts.map(artifact => artifact.path)).toEqual([path.join(folder, `process-${record.pid}.heapprofile`)])
  const reread = readHeapprofile(JSON.parse(readFileSync(artifacts[0]?.path ?? '', 'utf8')))
  expect(functionNamed(reread, 'allocateObjects')?.share).toBeCloseTo(share, 6)
})

const planted = path.resolve('src/planted/server.js')
const plants = path.resolve('src/planted/plants.js')
/** 1,000 numbers of 8 bytes, and the headers of the array and of its elements. */
const PLANTED_BYTES = 8032

test('a small function that V8 would inline has its own bytes, and its first line', async () => {
  const { collect, slices } = await profiledLaunch({
    profiler: heap,
    command: ['node', planted, 'allocate'],
    warmUp: times(4000),
    slices: [times(1000), times(1000)]
  })
  const { trees } = await collect()
  const [tree] = trees
  const { frame, share } = present(functionNamed(present(tree).profile, 'allocate'))
  expect(frame).toMatchObject({ file: plants, line: lineWith(readFileSync(plants, 'utf8'), 'function allocate()') })
  const costs = present(launchCosts({ launch: '', variant: '', profiler: 'heap', trees }, slices))
  expect((costs.profiled * share) / PLANTED_BYTES).toBeGreaterThan(0.85)
  expect((costs.profiled * share) / PLANTED_BYTES).toBeLessThan(1.15)
})
