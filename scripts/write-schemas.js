import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { API } from 'typescript/unstable/sync'
import { formatJson } from '../src/system/files.js'
import { workshopRoot } from '../src/system/workshop-root.js'
import { schemaOfTypes } from './schema-of-type.js'

/**
 * Writes the JSON Schema of analysis.json from the types that the code is checked by: node scripts/write-schemas.js [file]. The API of
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
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'analysis.json of profiling-workshop, of an experiment or of a lab',
    ...schemaOfTypes(
      [typeOf('src/types.d.ts', 'Analysis'), typeOf('src/verdict/lab-types.d.ts', 'LabAnalysis')],
      checker
    )
  }

  /** @param {string} file @param {string} name of a type that it exports */
  function typeOf(file, name) {
    const source = program.getSourceFile(path.join(workshopRoot, file))
    const symbol =
      source &&
      checker
        .getSymbolAtLocation(source)
        ?.getExports()
        .get(/** @type {any} */ (name))
    if (!symbol) throw new Error(`${file} exports no ${name}`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }
}
