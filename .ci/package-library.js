import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, run } from './package-setup.js'

/**
 * Imports the package as a library, runs it, and checks it against its types.
 * @param {string} project
 */
export function useLibrary(project) {
  const text = `import { compare, WorkshopError } from 'profiling-workshop'
import schema from 'profiling-workshop/schemas/run-folder.schema.json' with { type: 'json' }
if (schema.definitions.Analysis === undefined) throw new Error('there is no schema of the results')
const error = await compare({ servers: [] }).catch(each => each)
if (!(error instanceof WorkshopError) || error.code !== 'ERR_BAD_OPTION') throw error
`
  writeFileSync(path.join(project, 'use.js'), text)
  run(process.execPath, ['use.js'], project)
  const options = {
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    module: 'nodenext',
    resolveJsonModule: true,
    target: 'es2023',
    types: []
  }
  const config = { compilerOptions: { ...options, skipLibCheck: true }, include: ['use.js'] }
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config))
  run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', project], project)
}
