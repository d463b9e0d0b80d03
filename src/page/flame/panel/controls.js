import { button, element } from '../../browser/element.js'

/** @import { Scenes } from '../scene/scenes.js' */
/** @import { Detail, View } from '../types.js' */
/** @import { Changed, Viewer } from '../viewer.js' */

/**
 * @typedef {object} Actions
 * @property {(source: number) => void} open
 * @property {(query: string) => void} search
 * @property {() => void} leaveSearch
 * @property {() => void} saveProfile
 * @property {HTMLElement} keys the list of keys
 */

/**
 * Builds all controls of a flame graph, in one line.
 * @param {string[]} titles of the sources
 * @param {() => Viewer | null} currentViewer @param {Actions} actions
 */
export function buildControls(titles, currentViewer, { open, search, leaveSearch, saveProfile, keys }) {
  const sources = titles.map((title, index) => element('option', { value: index }, title))
  const source = element('select', { 'aria-label': 'Profiler' }, ...sources)
  source.addEventListener('change', () => open(Number(source.value)))
  source.hidden = titles.length < 2
  const views = segment('View', /** @type {View[]} */ (['baseline', 'candidate', 'difference']), view =>
    currentViewer()?.choose({ view })
  )
  const details = segment('Frames', /** @type {Detail[]} */ (['owners', 'all', 'time']), detail =>
    currentViewer()?.choose({ detail })
  )
  const searchInput = element('input', {
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Search /',
    'aria-label': 'Search'
  })
  searchInput.addEventListener('input', () => search(searchInput.value))
  searchInput.addEventListener('keydown', function press(event) {
    if (event.key === 'Enter') currentViewer()?.nextMatch(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') leaveSearch()
    else return
    event.preventDefault()
  })
  const next = button('Next difference', () => currentViewer()?.nextDifference(1))
  const reset = button('Reset zoom', () => currentViewer()?.reset())
  const more = element(
    'details',
    { class: 'flame-more' },
    element('summary', { 'aria-label': 'More' }, '⋯'),
    element('div', {}, button('Save profile (speedscope)', saveProfile), keys)
  )
  const root = element(
    'div',
    { class: 'flame-controls' },
    source,
    views.root,
    details.root,
    searchInput,
    next,
    reset,
    more
  )
  return { root, searchInput, select, setGraph, update, toggleKeys }

  /** @type {(source: number) => void} */
  function select(index) {
    source.value = String(index)
  }

  function toggleKeys() {
    more.open = !more.open
  }

  /** @type {(scenes: Scenes) => void} */
  function setGraph({ variants, graph }) {
    const isAlone = variants.length === 1
    next.hidden = views.root.hidden = isAlone
    details.show(detail => {
      if (detail === 'owners') return graph.owners.frames.length === 0 ? null : 'app and packages'
      if (detail === 'time') return graph.timelines.length === 0 ? null : 'time order'
      return 'all frames'
    })
  }

  /** @type {(viewer: Viewer, changed: Changed) => void} */
  function update({ choice, scenes, state, differences }, changed) {
    const { isZoomed, highlighted, scene } = state()
    reset.hidden = !isZoomed && !(highlighted && 'nodes' in highlighted)
    if (changed === 'range') return
    next.disabled = differences().places.length === 0
    details.check(choice.detail)
    views.check(choice.view)
    views.show(view => {
      if (scene.axis === 'time') return view === choice.view ? 'both' : null
      if (view === 'difference') return view
      return scenes.variants[view === 'baseline' ? 0 : choice.candidate] ?? ''
    })
  }
}

/**
 * Builds a choice of which all values are visible.
 * @template {string} Value
 * @param {string} label @param {Value[]} values @param {(value: Value) => void} onChange
 */
function segment(label, values, onChange) {
  const choices = values.map(value => {
    const input = element('input', { type: 'radio', name: `flame-${label}`, value })
    const text = element('span')
    input.addEventListener('change', () => onChange(value))
    return { value, input, text, root: element('label', {}, input, text) }
  })
  const root = element('fieldset', { class: 'segment' }, element('legend', { class: 'hidden' }, label))
  root.append(...choices.map(choice => choice.root))
  return { root, check, show }

  /** @param {Value} chosen */
  function check(chosen) {
    for (const { value, input } of choices) input.checked = value === chosen
  }

  /** Names the values. @param {(value: Value) => string | null} textOf null where it cannot be chosen now */
  function show(textOf) {
    for (const each of choices) {
      const text = textOf(each.value)
      each.root.hidden = each.input.disabled = text === null
      each.text.textContent = text ?? ''
    }
  }
}
