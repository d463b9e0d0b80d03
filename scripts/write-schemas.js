import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { API } from 'typescript/unstable/sync'
import { labs } from '../src/labs/index.js'
import { workshopRoot } from '../src/system/files/workshop-root.js'
import { configSchema } from './config-schema.js'
import { schemaOfTypes } from './schema-of-type.js'

/** @import { Project } from 'typescript/unstable/sync' */
/** @import { Lab } from '../src/labs/skeleton/types.js' */

/** What a run folder has: analysis.json and what the index reads of it, run.json, the files of launches, and one line of each file of JSON Lines. */
const TYPES = {
  'src/types.d.ts': ['Analysis'],
  'src/runs/types.d.ts': [
    'RunManifest',
    'SliceRecord',
    'LaunchRecord',
    'ProfileRecord',
    'SavedSources',
    'ListedAnalysis',
    'ListedLabAnalysis'
  ],
  'src/runs/tree-types.d.ts': ['SavedTrees'],
  'src/runs/lab-types.d.ts': ['LabManifest'],
  ...Object.fromEntries([...labs.values()].map(typesOfLab)),
  'src/measure/types.d.ts': ['PlannedLaunch'],
  'src/load/types.d.ts': ['PacedToolResult', 'SocketsToolResult'],
  'src/verdict/types.d.ts': ['Calibration'],
  'src/verdict/gates/gate-types.d.ts': ['Baseline']
}

/**
 * Writes the JSON Schema of the files of a run folder from the types that the code is checked by: node scripts/write-schemas.js
 * [folder], and that of the configuration from the table of options, which `npm run format` then formats. Each definition is one line, so that a change of a type is one line of a commit. The API of the compiler may change with its
 * version; generators such as ts-json-schema-generator need an older compiler beside this one.
 */
const [folder = path.join(workshopRoot, 'schemas')] = process.argv.slice(2)
const config = path.join(workshopRoot, 'tsconfig.json')
const api = new API({ cwd: workshopRoot })
try {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`${config} cannot be opened`)
  writeFileSync(path.join(folder, 'run-folder.schema.json'), inLines(schemaOf(project)))
} finally {
  api.close()
}
writeFileSync(path.join(folder, 'workshop.config.schema.json'), configSchema())

/** @param {Project} project */
function schemaOf({ program, checker }) {
  const named = Object.entries(TYPES).flatMap(([file, names]) => names.map(name => typeOf(file, name)))
  const title =
    'the files of a run folder of profiling-workshop: analysis.json, run.json, JSON Lines, profiles of launches'
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...schemaOfTypes(named, checker) }

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

/** Returns the file of a lab's types, and the names that the lab gives them. @param {Lab} lab @returns {[string, string[]]} */
function typesOfLab({ question, types, records }) {
  const names = [types.analysis, types.manifest, ...Object.values(records).map(({ type }) => type)]
  return [`src/labs/${question.name}/types.d.ts`, names]
}

/** Returns a schema as JSON with one line per definition. @param {Record<string, unknown>} schema */
function inLines({ definitions, ...head }) {
  const lines = entriesOf(/** @type {object} */ (definitions)).map(line => `  ${line}`)
  return `{\n${entriesOf(head).join(',\n')},\n"definitions": {\n${lines.join(',\n')}\n}\n}\n`
}

/** @param {object} object */
function entriesOf(object) {
  return Object.entries(object).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
}
