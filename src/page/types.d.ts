import type { CardLine } from '../report/types.js'

/** One bar of a waterfall; its ends are shares of the width. */
export interface WaterfallBar {
  from: number
  to: number
  kind: 'baseline' | 'candidate' | 'more' | 'less' | 'rest'
  /** Whether the bar begins left of the axis. */
  isCut: boolean
}

export interface CardRow {
  name: string
  figure: string
  bar: WaterfallBar
}

/** What a page draws as a PNG; its texts can be shown as they are. */
export interface CardPicture {
  /** Without its extension. */
  fileName: string
  title: string
  /** The difference of the totals, or else the change that decided; empty under no difference and cannot tell. */
  total: string
  what: string
  lines: CardLine[]
  rows: CardRow[]
  notes: string[]
}
