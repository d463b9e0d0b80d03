import { ownerWords } from '../../../report/words/words.js'
import { button, element } from '../../browser/element.js'
import { hideableGroups } from '../scene/tree.js'

/** @import { ViewerChoice } from '../scene/colouring.js' */
/** @import { Scenes } from '../scene/scenes.js' */
/** @import { View } from '../types.js' */
/** @import { Changed, Viewer } from '../viewer.js' */

/**
 * @typedef {object} Actions
 * @property {(source: number) => void} open
 * @property {(query: string) => void} search
 * @property {() => void} toggleAround
 * @property {() => void} leaveSearch
 */

const colourings = /** @type {const} */ ({ group: 'code owner', tier: 'compiler tier', hotness: 'hotness' })
const details = /** @type {const} */ ({ owners: 'app and packages', all: 'all frames' })
const orders = /** @type {const} */ ({ cost: 'by cost', name: 'by name', time: 'timeline (one launch per variant)' })

/**
 * Builds all controls of a flame graph.
 * @param {string[]} titles of the sources
 * @param {() => Viewer | null} currentViewer @param {Actions} actions
 */
export function buildControls(titles, currentViewer, { open, search, toggleAround, leaveSearch }) {
  const source = choiceOf('Profiler', titles, value => open(Number(value)))
  const views = viewChoice(view => currentViewer()?.choose({ view }))
  const candidate = choiceOf('Candidate', {}, value => currentViewer()?.choose({ candidate: Number(value) }))
  const colouring = choiceOf('Colour by', colourings, value => currentViewer()?.choose({ colouring: value }))
  const detail = choiceOf('Frames', details, value => currentViewer()?.choose({ detail: value }))
  const owners = ownerToggles(hidden => currentViewer()?.choose({ hidden }))
  const order = choiceOf('Order', orders, value => currentViewer()?.choose({ order: value }))
  const searchInput = element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' })
  const searchField = element(
    'label',
    { class: 'flame-field flame-search' },
    element('span', {}, 'Search'),
    searchInput
  )
  searchInput.addEventListener('input', () => search(searchInput.value))
  searchInput.addEventListener('keydown', function press(event) {
    if (event.key === 'Enter') currentViewer()?.nextMatch(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') leaveSearch()
    else return
    event.preventDefault()
  })
  const around = button('', toggleAround)
  const reset = button('Reset zoom', () => currentViewer()?.reset())
  const next = button('Next difference', () => currentViewer()?.nextDifference(1))
  const found = element('p', { class: 'flame-found', role: 'status' })
  source.field.hidden = titles.length < 2
  const root = element(
    'div',
    { class: 'flame-controls' },
    ...[source, views, candidate, detail, order, colouring, owners].map(({ field }) => field),
    searchField,
    element('div', { class: 'flame-buttons' }, next, around, reset)
  )
  return { root, searchInput, found, select, setGraph, update }

  /** @type {(source: number) => void} */
  function select(index) {
    source.select.value = String(index)
  }

  /** @type {(scenes: Scenes) => void} */
  function setGraph({ variants, graph }) {
    const candidates = variants.slice(1)
    candidate.select.replaceChildren(...candidates.map((name, i) => element('option', { value: i + 1 }, name)))
    candidate.field.hidden = candidates.length < 2
    next.hidden = candidates.length === 0
    detail.field.hidden = graph.owners.frames.length === 0
    for (const option of order.select.options) {
      if (option.value === 'time') option.hidden = option.disabled = graph.timelines.length === 0
    }
  }

  /** @type {(viewer: Viewer, changed: Changed) => void} */
  function update({ choice, scenes, state, differences }, changed) {
    const { selected, isZoomed, highlighted, colouring: shown, scene } = state()
    reset.disabled = !isZoomed && !(highlighted && 'nodes' in highlighted)
    if (changed === 'range') return
    const isAround = choice.aroundFrame !== null
    next.disabled = differences().places.length === 0
    owners.show(choice.hidden)
    owners.field.hidden = choice.detail !== 'all' || isAround || scene.axis === 'time'
    detail.select.value = choice.detail
    detail.select.disabled = isAround || scene.axis === 'time'
    views.show(choice, scenes.variants)
    views.field.hidden = scene.axis === 'time' || scenes.variants.length === 1
    candidate.select.value = String(choice.candidate)
    colouring.select.value = shown
    for (const option of colouring.select.options) {
      if (option.value === 'tier') option.hidden = option.disabled = scene.lanes.some(({ tree }) => tree.isByOwner)
    }
    colouring.field.hidden = shown === 'difference'
    order.select.value = choice.order
    order.select.disabled = isAround && choice.order === 'time'
    around.textContent = isAround ? 'Show full graph' : 'Callers and callees'
    around.disabled = !isAround && selected === null
  }
}

/**
 * @template {Record<string, string> | string[]} Options
 * @param {string} label
 * @param {Options} options their texts by value
 * @param {(value: keyof Options) => void} onChange
 */
function choiceOf(label, options, onChange) {
  const texts = Object.entries(options).map(([value, text]) => element('option', { value }, text))
  const select = element('select', {}, ...texts)
  select.addEventListener('change', () => onChange(/** @type {keyof Options} */ (select.value)))
  return { field: element('label', { class: 'flame-field' }, element('span', {}, label), select), select }
}

/** Builds what shows and hides frames by code owner; one at least is shown. @param {(hidden: number) => void} onChange */
function ownerToggles(onChange) {
  const inputs = hideableGroups.map(() => element('input', { type: 'checkbox' }))
  const labels = inputs.map((input, bit) => {
    input.addEventListener('change', () => onChange(hiddenNow()))
    return element('label', {}, input, element('span', {}, ownerWords[hideableGroups[bit]?.[0] ?? 'app']))
  })
  const field = element('fieldset', { class: 'flame-views' }, element('legend', {}, 'Show frames of'), ...labels)
  return { field, show }

  function hiddenNow() {
    return inputs.reduce((hidden, input, bit) => hidden | (input.checked ? 0 : 1 << bit), 0)
  }

  /** @param {number} hidden */
  function show(hidden) {
    inputs.forEach(function check(input, bit) {
      input.checked = ((hidden >> bit) & 1) === 0
      input.disabled = input.checked && (hidden | (1 << bit)) === 2 ** inputs.length - 1
    })
  }
}

/** @param {(view: View) => void} onChange */
function viewChoice(onChange) {
  const views = /** @type {const} */ (['baseline', 'candidate', 'difference'])
  const choices = views.map(view => {
    const input = element('input', { type: 'radio', name: 'flame-view', value: view })
    const text = element('span')
    input.addEventListener('change', () => onChange(view))
    return { view, input, text, label: element('label', {}, input, text) }
  })
  const labels = choices.map(({ label }) => label)
  const field = element('fieldset', { class: 'flame-views' }, element('legend', {}, 'View'), ...labels)
  return { field, show }

  /** @type {(choice: ViewerChoice, variants: string[]) => void} */
  function show(chosen, variants) {
    const texts = {
      baseline: `${variants[0]} (baseline)`,
      candidate: variants[chosen.candidate],
      difference: 'difference'
    }
    for (const { view, input, text } of choices) {
      input.checked = view === chosen.view
      text.textContent = texts[view] ?? ''
    }
  }
}
