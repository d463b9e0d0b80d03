import { readFileSync } from 'node:fs'
import path from 'node:path'
import { badOption } from '../../compare/ask/bad-option.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { print } from '../print/print.js'

/** By the name that a person types. @type {Record<string, string>} */
export const schemaFiles = { config: 'workshop.config.schema.json', analysis: 'analysis.schema.json' }

/**
 * `workshop schema config|analysis`: prints a JSON Schema.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function schemaCommand([name = '', ...others]) {
  const file = others.length === 0 && Object.hasOwn(schemaFiles, name) ? schemaFiles[name] : undefined
  if (file === undefined) throw badOption('schema', 'name one schema', Object.keys(schemaFiles).join(', '))
  return print(readFileSync(path.join(workshopRoot, 'schemas', file), 'utf8'))
}
