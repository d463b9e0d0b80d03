import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { closestName } from '../../errors/closest-name.js'
import { findSecrets } from '../../errors/secrets.js'
import { isObject } from '../../errors/type-guards.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { keyText } from './keys.js'

/** @import { KeyPath } from './keys.js' */
/** @import { ErrorObject } from 'ajv' */

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
 * @property {string[]} [required]
 */

/** @typedef {{ path: KeyPath, problem: string }} ConfigProblem */

const SHOWN_CHARACTERS = 40
const NUL = '\0'

/** @type {Schema} */
const schema = JSON.parse(readFileSync(path.join(workshopRoot, 'schemas/workshop.config.schema.json'), 'utf8'))

/**
 * Returns what is wrong with a configuration by its JSON Schema, and which of its texts no program can be given.
 * @param {unknown} config @param {string[]} [required] its keys; those of a file when absent
 * @returns {ConfigProblem[]} each with a sentence that names the key
 */
export function checkConfig(config, required = schema.required) {
  findSecrets(config)
  const validate = new Ajv({ allErrors: true, verbose: true }).compile({ ...schema, required })
  if (validate(config)) return textsWithNul(config).map(toNulProblem)
  const errors = validate.errors ?? []
  return errors.filter(error => !isPartOfChoice(error, errors)).map(toProblem)
}

/**
 * Returns whether an error is about one of several forms that a value can have: the error of the value itself names them all.
 * @param {ErrorObject} error @param {ErrorObject[]} errors
 */
function isPartOfChoice({ schemaPath, instancePath }, errors) {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf')
  return choices.some(
    choice => schemaPath.startsWith(`${choice.schemaPath}/`) && instancePath.startsWith(choice.instancePath)
  )
}

/** @param {ErrorObject} error @returns {ConfigProblem} */
function toProblem({ keyword, instancePath, params, parentSchema = {}, data }) {
  const at = readPointer(instancePath)
  if (keyword === 'required')
    return { path: at, problem: `${keyText(at) || 'the configuration'} needs the key ${params.missingProperty}` }
  if (keyword === 'additionalProperties') {
    const wrong = String(params.additionalProperty)
    const known = Object.keys(parentSchema.properties)
    const closest = closestName(wrong, known)
    const hint = closest === undefined ? `the keys are ${known.join(', ')}` : `did you mean ${closest}?`
    return { path: [...at, wrong], problem: `${keyText([...at, wrong])} is no key; ${hint}` }
  }
  const expected =
    keyword === 'minItems' || keyword === 'minLength'
      ? 'not empty'
      : expectedWords(/** @type {Schema} */ (parentSchema))
  const given = shown(data).replace(/^"json (?!\$).*/, '$&, without $. before its path')
  return { path: at, problem: `${keyText(at) || 'the configuration'} must be ${expected}, and is ${given}` }
}

/**
 * Returns the keys of all texts with a NUL character, at which the system ends an argument, a variable or a path. A body is given
 * to no program.
 * @param {unknown} value
 * @param {KeyPath} [at] its key
 * @returns {KeyPath[]}
 */
function textsWithNul(value, at = []) {
  if (typeof value === 'string') return value.includes(NUL) ? [at] : []
  if (Array.isArray(value)) return value.flatMap((each, index) => textsWithNul(each, [...at, index]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(function inEntry([key, each]) {
    if (key === 'body' && /^requests?$/.test(String(at[0]))) return []
    return key.includes(NUL) ? [[...at, key]] : textsWithNul(each, [...at, key])
  })
}

/** @param {KeyPath} path @returns {ConfigProblem} */
function toNulProblem(path) {
  return { path, problem: `${keyText(path).replaceAll(NUL, '\\0')} must have no NUL character (\\0)` }
}

/** @param {string} pointer a JSON Pointer (RFC 6901) @returns {KeyPath} */
function readPointer(pointer) {
  const parts = pointer.split('/').slice(1)
  return parts.map(part => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value) ?? typeof value
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text
}

/** Returns what a value must be, such as `a whole number from 1 to 200`. @param {Schema} schema @returns {string} */
function expectedWords(schema) {
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
