import { formatBinarySize, formatMemory } from '../../../report/words/format.js'
import { formatMs, NOTHING } from '../../skeleton/figures.js'
import { uploadOutcomeWords } from './words.js'

/**
 * @import { UploadAnalysis } from '../types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

const NO_MEMORY = 'Not measured: this system does not report the memory of a process.'

/** Returns the memory at each event of a launch, and at its start. @param {UploadAnalysis} lab @returns {Section} */
export function memorySection({ memory }) {
  const heading = 'Memory of the server over time'
  if (memory.length === 0) return { heading, lines: ['Not measured.'] }
  const launches = memory.filter(({ points }) => points.length > 0)
  if (launches.length === 0) return { heading, lines: [NO_MEMORY] }
  const rows = launches.flatMap(({ variant, points, marks }) => [
    [variant, 'start of the server', NOTHING, NOTHING, formatMemory(points[0]?.bytes ?? 0)],
    ...marks.map(({ atMs, kind, sizeBytes }) => [
      variant,
      markWords[kind],
      formatBinarySize(sizeBytes),
      formatMs(atMs),
      formatMemory(memoryAt(points, atMs))
    ])
  ])
  return {
    heading,
    table: { header: ['strategy', 'event', 'files of', 'after', 'memory'], rows, textColumns: 3 },
    notes: [
      'Resident memory of the server process, of one launch per strategy. At the first 1 the server has started, and has served no upload.',
      'The numbers are those of the pictures in the paper: 1 start of the operation, 2 its end, 3 after a forced garbage collection.'
    ]
  }
}

/** What happens at a mark, with the numbers of the paper. @type {Record<UploadAnalysis['memory'][number]['marks'][number]['kind'], string>} */
export const markWords = {
  'cell began': '1 start of the operation',
  'cell ended': '2 end of the operation',
  collected: '3 forced garbage collection',
  'over limit': uploadOutcomeWords['over limit']
}

/** Returns the memory at a time, or that of the first point. @param {{ atMs: number, bytes: number }[]} points in order @param {number} atMs */
export function memoryAt(points, atMs) {
  return (points.findLast(point => point.atMs <= atMs) ?? points[0])?.bytes ?? 0
}
