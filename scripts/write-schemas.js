import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { API } from 'typescript/unstable/sync'
import { formatJson } from '../src/system/files/files.js'
import { workshopRoot } from '../src/system/files/workshop-root.js'
import { schemaOfTypes } from './schema-of-type.js'

/** @import { Project } from 'typescript/unstable/sync' */

/** The records of a run folder: run.json, what is in launches/<id>/, one line of each file of JSON Lines, and what is read of analysis.json. */
const RECORDS = {
  'src/runs/types.d.ts': [
    'RunManifest',
    'CopyManifest',
    'UploadManifest',
    'GatewayManifest',
    'StoreManifest',
    'SliceRecord',
    'LaunchRecord',
    'ProfileRecord',
    'SavedSources',
    'CellRecord',
    'OtherRequestsRecord',
    'UploadRecord',
    'UploadLaunchRecord',
    'LimitProbe',
    'StoreRecord',
    'CapacityRecord',
    'CostRecord',
    'TrialRecord',
    'ListedAnalysis',
    'ListedLabAnalysis'
  ],
  'src/labs/gateway/types.d.ts': ['GatewayRecord', 'FirstRequestRecord', 'UpstreamCheck'],
  'src/measure/types.d.ts': ['PlannedLaunch'],
  'src/load/types.d.ts': ['PacedToolResult', 'SocketsToolResult'],
  'src/profile/types.d.ts': ['LaunchTrees'],
  'src/verdict/types.d.ts': ['Calibration'],
  'src/verdict/gates/baseline-types.d.ts': ['Baseline']
}
/** The schemas by the names of their files: what each is of, and the types of it. */
const SCHEMAS = {
  'analysis.schema.json': {
    title: 'analysis.json of profiling-workshop, of an experiment or of a lab',
    types: { 'src/types.d.ts': ['Analysis'], 'src/labs/skeleton/analysis-types.d.ts': ['LabAnalysis'] }
  },
  'run-folder.schema.json': {
    title:
      'the records of a run folder of profiling-workshop: run.json, the lines of its JSON Lines, and the profiles of launches',
    types: RECORDS
  }
}

/**
 * Writes the JSON Schemas of analysis.json and of the records of a run folder from the types that the code is checked by: node
 * scripts/write-schemas.js [folder]. The API of the compiler may change with its version; generators such as ts-json-schema-generator
 * need an older compiler beside this one.
 */
const [folder = path.join(workshopRoot, 'schemas')] = process.argv.slice(2)
const config = path.join(workshopRoot, 'tsconfig.json')
const api = new API({ cwd: workshopRoot })
try {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`${config} cannot be opened`)
  for (const [name, of] of Object.entries(SCHEMAS))
    writeFileSync(path.join(folder, name), `${formatJson(schemaOf(project, of))}\n`)
} finally {
  api.close()
}

/** @type {(project: Project, of: { title: string, types: Record<string, string[]> }) => Record<string, unknown>} */
function schemaOf({ program, checker }, { title, types }) {
  const named = Object.entries(types).flatMap(([file, names]) => names.map(name => typeOf(file, name)))
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
