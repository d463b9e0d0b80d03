/**
 * @typedef {object} Schema what this tool uses of JSON Schema, draft 07
 * @property {string} [type]
 * @property {unknown[]} [enum]
 * @property {Schema[]} [anyOf]
 * @property {Schema} [items]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string} [pattern]
 * @property {unknown[]} [examples]
 * @property {Record<string, Schema>} [properties]
 */

/**
 * Returns what a value must be, such as `a whole number from 1 to 200`.
 * @param {Schema} schema
 * @returns {string}
 */
export function expectedWords(schema) {
  const { anyOf, enum: values, type, items = {}, minimum, maximum, pattern, examples = [] } = schema
  if (anyOf) return anyOf.map(expectedWords).join(' or ')
  if (values) return values.map(value => JSON.stringify(value)).join(' or ')
  if (pattern !== undefined) return `a string such as ${JSON.stringify(examples[0])}`
  if (type === 'array') return `a list of ${itemWords(items)}`
  if (type === 'object') return 'an object'
  if (type !== 'integer' && type !== 'number') return `a ${type}`
  return `a ${type === 'integer' ? 'whole ' : ''}number from ${minimum} to ${maximum}`
}

/** @param {Schema} items */
function itemWords({ type, enum: values }) {
  if (values) return values.join(', ')
  return type === 'string' ? 'strings' : 'objects'
}
