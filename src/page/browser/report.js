import { mountFlame } from './flame/flame.js'
import { openForPrint } from './open-for-print.js'
import { sortOnClick } from './sort-on-click.js'
import { unpackFlame } from './unpack-flame.js'

for (const table of document.querySelectorAll('table.sortable')) sortOnClick(/** @type {HTMLTableElement} */ (table))
openForPrint()
const container = document.getElementById('flame')
if (container) leadIntoFlames(mountFlame(container, packedGraphs()))

/** The graphs of this page, each unpacked when it is first looked at. */
function packedGraphs() {
  /** @type {{ title: string, profiler: string }[]} */
  const sources = JSON.parse(textOf('flame-sources'))
  return sources.map((source, index) => ({ ...source, load: () => unpackFlame(textOf(`flame-${index}`)) }))
}

/** @param {ReturnType<typeof mountFlame>} flame */
function leadIntoFlames(flame) {
  for (const link of document.querySelectorAll('a[data-frames]')) {
    link.addEventListener('click', function showFunctions(event) {
      event.preventDefault()
      flame.show(JSON.parse(link.getAttribute('data-frames') ?? ''))
    })
  }
}

/** @param {string} id */
function textOf(id) {
  return document.getElementById(id)?.textContent ?? ''
}
