import path from 'node:path'
import { keepTo } from '../../../system/cores.js'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { cellProgress } from '../../skeleton/cell-progress.js'
import { fileSystemOf } from '../../skeleton/file-system.js'
import { copiesFolder, sampleFile } from '../../skeleton/sample-files.js'
import { playCopies } from './copies.js'
import { measureOtherRequests } from './other-requests.js'
import { estimateCellsMs, plannedCells, plannedOtherRequests } from './plan.js'

/**
 * @import { Copied } from './types.js'
 * @import { CopyManifest, CopyTypes, PlannedCell } from '../types.js'
 * @import { LabOrigin, LabSession } from '../../skeleton/types.js'
 * @import { SampleFile } from '../../skeleton/sample-files.js'
 */

/** Where the sample files stay from run to run. */
const SAMPLES = path.join(workshopRoot, 'node_modules', '.cache', 'profiling-workshop', 'samples')

/**
 * Measures a copy lab: every copy in a process of its own, and then copies on a server beside other requests.
 * @param {LabSession<CopyTypes>} session
 */
export async function measureCopyLab(session) {
  await measureCopies(session)
  const { run, manifest, signal, notify } = session
  notify({ type: 'stage', stage: 'other-requests' })
  await measureOtherRequests({
    command: manifest.lab.server.command,
    cells: plannedOtherRequests(manifest.lab, manifest.plan),
    signal,
    onMeasured: record => run.append('otherRequests', record)
  })
}

/**
 * Returns run.json of a copy lab as it begins.
 * @param {LabOrigin<CopyTypes>} origin
 * @returns {CopyManifest}
 */
export function copyManifest(origin) {
  // What the files are on is known once they are there.
  return { ...origin, core: origin.machine.pinnableCores.at(-1) ?? null, fileSystem: null }
}

/** @param {LabSession<CopyTypes>} session */
async function measureCopies({ run, manifest: { lab, plan, core }, signal, notify }) {
  notify({ type: 'stage', stage: 'samples' })
  const cells = plannedCells(lab, plan)
  const samples = await sampleFiles(cells, signal)
  const strategies = new Map(lab.variants.map(({ name, strategy }) => [name, strategy]))
  const copies = cells.map(({ variant, sizeBytes }) => {
    const { path: source = '', sha256 = '' } = samples.get(sizeBytes) ?? {}
    return { strategy: strategies.get(variant) ?? '', source, sizeBytes, sha256 }
  })
  const folder = await copiesFolder(SAMPLES)
  await run.update({ fileSystem: await fileSystemOf(folder.path) })
  const notifyAfter = cellProgress({ cells, estimateMs: some => estimateCellsMs(lab, some), notify })
  try {
    notifyAfter(0)
    await playCopies(
      { module: path.join(workshopRoot, lab.module), folder: folder.path, copies },
      { logPath: run.layout.cellsLog, signal, beforeFirst, onCopied }
    )
  } finally {
    await folder.remove()
  }

  /** @param {number} pid */
  async function beforeFirst(pid) {
    if (core !== null && !(await keepTo([pid], [core]))) await run.update({ core: null })
  }

  /** @param {Copied} copied @param {number} index */
  function onCopied(copied, index) {
    const cell = cells[index]
    if (cell) run.append('cells', { ...cell, ...copied })
    notifyAfter(index + 1)
  }
}

/** @param {PlannedCell[]} cells @param {AbortSignal} signal @returns {Promise<Map<number, SampleFile>>} by size */
async function sampleFiles(cells, signal) {
  const samples = new Map()
  for (const bytes of new Set(cells.map(({ sizeBytes }) => sizeBytes))) {
    signal.throwIfAborted()
    samples.set(bytes, await sampleFile(SAMPLES, bytes))
  }
  return samples
}
