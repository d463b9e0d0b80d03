/**
 * Returns a new element. Text children stay text.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | true>} [attributes] `true`: without a value
 * @param {...(Node | string)} children @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value === true ? '' : String(value))
  made.append(...children)
  return made
}

/** @type {(text: string, onClick: () => void, attributes?: Record<string, string | number | true>) => HTMLButtonElement} */
export function button(text, onClick, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', onClick)
  return made
}
