/** @import { PageGraph } from '../flame/types.js' */

/** Reads what `packFlame` writes. @param {string} text base64 of deflated JSON @returns {Promise<PageGraph>} */
export async function unpackFlame(text) {
  const inflated = await inflate(text)
  const { nodes, owners, timelines, ...others } = /** @type {PageGraph} */ (await inflated.json())
  return {
    ...others,
    nodes: { ...nodes, parent: parentsOf(nodes.parent) },
    owners: { ...owners, nodes: { ...owners.nodes, parent: parentsOf(owners.nodes.parent) } },
    timelines: timelines.map(timeline => ({ ...timeline, startsMicros: runningSums(timeline.startsMicros) }))
  }
}

/** @type {(distances: number[]) => number[]} */
function parentsOf(distances) {
  return distances.map((back, node) => node - back)
}

/** @type {(steps: number[]) => number[]} */
function runningSums(steps) {
  let sum = 0
  return steps.map(step => {
    sum += step
    return sum
  })
}

/** Reads what `packText` writes. @param {string} packed base64 of a deflated text @returns {Promise<Response>} the text */
export async function inflate(packed) {
  const deflated = Uint8Array.from(atob(packed), character => character.charCodeAt(0))
  return new Response(new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw')))
}

/** Unpacks each long text of the page when it is first opened. */
export function showPackedTexts() {
  for (const details of document.querySelectorAll('details.packed'))
    details.addEventListener('toggle', () => unpackInto(details), { once: true })
}

/** @type {(details: Element) => Promise<void>} */
async function unpackInto(details) {
  const text = await inflate(details.querySelector('script')?.textContent ?? '')
  details.querySelector('pre')?.replaceChildren(await text.text())
}
