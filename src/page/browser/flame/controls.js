import { button, element } from '../element.js'
import { shownText } from './words.js'

/**
 * @import { FlameGraph } from '../../../flame/types.js'
 * @import { ViewerChoice } from './palette.js'
 * @import { Order, View } from './types.js'
 * @import { Changed, Viewer } from './viewer.js'
 */

/**
 * @typedef {object} Actions
 * @property {(source: number) => void} load
 * @property {(changes: Partial<ViewerChoice>) => void} choose
 * @property {(query: string) => void} search
 * @property {(step: number) => void} nextMatch
 * @property {() => void} toggleAround
 * @property {() => void} reset
 * @property {() => void} leaveSearch
 */

let radioGroups = 0

/**
 * @param {string[]} titles of the sources
 * @param {Actions} actions
 */
export function buildControls(titles, actions) {
  const source = choiceOf('Profile', titles.map(asOption), value => actions.load(Number(value)))
  const views = viewChoice(view => actions.choose({ view }))
  const candidate = choiceOf('Candidate', [], value => actions.choose({ candidate: Number(value) }))
  const colouring = choiceOf(
    'Colours',
    [
      ['group', 'whose code'],
      ['tier', 'compiler tier']
    ],
    value => {
      actions.choose({ colouring: value === 'tier' ? 'tier' : 'group' })
    }
  )
  const order = choiceOf(
    'Order',
    [
      ['cost', 'dearest first'],
      ['name', 'by name'],
      ['time', 'in time']
    ],
    value => actions.choose({ order: /** @type {Order} */ (value) })
  )
  const search = searchField(actions)
  const around = button('Callers and callees', actions.toggleAround)
  const reset = button('Show everything', actions.reset)
  const found = element('p', { class: 'flame-found', role: 'status' })
  source.field.hidden = titles.length < 2
  const root = element(
    'div',
    { class: 'flame-controls' },
    source.field,
    views.field,
    candidate.field,
    order.field,
    colouring.field,
    search.field,
    element('div', { class: 'flame-buttons' }, around, reset)
  )
  return { root, search, found, select, setGraph, update }

  /** @param {number} index of a source */
  function select(index) {
    source.select.value = String(index)
  }

  /** @param {FlameGraph} graph */
  function setGraph({ variants, timelines }) {
    const [, ...candidates] = variants.map(({ name }) => shownText(name))
    candidate.select.replaceChildren(...candidates.map((name, i) => element('option', { value: i + 1 }, name)))
    candidate.field.hidden = candidates.length < 2
    for (const option of order.select.options) {
      if (option.value === 'time') option.hidden = option.disabled = timelines.length === 0
    }
  }

  /**
   * @param {Viewer} viewer
   * @param {Changed} changed
   */
  function update({ choice, picture, state }, changed) {
    const { selected, isZoomed, light, colouring: shown, scene } = state()
    reset.disabled = !isZoomed && !(light && 'nodes' in light)
    if (changed === 'sight') return
    const isAround = choice.aroundFrame !== null
    views.show(
      choice.view,
      picture.graph.variants.map(({ name }) => shownText(name)),
      choice.candidate
    )
    views.field.hidden = scene.axis === 'time'
    candidate.select.value = String(choice.candidate)
    colouring.select.value = choice.colouring
    colouring.field.hidden = shown === 'difference'
    order.select.value = choice.order
    order.select.disabled = isAround && choice.order === 'time'
    around.textContent = isAround ? 'Back to all calls' : 'Callers and callees'
    around.disabled = !isAround && selected === null
  }
}

/**
 * @param {string} title
 * @param {number} index
 * @returns {[string, string]}
 */
function asOption(title, index) {
  return [String(index), title]
}

/** @param {(view: View) => void} onChange */
function viewChoice(onChange) {
  const views = /** @type {const} */ (['baseline', 'candidate', 'difference'])
  const name = `flame-view-${radioGroups++}`
  const choices = views.map(view => {
    const input = element('input', { type: 'radio', name, value: view })
    const text = element('span', {}, view)
    input.addEventListener('change', () => onChange(view))
    return { view, input, text, label: element('label', {}, input, text) }
  })
  const labels = choices.map(({ label }) => label)
  const field = element('fieldset', { class: 'flame-views' }, element('legend', {}, 'View'), ...labels)
  return { field, show }

  /**
   * @param {View} chosen
   * @param {string[]} variants
   * @param {number} candidate
   */
  function show(chosen, variants, candidate) {
    for (const { view, input, text } of choices) {
      input.checked = view === chosen
      text.textContent =
        { baseline: `${variants[0]} (baseline)`, candidate: variants[candidate], difference: 'difference' }[view] ?? ''
    }
  }
}

/** @param {Actions} actions */
function searchField({ search, nextMatch, leaveSearch }) {
  const input = element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' })
  const field = element('label', { class: 'flame-field flame-search' }, element('span', {}, 'Search'), input)
  input.addEventListener('input', () => search(input.value))
  input.addEventListener('keydown', function press(event) {
    if (event.key === 'Enter') nextMatch(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') leaveSearch()
    else return
    event.preventDefault()
  })
  return { field, input }
}

/**
 * @template {string} Value
 * @param {string} label
 * @param {[Value, string][]} options
 * @param {(value: Value) => void} onChange
 */
function choiceOf(label, options, onChange) {
  const select = element('select', {}, ...options.map(([value, text]) => element('option', { value }, text)))
  select.addEventListener('change', () => onChange(/** @type {Value} */ (select.value)))
  return { field: element('label', { class: 'flame-field' }, element('span', {}, label), select), select }
}
