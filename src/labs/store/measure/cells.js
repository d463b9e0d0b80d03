import { generatorPool } from '../../../measure/rounds/generator-pool.js'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { fileSystemOf } from '../../skeleton/file-system.js'
import { measureCapacities, measureCapacityAgain, measureTaskCosts } from './capacities.js'
import { storeData } from './data.js'
import { warmUpStore, withStore } from './launch.js'
import { estimateStoreCellsMs, plannedStoreCells } from './plan.js'
import { searchPools } from './search.js'

/**
 * @import { PlannedStoreCell, StoreManifest, StoreTypes } from '../types.js'
 * @import { LabOrigin, LabSession } from '../../skeleton/types.js'
 * @import { RateOf } from './capacities.js'
 * @import { StoreBench } from './launch.js'
 */

/** Returns run.json of a store lab. @param {LabOrigin<StoreTypes>} origin @returns {StoreManifest} */
export function storeManifest(origin) {
  return { ...origin, fileSystem: null, dataBytes: null }
}

/**
 * Measures a store lab: what every strategy can serve, from which cost of a task on a pool pays, and then every cell at its rate. The
 * part `search` looks for the best pool instead.
 * @param {LabSession<StoreTypes>} session
 */
export async function measureStoreLab(session) {
  const { run, manifest, signal, notify } = session
  const logPath = run.cellsLog
  notify({ type: 'stage', stage: 'store-data' })
  const data = await storeData({ filler: manifest.lab.filler, logPath, signal })
  const generators = generatorPool({ logPathOf: () => logPath, signal })
  try {
    await run.update({ fileSystem: await fileSystemOf(data.path), dataBytes: data.bytes })
    await generators.prepare([
      { generator: 'paced', launches: 1 },
      { generator: 'sockets', launches: 1 }
    ])
    await measureOn({ session, data: data.path, generator: name => generators.at(name, 0) })
  } finally {
    await generators.end()
    await data.remove()
  }
}

/** @param {StoreBench} bench */
async function measureOn(bench) {
  if (bench.session.manifest.plan.part === 'search') return searchPools(bench)
  const rateOf = await measureCapacities(bench)
  await measureTaskCosts(bench)
  await measureCells(bench, rateOf)
}

/** @param {StoreBench} bench @param {RateOf} rateOf */
async function measureCells(bench, rateOf) {
  const { run, manifest, notify } = bench.session
  const { lab, plan } = manifest
  const cells = plannedStoreCells(lab, plan)
  const notifyAfter = cellProgress({ cells, estimateMs: estimateStoreCellsMs, notify })
  let done = 0
  notifyAfter(done)
  for (let repeat = 0; repeat < plan.repeats; repeat++)
    for (const own of byVariant(cells.filter(cell => cell.repeat === repeat))) await measureLaunch(own)

  /** @param {PlannedStoreCell[]} own the cells of one launch */
  async function measureLaunch(own) {
    const [first] = own
    const variant = lab.variants.find(({ name }) => name === first?.variant)
    if (!first || !variant) return
    await withStore(bench, variant, async function playCells(server) {
      await warmUpStore(server, lab.operations)
      await measureCapacityAgain(bench, server, first)
      for (const cell of own) {
        const seed = plan.seed + done
        const measured = await server.playAtRate({ ...cell, seed, ratePerSecond: rateOf(cell) })
        run.append('cells', { ...cell, ...measured })
        notifyAfter(++done)
      }
    })
  }
}

/** Returns the cells of each strategy together, in the order in which they are planned. @param {PlannedStoreCell[]} cells */
function byVariant(cells) {
  const names = [...new Set(cells.map(({ variant }) => variant))]
  return names.map(name => cells.filter(({ variant }) => variant === name))
}
