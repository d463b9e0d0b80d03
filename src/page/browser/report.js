import { mountFlame } from '../flame/flame.js'
import { drawAsSeen } from './card.js'
import { openForPrint, openOnLink, showPicks } from './groups.js'
import { copyText, download } from './save-and-copy.js'
import { showSlices } from './slices.js'
import { inflate, showPackedTexts, unpackFlame } from './unpack.js'

/** @import { Wanted } from '../flame/flame.js' */

const answers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.answer')])
let selected = 0

showPicks()
openOnLink()
openForPrint()
showPackedTexts()
showSlices(inflate)
copyOnClick()
saveCsvOnClick()
saveCardOnClick()
const container = document.getElementById('flame')
const flame = container && mountFlame(container, packedGraphs(), join)
linkToFlame()
joinOnHover()
chooseAnswers()
if (answers.length > 0 || document.querySelector('a[data-frames]')) showFirst(answers[selected] ?? document.body)

/** Shows one of several answers at a time, and its frames in the graph. */
function chooseAnswers() {
  const links = [...document.querySelectorAll('.openings a')]
  if (links.length === 0) return
  links.forEach((link, index) => {
    link.addEventListener('click', function choose(event) {
      event.preventDefault()
      show(index)
      showFirst(answers[index] ?? document.body)
    })
  })
  show(0)

  /** @param {number} index */
  function show(index) {
    selected = index
    answers.forEach((answer, each) => {
      answer.hidden = each !== index
    })
    links.forEach((link, each) => {
      link.setAttribute('aria-current', String(each === index))
    })
  }
}

/** Selects the frame of the largest price of an answer. @param {HTMLElement} within */
function showFirst(within) {
  const [link] = [...within.querySelectorAll('a[data-frames]')].sort((one, other) => shareOf(other) - shareOf(one))
  if (link) flame?.show(wantedBy(link), { isQuiet: true })
}

/** Returns how wide the shade of a price is. @param {Element} link */
function shareOf(link) {
  return Number.parseFloat(link.parentElement?.querySelector('rect')?.getAttribute('width') ?? '0')
}

/** @param {Element} link @returns {Wanted} */
function wantedBy(link) {
  return JSON.parse(link.getAttribute('data-frames') ?? '')
}

function linkToFlame() {
  for (const link of document.querySelectorAll('a[data-frames]')) {
    link.addEventListener('click', function showFunctions(event) {
      event.preventDefault()
      flame?.show(wantedBy(link))
    })
  }
}

/** Marks what stands for the rows of the blame. @param {{ rows: number[] }} joined */
function join({ rows }) {
  for (const each of document.querySelectorAll('.answer:not([hidden]) [data-rows]'))
    each.classList.toggle(
      'joined',
      rowsOf(each).some(row => rows.includes(row))
    )
}

/** Shows the frames and the functions of a source line, or of a part of the bar, that is pointed at. */
function joinOnHover() {
  for (const each of document.querySelectorAll('[data-rows]')) {
    each.addEventListener('pointerenter', () => flame?.hoverRows(rowsOf(each)))
    each.addEventListener('pointerleave', () => flame?.hoverRows([]))
  }
}

/** @param {Element} each */
function rowsOf(each) {
  return (each.getAttribute('data-rows') ?? '').split(' ').map(Number)
}

/** Returns the graphs of this page, each unpacked when it is first shown. */
function packedGraphs() {
  /** @type {{ title: string, profiler: string, isFirst: boolean }[]} */
  const sources = JSON.parse(textOf('flame-sources'))
  return sources.map((source, index) => ({ ...source, load: () => unpackFlame(textOf(`flame-${index}`)) }))
}

/** @type {(id: string) => string} */
function textOf(id) {
  return document.getElementById(id)?.textContent ?? ''
}

/** @param {string} text */
function say(text) {
  const status = document.getElementById('said')
  if (status) status.textContent = text
}

/** Says on a button how it went, until it is left. @param {HTMLElement} button @param {string} outcome */
function answerOn(button, outcome) {
  const words = (button.dataset.words ??= button.textContent ?? '')
  button.textContent = outcome
  say(outcome)
  button.addEventListener('blur', () => button.replaceChildren(words), { once: true })
}

function copyOnClick() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('button.copy'))) {
    button.addEventListener('click', async function copy() {
      const isCopied = await copyText(button.getAttribute('data-text') ?? '')
      answerOn(button, isCopied ? 'Copied' : 'Not allowed by the browser')
    })
  }
}

/** Saves what the page shows first: the selected answer below the name of the run. */
function saveCardOnClick() {
  const button = /** @type {HTMLElement | null} */ (document.querySelector('.save-card'))
  button?.addEventListener('click', async function save() {
    const blob = await drawAsSeen([...document.querySelectorAll('.crumbs, #answer')]).catch(() => null)
    if (!blob) return answerOn(button, 'Not possible in this browser')
    download(blob, `${answers[selected]?.dataset.file}.png`)
    answerOn(button, 'Saved')
  })
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
