import { readFileSync } from 'node:fs'
import path from 'node:path'
import { labs } from '../../labs/index.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { printingCommand } from '../options/read-arguments.js'

/** `workshop schema config|analysis`: prints a JSON Schema. */
export const schemaCommand = printingCommand('schema', 'schema', {
  config: () => textOf('workshop.config.schema.json'),
  analysis: analysisSchema
})

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
