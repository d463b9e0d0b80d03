/** @import { Environment } from '../verdict/types.js' */

/**
 * Schema 1 has the environment as texts by label, those of several requests in one text.
 * @type {Record<string, [name: keyof Environment, read: (text: string) => unknown]>}
 */
const labels = {
  processor: ['cpuModel', String],
  cores: ['cores', numberOf],
  'memory, GiB': ['memoryGiB', numberOf],
  platform: ['platform', String],
  'cores to pin to': ['pinnableCores', numberOf],
  'Node.js': ['nodeVersions', text => text.split(', ')],
  requests: ['requests', text => text.split(/, (?=[A-Z]+ \/)/).map(requestOf)],
  load: ['load', loadOf],
  'slice, ms': ['sliceMs', numberOf],
  'separate slices': ['separateSlices', numberOf],
  'warm-up, ms': ['warmUpMs', numberOf],
  'cold requests': ['coldRequests', text => (text === 'no' ? null : numberOf(text))],
  'short run': ['isShort', isYes]
}

/** What schema 1 has not. */
const unknown = { release: 'unknown', governor: null, companions: [] }

/**
 * Returns a baseline of schema 1 in the present schema, and any other content as it is. A fact that schema 1 has and the file has not is
 * left out, so that the file does not fit the present schema.
 * @param {any} content
 */
export function upgradeBaseline(content) {
  if (content?.schemaVersion !== 1) return content
  const { environment, values, ...kept } = content
  const texts = Object(environment)
  const variants = Object.keys(Object(values))
  const facts = Object.entries(labels)
    .filter(([label]) => typeof texts[label] === 'string')
    .map(([label, [name, read]]) => [name, read(texts[label])])
  return {
    ...kept,
    schemaVersion: 2,
    // The text of all names could not be separated: a name can have a comma.
    environment: { ...unknown, ...Object.fromEntries(facts), variants, memoryLimitsMB: variants.map(() => null) },
    values
  }
}

/** @param {string} text */
function numberOf(text) {
  return text.trim() === '' ? undefined : Number(text)
}

/** @param {string} text yes or no */
function isYes(text) {
  if (text === 'yes') return true
  return text === 'no' ? false : undefined
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
