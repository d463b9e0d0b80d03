import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { API } from 'typescript/unstable/sync'
import { formatJson } from '../src/system/files.js'
import { workshopRoot } from '../src/system/workshop-root.js'
import { schemaOfType } from './schema-of-type.js'

/**
 * Writes the JSON Schema of analysis.json from the type that the code is checked by: node scripts/write-schemas.js [file]. The API of
 * the compiler may change with its version; generators such as ts-json-schema-generator need an older compiler beside this one.
 */
const [file = path.join(workshopRoot, 'schemas/analysis.schema.json')] = process.argv.slice(2)
const config = path.join(workshopRoot, 'tsconfig.json')
const api = new API({ cwd: workshopRoot })
try {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`${config} cannot be opened`)
  writeFileSync(file, `${formatJson(schemaOfAnalysis(project))}\n`)
} finally {
  api.close()
}

/** @param {import('typescript/unstable/sync').Project} project */
function schemaOfAnalysis({ program, checker }) {
  const source = program.getSourceFile(path.join(workshopRoot, 'src/types.d.ts'))
  const symbol =
    source &&
    checker
      .getSymbolAtLocation(source)
      ?.getExports()
      .get(/** @type {any} */ ('Analysis'))
  if (!symbol) throw new Error('src/types.d.ts exports no Analysis')
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'analysis.json of profiling-workshop',
    ...schemaOfType(checker.getDeclaredTypeOfSymbol(symbol), checker)
  }
}
