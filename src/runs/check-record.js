import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { workshopRoot } from '../system/files/workshop-root.js'
import { oddValueIn } from './check-values.js'

/** @import { ValidateFunction } from 'ajv' */

/**
 * @typedef {{ place: string, problem: string }} WrongValue `place`: a JSON pointer; `problem`: what is wrong there
 * @typedef {{ ajv: Ajv, problemOf: Map<string, object>, compiled: Map<string, ValidateFunction> }} Schemas
 */

/** An error of any code: to compile the details of all codes takes longer than to read a run. */
const ANY_PROBLEM = {
  type: 'object',
  properties: { code: { type: 'string' }, details: { type: 'object' } },
  required: ['code', 'details']
}

/** @type {Schemas | undefined} */
let schemas

/**
 * Returns the first wrong value of a record of a run folder.
 * @param {string} type its name in schemas/run-folder.schema.json
 * @param {unknown} record
 * @param {{ isMeasured?: boolean }} [kind] as of {@link oddValueIn}
 * @returns {WrongValue | null}
 */
export function wrongValueIn(type, record, { isMeasured = true } = {}) {
  const odd = oddValueIn(record, { isMeasured })
  if (odd !== null) return { place: odd, problem: 'is a value that no measurement gives' }
  return errorOf(
    validatorOf(type, () => ({ $ref: `run-folder#/definitions/${type}` })),
    record
  )
}

/**
 * Returns the first wrong value of an error as files have it. Of a code that this version does not know, only the code is printed.
 * @param {unknown} problem @returns {WrongValue | null}
 */
export function wrongProblem(problem) {
  const wrong = errorOf(
    validatorOf('SavedProblem', () => ANY_PROBLEM),
    problem
  )
  if (wrong) return wrong
  const { code } = /** @type {{ code: string }} */ (problem)
  const schema = loadedSchemas().problemOf.get(code)
  return schema
    ? errorOf(
        validatorOf(code, () => schema),
        problem
      )
    : null
}

/** @type {(validate: ValidateFunction, value: unknown) => WrongValue | null} */
function errorOf(validate, value) {
  if (validate(value)) return null
  const [{ instancePath = '', message = 'is wrong', params = {} } = {}] = validate.errors ?? []
  const { missingProperty } = params
  if (missingProperty === undefined) return { place: instancePath, problem: message }
  return { place: `${instancePath}/${missingProperty}`, problem: 'is missing' }
}

/** @type {(name: string, schemaOf: () => object) => ValidateFunction} */
function validatorOf(name, schemaOf) {
  const { ajv, compiled } = loadedSchemas()
  const validate = compiled.get(name) ?? ajv.compile(schemaOf())
  compiled.set(name, validate)
  return validate
}

/** @returns {Schemas} */
function loadedSchemas() {
  schemas ??= loadSchemas()
  return schemas
}

/** @returns {Schemas} */
function loadSchemas() {
  const schema = JSON.parse(readFileSync(path.join(workshopRoot, 'schemas/run-folder.schema.json'), 'utf8'))
  /** @type {{ properties: { code: { const: string } } }[]} */
  const problems = schema.definitions.SavedProblem.anyOf
  schema.definitions.SavedProblem = ANY_PROBLEM
  const ajv = new Ajv({ strict: false, strictNumbers: false, validateSchema: false, inlineRefs: false })
  const refer = problems.map(each => JSON.parse(JSON.stringify(each).replaceAll('"#/', '"run-folder#/')))
  return {
    ajv: ajv.addSchema(schema, 'run-folder'),
    problemOf: new Map(refer.map(each => [each.properties.code.const, each])),
    compiled: new Map()
  }
}
