import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { planLab } from '../../../../src/labs/skeleton/plan.js'
import { measureStoreLab } from '../../../../src/labs/store/measure/cells.js'
import { store } from '../../../../src/labs/store/question.js'
import { median } from '../../../../src/stats/means.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

jest.setTimeout(180_000)
removeTemporaryFolders()

test('a search measures the capacity of its operation only, and plays a share of the slowest', async () => {
  const candidates = store.search.candidates.slice(0, 2)
  const lab = { ...store, search: { ...store.search, candidates } }
  /** @type {Record<'capacities' | 'trials', any[]>} */
  const saved = { capacities: [], trials: [] }
  const layout = { cellsLog: path.join(temporaryFolder(), 'cells.log') }
  const run = {
    layout,
    update: async () => {},
    append: (/** @type {keyof typeof saved} */ kind, /** @type {object} */ record) => saved[kind].push(record)
  }
  const manifest = { lab, plan: planLab(lab, { part: 'search', length: 'quick', seed: 1 }) }
  const { signal } = new AbortController()
  await measureStoreLab(/** @type {any} */ ({ run, manifest, signal, notify() {} }))

  const { operation, level } = lab.search
  expect(saved.capacities.map(each => `${each.variant} ${each.operation}`).toSorted()).toEqual(
    candidates.flatMap(({ name }) => [`${name} ${operation}`, `${name} ${operation}`]).toSorted()
  )
  const served = candidates.map(({ name }) => {
    const own = saved.capacities.filter(({ variant }) => variant === name)
    return Number(median(own.map(({ completed, durationMs }) => (completed / durationMs) * 1e3)))
  })
  expect(saved.trials.length).toBeGreaterThan(0)
  for (const { ratePerSecond } of saved.trials) expect(ratePerSecond).toBeCloseTo(level.share * Math.min(...served), 6)
})
