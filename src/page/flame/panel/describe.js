import { barOf } from '../scene/geometry.js'
import { matchNodes, sumMatches } from '../scene/search.js'
import {
  describeNode,
  differenceCountInWords,
  infoOf,
  matchesInWords,
  nothingSelected,
  notInView,
  rowOfFrame,
  timeInWords
} from './words.js'

/** @import { TreeNode } from '../scene/difference.js' */
/** @import { Place } from '../types.js' */
/** @import { Viewer } from '../viewer.js' */
/** @import { Description, GraphInfo } from './words.js' */

/** Returns everything to say about a frame of a graph. @type {(viewer: Viewer, place: Place | null) => Description | null} */
export function describe(viewer, place) {
  const { scene } = viewer.state()
  const bar = place && barOf(scene, place)
  if (!bar) return null
  const info = infoOf(viewer.scenes, viewer.choice.candidate)
  const description = describeNode(bar.tree, bar.node, info)
  if (bar.tree.isByOwner) return { ...description, rows: rowsOf(viewer, bar, info) }
  if (scene.axis === 'cost') return description
  const [first = '', ...lines] = description.lines
  return { ...description, lines: [first, timeInWords(bar), ...lines] }
}

/** Returns the rows of the blame that a frame has cost of, the one that is highlighted first. @type {(viewer: Viewer, bar: TreeNode, info: GraphInfo) => string[]} */
function rowsOf({ scenes: { graph }, choice: { candidate }, state }, { tree, node }, info) {
  const { highlighted } = state()
  const shown = highlighted && 'nodes' in highlighted && highlighted.nodes[node] === 1 ? highlighted : null
  const words = graph.rowWords[candidate - 1] ?? []
  const located = graph.owners.blamed[candidate - 1] ?? []
  const rows = [...located.keys()].sort((a, b) => Number(b === shown?.row) - Number(a === shown?.row))
  const own = rows.flatMap(function inWords(row) {
    const found = located[row]
    return found?.frames.includes(node) ? [rowOfFrame(words[row] ?? '', found, { tree, node }, info)] : []
  })
  return shown?.row === null ? [shown.words, ...own] : own
}

/** Returns what is found, or which frame is selected and what it costs, in one line. @type {(viewer: Viewer) => string} */
export function statusOf(viewer) {
  const { scenes, choice, differences, state } = viewer
  const { highlighted, matches, scene, selected, kept } = state()
  if (highlighted && 'query' in highlighted) {
    const tree = scene.lanes[0]?.tree ?? scenes.tree
    const isMatch = matchNodes(tree, highlighted.query) ?? new Uint8Array()
    const found = matchesInWords(sumMatches(tree, isMatch), infoOf(scenes, choice.candidate))
    return matches?.places.length ? `${found}; match ${matches.at + 1} of ${matches.places.length}` : found
  }
  const description = describe(viewer, selected)
  if (!description) return kept ? notInView(kept) : nothingSelected
  const { places, at } = differences()
  const followed =
    highlighted?.nodes[barOf(scene, /** @type {Place} */ (selected))?.node ?? -1] === 1 ? highlighted : null
  const counted = at < 0 || followed ? [] : [differenceCountInWords(at, places.length)]
  const [row = followed?.words] = description.rows ?? []
  const rows = row === undefined ? [] : [row]
  return [
    ...(followed?.price ? [followed.price] : []),
    ...counted,
    ...(rows.length > 0 ? rows : [`${description.name}: ${description.lines.filter(Boolean).join(' · ')}`])
  ].join(' · ')
}
