import { mountFlame } from '../flame/flame.js'
import { mountCards } from './card.js'
import { expandHeavyTables } from './heavy-callers.js'
import { download } from './save-and-copy.js'
import { sortTablesOnClick } from './sort-on-click.js'
import { showPackedTexts, unpackFlame } from './unpack.js'

sortTablesOnClick()
mountCards()
showPackedTexts()
expandHeavyTables()
saveCsvOnClick()
openFilesOnLink()
openForPrint()
const container = document.getElementById('flame')
if (container) linkToFlame(mountFlame(container, packedGraphs()))

/** Opens the list of files when a link leads to it. */
function openFilesOnLink() {
  document.querySelector('nav a[href="#files"]')?.addEventListener('click', function open() {
    document.querySelector('#files details')?.setAttribute('open', '')
  })
}

/** Opens what is collapsed before the page is printed, except long texts, and closes it again. */
function openForPrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = []
  addEventListener('beforeprint', function open() {
    opened = [...document.querySelectorAll('details')].filter(each => !each.open && !each.classList.contains('packed'))
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', function close() {
    for (const details of opened) details.open = false
  })
}

/** Returns the graphs of this page, each unpacked when it is first shown. */
function packedGraphs() {
  /** @type {{ title: string, profiler: string, isFirst: boolean }[]} */
  const sources = JSON.parse(textOf('flame-sources'))
  return sources.map((source, index) => ({ ...source, load: () => unpackFlame(textOf(`flame-${index}`)) }))
}

/** @type {(flame: ReturnType<typeof mountFlame>) => void} */
function linkToFlame(flame) {
  for (const link of document.querySelectorAll('a[data-frames]')) {
    link.addEventListener('click', function showFunctions(event) {
      event.preventDefault()
      flame.show(JSON.parse(link.getAttribute('data-frames') ?? ''))
    })
  }
}

/** @type {(id: string) => string} */
function textOf(id) {
  return document.getElementById(id)?.textContent ?? ''
}

/** Saves the values of a chart or a table as CSV when its button is clicked. */
function saveCsvOnClick() {
  for (const button of document.querySelectorAll('button[data-csv]')) {
    button.addEventListener('click', function save() {
      // HTML has single line ends.
      const text = (button.getAttribute('data-text') ?? '').replaceAll('\n', '\r\n')
      download(new Blob([text], { type: 'text/csv' }), button.getAttribute('data-csv') ?? '')
    })
  }
}
