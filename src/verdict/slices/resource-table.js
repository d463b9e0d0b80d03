/**
 * @import { ResourceSize } from '../../runs/types.js'
 * @import { Compared, ResourceTable } from '../types.js'
 */

/**
 * Returns what each resource of a page transfers with either variant of the comparison in which sizes differ most: that of the
 * setting that changes them.
 * @param {ResourceSize[]} sizes
 * @param {Compared[]} comparisons
 * @returns {ResourceTable | null} null where sizes were not measured
 */
export function resourceTable(sizes, comparisons) {
  const tables = comparisons.flatMap(compared => tableOf(sizes, compared) ?? [])
  const [widest] = tables.sort((a, b) => changeOf(b) - changeOf(a))
  return widest ?? null
}

/** @type {(sizes: ResourceSize[], compared: Compared) => ResourceTable | null} */
function tableOf(sizes, { candidate, baseline }) {
  const rows = sizes
    .filter(({ variant }) => variant === baseline)
    .flatMap(function rowOf({ name, path, bytes: baselineBytes }) {
      const bytes = sizes.find(other => other.variant === candidate && other.name === name)?.bytes
      if (bytes === undefined) return []
      return [{ name, path, baselineBytes, candidateBytes: bytes, savedShare: 1 - bytes / baselineBytes }]
    })
  return rows.length === 0 ? null : { candidate, baseline, rows }
}

/** @param {ResourceTable} table */
function changeOf({ rows }) {
  return Math.max(...rows.map(({ savedShare }) => Math.abs(savedShare)))
}
