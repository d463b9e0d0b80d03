import { deflateRawSync } from 'node:zlib'
import * as Plot from '@observablehq/plot'
import { cutTickText } from '../../profile/read/read-tick-summary.js'
import { differenceText } from '../../report/sections/blame-sections.js'
import { callInWords, evidenceWords, nameInWords, ownerFrameInWords } from '../../report/words/blame-words.js'
import { reasonInWords } from '../../report/words/check-words.js'
import { importedName } from '../../report/words/cost-words.js'
import { shorten, shown } from '../../report/words/text.js'
import { linesLeftInWords, tickTextInWords } from '../../report/words/words.js'
import { drawSign, INK, keyOf } from '../charts/draw.js'
import { seriesAt, seriesNames, sliceChart } from '../charts/slice-chart.js'
import { variantKey, variantStyles } from '../charts/variant-marks.js'

/** @import { TickTable } from '../../blame/types.js' */
/** @import { FlameGraph, OwnerGraph } from '../../flame/types.js' */
/** @import { Section } from '../../report/sections/sections.js' */
/** @import { TickText } from '../../runs/read-run.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { PageGraph } from '../flame/types.js' */
/** @import { Part } from '../render-page.js' */
/** @import { SliceSeries } from '../../verdict/types.js' */

/** Of each section of a text, so that a mailed report has what people read and stays small. */
const MOST_LINES = 200
const LONGEST_REASON = 160
const COST_DIGITS = 4
const NOISE_DIGITS = 3
const ABOUT_SLICES =
  'A slice is a short period of load in which the counters are read. Each round starts one server process per variant: a launch.'
const ABOUT_WINDOWS = 'A slice is a window of one second. A round is a process, which ran already.'

/**
 * Returns a text for a page: deflated, in base64, which cannot end a script or an attribute. `browser/unpack.js` is the
 * inverse.
 * @param {string} text
 */
function packText(text) {
  return deflateRawSync(text, { level: 9 }).toString('base64')
}

/**
 * Returns a chart of all slices, whose metric a reader selects.
 * @param {Pick<Analysis, 'sliceSeries' | 'gauges' | 'variants' | 'profile'>} analysis @returns {Part[]}
 */
export function sliceParts({ sliceSeries, gauges, variants, profile }) {
  const names = seriesNames({ sliceSeries, gauges })
  const series = seriesAt({ sliceSeries, gauges }, 0, reasonsOf)
  const shownVariants = variants.map(name => shown(name))
  const html = series ? sliceChart(series, shownVariants) : ''
  if (html === '') return []
  const packed = {
    sliceSeries,
    gauges,
    variants: shownVariants,
    reasons: sliceSeries.map(each => [...reasonsOf(each)])
  }
  const key = keyOf([
    ...variantStyles(variants).map(variantKey),
    { sign: drawSign([Plot.ruleY([0.5], { stroke: INK, strokeWidth: 3 })]), words: "median of the launch's slices" }
  ])
  const about = profile?.attached ? ABOUT_WINDOWS : ABOUT_SLICES
  return [{ template: 'slices', about, names, html, key, packed: packText(JSON.stringify(packed)) }]
}

/** Returns why slices are discarded, or for CPU only, by row. @param {SliceSeries} series */
function reasonsOf({ discarded }) {
  return new Map(
    discarded.map(({ row, reasons }) => [
      row,
      reasons.map(each => shorten(reasonInWords(each), LONGEST_REASON)).join('; ')
    ])
  )
}

/**
 * Returns the tables of ticks, each with the texts of --prof-process that it is made of.
 * @param {TickTable[]} tables
 * @param {Section[]} sections one per table, then others
 * @param {TickText[]} texts @returns {Part[]}
 */
export function tickParts(tables, sections, texts) {
  return sections.flatMap(function partsOf(section, index) {
    const table = tables[index]
    const own = texts.filter(
      ({ artifact }) => artifact.profiler === table?.profiler && artifact.generator === table?.generator
    )
    return [{ template: 'section', section }, ...own.map(textPart)]
  })
}

/** @param {TickText} text @returns {Part} */
function textPart({ artifact, text }) {
  const lines = cutTickText(text, MOST_LINES).flatMap(({ lines, left }) => [
    ...lines.map(line => shown(line)),
    ...(left > 0 ? [linesLeftInWords(left)] : [])
  ])
  const heading = tickTextInWords(artifact, MOST_LINES)
  return { template: 'packed-text', heading, path: artifact.path, packed: packText(lines.join('\n')) }
}

/**
 * Returns the flame graphs as texts for a page.
 * @param {FlameGraph[]} graphs @param {Pick<Analysis, 'blames' | 'candidates'>} analysis
 */
export function flamePart(graphs, { blames, candidates }) {
  const firstRows = graphs.map(firstRowIn)
  const first = firstRows.indexOf(Math.min(...firstRows))
  return graphs.map((graph, index) => ({
    source: { title: titleOf(graph), profiler: graph.profiler, isFirst: index === first },
    text: packFlame(
      graph,
      candidates.map(candidate => rowsInWords(graph, candidate))
    )
  }))

  /** Returns the largest row of the blame that a graph has; after all rows where it has none. @param {FlameGraph} graph */
  function firstRowIn({ profiler, owners }) {
    const rows = owners.blamed.flatMap(located => located.findIndex(({ frames }) => frames.length > 0))
    const isBlaming = blames.some(blame => blame.profiler === profiler)
    return Math.min(isBlaming ? Number.MAX_SAFE_INTEGER : Infinity, ...rows.filter(row => row >= 0))
  }

  /** @param {FlameGraph} graph */
  function titleOf({ profiler, thread, unit, imported }) {
    const isOnly = graphs.filter(graph => graph.profiler === profiler).length === 1
    return [
      profiler,
      isOnly ? '' : thread,
      imported
        ? importedName(imported.counts)
        : { bytes: 'bytes allocated', micros: 'CPU', latency: 'latency', samples: 'samples' }[unit]
    ]
      .filter(Boolean)
      .join(', ')
  }

  /** @type {(graph: FlameGraph, candidate: string) => string[]} */
  function rowsInWords({ profiler, unit }, candidate) {
    const own = blames.find(
      blame => blame.candidate === candidate && blame.profiler === profiler && blame.unit === unit
    )
    if (!own) return []
    return own.rows.map(row => `${nameInWords(row)} ${differenceText(row.cost, own)}, ${evidenceWords[row.evidence]}`)
  }
}

/**
 * Returns a flame graph as text for a page: JSON, deflated, in base64, which cannot end a script or an attribute. A parent is
 * its distance from the node and a start is the time since the one before, which halves the size. Costs keep the digits and
 * names the characters that are shown. `browser/unpack.js` is the inverse.
 * @param {FlameGraph} graph @param {string[][]} rowWords @returns {string}
 */
export function packFlame({ frames, nodes, owners, functionNoise, timelines, ...facts }, rowWords = []) {
  /** @type {PageGraph} */
  const packed = {
    ...facts,
    rowWords: rowWords.map(words => words.map(text => shown(text))),
    frames: frames.map(frame => ({ ...frame, name: shown(callInWords(frame)), file: shown(frame.file) })),
    nodes: { ...nodes, ...packedNodes(nodes) },
    owners: {
      ...owners,
      frames: owners.frames.map(({ calls, replaces, threads, ...frame }) => ({
        ...frame,
        name: shown(
          ownerFrameInWords({
            ...frame,
            ...(calls && { calls }),
            ...(replaces && { replaces }),
            ...(threads && { threads })
          })
        ),
        file: shown(frame.file)
      })),
      nodes: packedNodes(owners.nodes)
    },
    functionNoise: functionNoise.map(roundedNoise),
    timelines: timelines.map(timeline => ({ ...timeline, startsMicros: stepsOf(timeline.startsMicros) }))
  }
  return packText(JSON.stringify(packed))
}

/** @param {OwnerGraph['nodes']} nodes */
function packedNodes({ parent, self, noise }) {
  return {
    parent: parent.map((above, node) => node - above),
    self: self.map(costs => rounded(costs, COST_DIGITS)),
    noise: noise.map(roundedNoise)
  }
}

/** @param {number[]} values @param {number} digits significant ones */
function rounded(values, digits) {
  return values.map(value => Number(value.toPrecision(digits)))
}

/** @param {number[] | null} halves of intervals */
function roundedNoise(halves) {
  return halves && rounded(halves, NOISE_DIGITS)
}

/** @param {number[]} values */
function stepsOf(values) {
  return values.map((value, index) => value - (values[index - 1] ?? 0))
}
