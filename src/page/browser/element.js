/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | true>} [attributes] `true`: without a value
 * @param {...(Node | string)} children text stays text
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value === true ? '' : String(value))
  }
  made.append(...children)
  return made
}

/**
 * @param {string} text
 * @param {() => void} onClick
 * @param {Record<string, string | number | true>} [attributes]
 */
export function button(text, onClick, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', onClick)
  return made
}

/**
 * @template {string} Value
 * @param {string} label
 * @param {[Value, string][]} options
 * @param {(value: Value) => void} onChange
 */
export function choiceOf(label, options, onChange) {
  const select = element('select', {}, ...options.map(([value, text]) => element('option', { value }, text)))
  select.addEventListener('change', () => onChange(/** @type {Value} */ (select.value)))
  return { field: element('label', { class: 'flame-field' }, element('span', {}, label), select), select }
}
