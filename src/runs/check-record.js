import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { workshopRoot } from '../system/files/workshop-root.js'

/** @import { ValidateFunction } from 'ajv' */

/** @typedef {{ place: string, problem: string }} WrongValue `place`: a JSON pointer; `problem`: what is wrong there */

/** An error of any code: to compile the details of all codes takes longer than to read a run. */
const ANY_PROBLEM = {
  type: 'object',
  properties: { code: { type: 'string' }, details: { type: 'object' } },
  required: ['code', 'details']
}

/** What may be below zero: a difference, the parent of an outermost node, an idle sample, and a pass before the first repeat. */
const SIGNED = new Set(['clockStepMs', 'parent', 'nodes', 'repeat', 'cpuOtherThreadsMicros', 'addedP50Ms'])
const WHOLE = new Set('round index repeat completed sent frame parent tier nodes node line threadId'.split(' '))
/** What is divided by. */
const POSITIVE = new Set(['durationMs', 'totalMs', 'sizeBytes'])
const MOMENTS = new Set(['startedAt', 'endedAt', 'at'])
/** More rounds or repeats than any run has: the factor of an interval over many more would take without end. */
const MOST_PAIRS = 1e4
/**
 * Ends of intervals, which may be larger than any measured value but finite in percent: that of two repeats that differ by a factor of 5,
 * of one strategy of five, ends beyond what is counted exactly.
 */
const ENDS = new Set(['low', 'high', 'halfWidthRatio'])
/** Of a run without such a limit it is infinite. */
const UNBOUNDED = 'mostRequests'
/** Deeper than any record. */
const MOST_DEPTH = 40

/** Those of the load generators' own results too: to decode one of a stranger can take all memory. */
const HISTOGRAMS = new Set(['latencyMicros', 'serviceMicros', 'responseMicros', 'sendDelayMicros', 'latencies'])

/** Of HdrHistogram V2, without the size of a word. */
const COMPRESSED_COOKIE = 0x1c849304
const UNCOMPRESSED_COOKIE = 0x1c849303
const HEADER_BYTES = 40
const MOST_HISTOGRAM_BYTES = 1 << 20
const MOST_MICROS = 1n << 32n
/** Those of autocannon's own histograms; the others have three. */
const MOST_DIGITS = 5

/** @type {ReturnType<typeof loadSchemas> | undefined} */
let loaded

/**
 * Returns the first wrong value of a record of a run folder.
 * @param {string} type its name in schemas/run-folder.schema.json
 * @param {unknown} record
 * @param {{ isMeasured?: boolean }} [kind] `isMeasured`: of a record of measurements; a manifest has settings and earlier results
 * @returns {WrongValue | null}
 */
export function wrongValueIn(type, record, { isMeasured = true } = {}) {
  const odd = oddValueIn(record, isMeasured)
  return odd === null ? wrongByType(type, record) : { place: odd, problem: 'is a value that no measurement gives' }
}

/**
 * Returns the first wrong value of an error as files have it. Of a code that this version does not know, only the code is printed.
 * @param {unknown} problem @returns {WrongValue | null}
 */
export function wrongProblem(problem) {
  const wrong = wrongByType('SavedProblem', problem)
  if (wrong) return wrong
  const { ajv, problems } = schemas()
  const schema = problems.get(/** @type {{ code: string }} */ (problem).code)
  return schema ? errorOf(ajv.compile(schema), problem) : null
}

/** @type {(type: string, value: unknown) => WrongValue | null} */
function wrongByType(type, value) {
  const { ajv } = schemas()
  return errorOf(/** @type {ValidateFunction} */ (ajv.getSchema(`run-folder#/definitions/${type}`)), value)
}

/** @type {(validate: ValidateFunction, value: unknown) => WrongValue | null} */
function errorOf(validate, value) {
  if (validate(value)) return null
  const [{ instancePath = '', message = 'is wrong', params = {} } = {}] = validate.errors ?? []
  const { missingProperty } = params
  if (missingProperty === undefined) return { place: instancePath, problem: message }
  return { place: `${instancePath}/${missingProperty}`, problem: 'is missing' }
}

/** Returns the schemas of all types and errors. Ajv compiles each when it is first used, and keeps it. */
function schemas() {
  loaded ??= loadSchemas()
  return loaded
}

function loadSchemas() {
  const schema = JSON.parse(readFileSync(path.join(workshopRoot, 'schemas/run-folder.schema.json'), 'utf8'))
  /** @type {{ properties: { code: { const: string } } }[]} */
  const ofCodes = schema.definitions.SavedProblem.anyOf
  schema.definitions.SavedProblem = ANY_PROBLEM
  const ajv = new Ajv({ strict: false, strictNumbers: false, validateSchema: false, inlineRefs: false })
  const refer = ofCodes.map(each => JSON.parse(JSON.stringify(each).replaceAll('"#/', '"run-folder#/')))
  return {
    ajv: ajv.addSchema(schema, 'run-folder'),
    problems: new Map(refer.map(each => [each.properties.code.const, each]))
  }
}

/**
 * Returns the place of the first value of a record that no measurement gives, as a JSON pointer: a number larger than what is counted
 * exactly, below zero where that has no meaning, or not whole where it counts; an interval that ends before it begins, or has no
 * confidence; a change without a pair; a time that is none, a histogram that cannot be decoded, and what is nested too deeply.
 * @param {unknown} record @param {boolean} isMeasured @returns {string | null}
 */
function oddValueIn(record, isMeasured) {
  return oddIn(record, '', 0)

  /** @type {(value: unknown, key: string, depth: number) => string | null} */
  function oddIn(value, key, depth) {
    if (typeof value === 'number') return isOdd(value, key) ? '' : null
    if (typeof value === 'string') return isOddText(value, key) ? '' : null
    if (typeof value !== 'object' || value === null) return null
    if (depth > MOST_DEPTH) return ''
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const odd = oddIn(value[index], key, depth + 1)
        if (odd !== null) return `/${index}${odd}`
      }
      return null
    }
    if (endsTooEarly(value) || isOfNothing(value)) return ''
    for (const own in value) {
      const odd = oddIn(/** @type {Record<string, unknown>} */ (value)[own], own, depth + 1)
      if (odd !== null) return `/${own}${odd}`
    }
    return null
  }

  /** @type {(value: number, key: string) => boolean} */
  function isOdd(value, key) {
    if (!isMeasured && ENDS.has(key)) return !Number.isFinite(100 * value)
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return key !== UNBOUNDED
    if (key === 'confidence') return value <= 0 || value >= 1
    if (key === 'pairs') return !Number.isInteger(value) || value < 0 || value > MOST_PAIRS
    if (key === 'marginRatio') return !(value > 0)
    if (!isMeasured) return false
    if (value < 0 && !SIGNED.has(key)) return true
    if (value === 0 && POSITIVE.has(key)) return true
    return !Number.isInteger(value) && WHOLE.has(key)
  }
}

/** Returns whether something is an interval whose end is before its beginning. @param {{ low?: unknown, high?: unknown }} value */
function endsTooEarly({ low, high }) {
  return typeof low === 'number' && typeof high === 'number' && low > high
}

/**
 * Returns whether something is a change without a pair of values. A conclusion may count none: at saturation no two strategies can be
 * compared.
 * @param {{ relative?: unknown, pairs?: unknown }} value
 */
function isOfNothing({ relative, pairs }) {
  return relative !== undefined && pairs === 0
}

/** @type {(value: string, key: string) => boolean} */
function isOddText(value, key) {
  if (HISTOGRAMS.has(key)) return !isHistogram(value)
  return MOMENTS.has(key) && Number.isNaN(Date.parse(value))
}

/**
 * Returns whether a text is a histogram that can be decoded: the compressed part has a checksum, so a changed bit is found.
 * @param {string} encoded HdrHistogram V2, compressed, base64
 */
function isHistogram(encoded) {
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length < 8 || !hasCookie(bytes, COMPRESSED_COOKIE)) return false
  try {
    const content = inflateSync(bytes.subarray(8, 8 + bytes.readInt32BE(4)), { maxOutputLength: MOST_HISTOGRAM_BYTES })
    if (content.length < HEADER_BYTES || !hasCookie(content, UNCOMPRESSED_COOKIE)) return false
    const [payload, digits, highest] = [content.readInt32BE(4), content.readInt32BE(12), content.readBigInt64BE(24)]
    const isPlain = digits >= 0 && digits <= MOST_DIGITS && highest > 1n && highest <= MOST_MICROS
    return payload === content.length - HEADER_BYTES && isPlain
  } catch {
    return false
  }
}

/** @param {Buffer} bytes @param {number} cookie */
function hasCookie(bytes, cookie) {
  return (bytes.readInt32BE(0) & ~0xf0) === (cookie & ~0xf0)
}
