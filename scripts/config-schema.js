import { readFileSync } from 'node:fs'
import path from 'node:path'
import { optionsOf } from '../src/cli/options/options.js'
import { formatJson } from '../src/system/files/files.js'
import { workshopRoot } from '../src/system/files/workshop-root.js'

/** @import { OptionKey } from '../src/compare/ask/option-kinds.js' */

/**
 * Returns the text of the schema of the configuration with the keys of the table of options: what each holds, its description and its
 * examples. Keys with values of several parts, such as a server, have their form in the file. A new key is the last one.
 */
export function configSchema() {
  const schema = JSON.parse(readFileSync(path.join(workshopRoot, 'schemas/workshop.config.schema.json'), 'utf8'))
  const { properties } = schema
  const places = { servers: properties.servers.items.properties, request: properties.request.properties }
  for (const { kind, key } of Object.values(optionsOf('compare'))) {
    if (!key || !kind.schema) continue
    const place = key.of === undefined ? properties : places[key.of]
    place[key.name] = formOf(kind.schema, key)
  }
  return `${formatJson(schema)}\n`
}

/** @param {object} schema @param {OptionKey} key */
function formOf(schema, { about, examples }) {
  const { minItems, ...form } = /** @type {Record<string, unknown>} */ (schema)
  return {
    ...(about !== undefined && { description: about }),
    ...form,
    ...(minItems !== undefined && { minItems }),
    ...(examples && { examples })
  }
}
