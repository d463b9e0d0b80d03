/** @import { Environment } from '../verdict/types.js' */

/**
 * Schema 1 has the environment as texts by label, those of several requests in one text.
 * @type {Record<string, [name: keyof Environment, read: (text: string) => unknown]>}
 */
const labels = {
  processor: ['cpuModel', String],
  cores: ['cores', Number],
  'memory, GiB': ['memoryGiB', Number],
  platform: ['platform', String],
  'cores to pin to': ['pinnableCores', Number],
  'Node.js': ['nodeVersions', text => text.split(', ')],
  requests: ['requests', text => text.split(/, (?=[A-Z]+ \/)/).map(requestOf)],
  load: ['load', loadOf],
  'slice, ms': ['sliceMs', Number],
  'separate slices': ['separateSlices', Number],
  'warm-up, ms': ['warmUpMs', Number],
  'cold requests': ['coldRequests', text => (text === 'no' ? null : Number(text))],
  'short run': ['isShort', text => text === 'yes']
}

/** What schema 1 has not. */
const unknown = { release: 'unknown', governor: null, companions: [] }

/**
 * Returns a baseline of schema 1 in the present schema, and any other content as it is. What is damaged does not fit that schema.
 * @param {any} content
 */
export function upgradeBaseline(content) {
  if (content?.schemaVersion !== 1) return content
  const { environment, values, ...kept } = content
  const texts = Object(environment)
  const variants = Object.keys(Object(values))
  const facts = Object.entries(labels).map(([label, [name, read]]) => [name, read(String(texts[label]))])
  return {
    ...kept,
    schemaVersion: 2,
    // The text of all names could not be separated: a name can have a comma.
    environment: { ...unknown, ...Object.fromEntries(facts), variants, memoryLimitsMB: variants.map(() => null) },
    values
  }
}

/** @param {string} text such as GET /items */
function requestOf(text) {
  const [method, ...path] = text.split(' ')
  return { method, path: path.join(' '), headers: {}, bodyBytes: 0, weight: 1 }
}

/** @param {string} text such as autocannon, 50 connections, or paced */
function loadOf(text) {
  const [, generator, connections] = /^(\w+)(?:, (\d+) connections)?$/.exec(text) ?? []
  return { generator, connections: connections === undefined ? null : Number(connections) }
}
