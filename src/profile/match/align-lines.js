import { getOrAdd } from '../../stats/group-by.js'
import { LineSums, linesOf } from '../tree/source-lines.js'

/** @import { Frame, LaunchTrees, LineColumns, LineTexts, Profile } from '../types.js' */

/** @typedef {(line: number) => number | null} Align returns the line of another version of a file; null: it has no such line */

/**
 * Returns a function that gives the lines of a profile the numbers of the last version of their files: lines that were inserted or
 * removed above a line move it. Lines are recognised by their texts. Without these they move as far as their function does.
 * @param {LaunchTrees[]} launches @param {string[]} variants the last one names the lines
 * @returns {(profile: Profile, variant: string, renewed: Frame[]) => Pick<Profile, 'lines'>} `renewed`: each frame in that version
 */
export function lineAligner(launches, variants) {
  const texts = new Map(variants.map(variant => [variant, textsIn(launches.filter(each => each.variant === variant))]))
  const last = textsIn(launches.filter(({ variant }) => variants.includes(variant)).sort(byVariant))
  /** @type {Map<string, Align>} */
  const known = new Map()
  return function alignLines({ frames, nodes, lines }, variant, renewed) {
    if (!lines) return {}
    const aligns = frames.map((frame, index) => alignOf(variant, frame, renewed[index] ?? frame))
    return linesOf({
      self: aligned(lines.self, node => node),
      calls: aligned(lines.calls, node => nodes.parent[node] ?? -1)
    })

    /** @param {LineColumns} columns @param {(node: number) => number} holderOf returns the node whose function has the line */
    function aligned(columns, holderOf) {
      const sums = new LineSums()
      columns.node.forEach((node, index) => {
        const line = aligns[nodes.frame[holderOf(node)] ?? -1]?.(columns.line[index] ?? 0)
        if (line) sums.add(node, line, columns.weight[index] ?? 0)
      })
      return sums.toColumns()
    }
  }

  /** @type {(variant: string, frame: Frame, renewed: Frame) => Align} */
  function alignOf(variant, frame, renewed) {
    const [own, other] = [texts.get(variant)?.[frame.file], last[renewed.file]]
    if (!own || !other) return line => line + (renewed.line ?? 0) - (frame.line ?? 0)
    return getOrAdd(known, JSON.stringify([variant, frame.file, renewed.file]), () => alignTexts(own, other))
  }

  /** @param {LaunchTrees} one @param {LaunchTrees} other */
  function byVariant(one, other) {
    return variants.indexOf(one.variant) - variants.indexOf(other.variant)
  }
}

/** Returns the texts by file; of several versions of a file those of the last one. @param {LaunchTrees[]} launches */
function textsIn(launches) {
  /** @type {LineTexts} */
  const texts = {}
  /** @type {Map<string, string>} */
  const variantOf = new Map()
  for (const { variant, trees } of launches)
    for (const { profile } of trees)
      for (const [file, own] of Object.entries(profile.lineTexts ?? {})) {
        texts[file] = variantOf.get(file) === variant ? { ...texts[file], ...own } : own
        variantOf.set(file, variant)
      }
  return texts
}

/** @param {LineTexts[string]} own @param {LineTexts[string]} other @returns {Align} */
export function alignTexts(own, other) {
  const places = onlyLines(other)
  const pairs = [...onlyLines(own)].flatMap(([text, line]) => {
    const there = places.get(text)
    return there === undefined ? [] : [{ line, there }]
  })
  const anchors = pairs.sort((a, b) => a.line - b.line)
  return function align(line) {
    const around = [anchors.findLast(each => each.line <= line), anchors.find(each => each.line >= line)]
    const shifts = around.flatMap(anchor => (anchor ? anchor.there - anchor.line : []))
    const text = own[line]
    const mayBe = (/** @type {number} */ moved) => text === undefined || (other[moved] ?? text) === text
    return (shifts.length > 0 ? shifts : [0]).map(shift => line + shift).find(mayBe) ?? null
  }
}

/** Returns the lines whose text no other one has, by text. @param {LineTexts[string]} texts */
function onlyLines(texts) {
  /** @type {Map<number, number>} */
  const lines = new Map()
  const repeated = new Set()
  for (const [line, text] of Object.entries(texts)) {
    if (lines.has(text)) repeated.add(text)
    lines.set(text, Number(line))
  }
  for (const text of repeated) lines.delete(text)
  return lines
}
