import { readFileSync } from 'node:fs'
import path from 'node:path'
import { badOption } from '../../compare/ask/bad-option.js'
import { labs } from '../../labs/index.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { SCHEMAS } from '../options/commands.js'
import { print } from '../print/print.js'

/** What prints each schema, by the name that a person types. @type {Record<string, () => string>} */
const schemas = {
  config: () => textOf('workshop.config.schema.json'),
  analysis: analysisSchema
}

/**
 * `workshop schema config|analysis`: prints a JSON Schema.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function schemaCommand([name = '', ...others]) {
  const write = others.length === 0 && Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (write === undefined) throw badOption('schema', 'name one schema', SCHEMAS.join(', '))
  return print(write())
}

/** Returns the schema of a run folder with that of analysis.json alone at its root. */
function analysisSchema() {
  const title = 'analysis.json of profiling-workshop, of an experiment or of a lab'
  const names = ['Analysis', ...[...labs.values()].map(({ types }) => types.analysis)]
  const anyOf = names.map(name => ({ $ref: `#/definitions/${name}` }))
  return JSON.stringify({ ...JSON.parse(textOf('run-folder.schema.json')), title, anyOf }, null, 2)
}

/** @param {string} file */
function textOf(file) {
  return readFileSync(path.join(workshopRoot, 'schemas', file), 'utf8')
}
