/** @import { LineColumns, Profile } from '../../src/profile/types.js' */

/**
 * Returns the lines of a profile with their weights: `work:12` of a node's own weight, `work:12 > mix` of a call.
 * @param {Pick<Profile, 'frames' | 'nodes' | 'lines'>} profile
 * @returns {Record<string, number>}
 */
export function weightsByLine({ frames, nodes, lines }) {
  /** @type {Record<string, number>} */
  const weights = {}
  if (!lines) return weights
  add(lines.self, (node, line) => `${nameOf(node)}:${line}`)
  add(lines.calls, (node, line) => `${nameOf(nodes.parent[node] ?? -1)}:${line} > ${nameOf(node)}`)
  return weights

  /** @param {LineColumns} columns @param {(node: number, line: number) => string} keyOf */
  function add({ node, line, weight }, keyOf) {
    node.forEach((each, index) => {
      const key = keyOf(each, line[index] ?? 0)
      weights[key] = (weights[key] ?? 0) + (weight[index] ?? 0)
    })
  }

  /** @param {number} node */
  function nameOf(node) {
    return frames[nodes.frame[node] ?? -1]?.name
  }
}

/**
 * Gives lines to the trees of a launch that `makeLaunch` made.
 * @template {{ tree: import('../../src/profile/types.js').LaunchTrees }} Launch
 * @param {Launch} launch
 * @param {Record<string, Record<number, number>>} lines weights by line, by stack: of its own weight, or of the call that ends a
 *   stack which begins with `call `
 * @returns {Launch}
 */
export function withLines(launch, lines) {
  const [tree] = launch.tree.trees
  if (!tree) throw new Error('no tree')
  const { frames, nodes } = tree.profile
  const columns = { self: noLines(), calls: noLines() }
  for (const [text, weights] of Object.entries(lines)) {
    const isCall = text.startsWith('call ')
    const names = text.replace(/^call /, '').split(' > ')
    const { node, line, weight } = columns[isCall ? 'calls' : 'self']
    for (const [number, own] of Object.entries(weights)) {
      node.push(nodeOf(names))
      line.push(Number(number))
      weight.push(own)
    }
  }
  return { ...launch, tree: { ...launch.tree, trees: [{ ...tree, profile: { ...tree.profile, lines: columns } }] } }

  /** @param {string[]} names */
  function nodeOf(names) {
    return names.reduce((above, name) => {
      const found = [...nodes.frame.keys()].find(
        node => nodes.parent[node] === above && frames[nodes.frame[node] ?? -1]?.name === name
      )
      if (found === undefined) throw new Error(`no node ${names.join(' > ')}`)
      return found
    }, -1)
  }
}

function noLines() {
  return {
    node: /** @type {number[]} */ ([]),
    line: /** @type {number[]} */ ([]),
    weight: /** @type {number[]} */ ([])
  }
}
