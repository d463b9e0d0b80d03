import type { HeavyTable } from '../../blame/types.js'

/** What is shown below the rows of a bottom-up table when they are expanded. */
export type PackedCallers = Pick<HeavyTable, 'unit' | 'variants' | 'callers'> & {
  /** Of the frames of the table. */
  names: string[]
  /** Of the frames of the table: where they are in the source. */
  places: string[]
}
