import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { install, root, run } from './package-setup.js'

const compiler = path.join(root, 'node_modules/typescript/bin/tsc')

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
  run(process.execPath, [compiler, '-p', project], project)
}

/**
 * Checks the types of the package in empty TypeScript projects, as Node.js and as bundlers look for them.
 * @param {string} folder
 * @param {string} tarball
 */
export function useTypes(folder, tarball) {
  const project = path.join(folder, 'types')
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 'types', private: true, type: 'module' }))
  install(project, [tarball])
  const text = `import { compare } from 'profiling-workshop'
const servers = ['a', 'b'].map(name => ({ name, command: ['node', name] }))
const { analysis } = await compare({ servers, rounds: 6 })
const verdicts: string[] = analysis.verdicts.map(({ verdict }) => verdict)
// @ts-expect-error: it is a number, so the types are known
const rounds: string = analysis.rounds
export { rounds, verdicts }
`
  writeFileSync(path.join(project, 'use.ts'), text)
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler']
  ]) {
    const compilerOptions = { strict: true, noEmit: true, module, moduleResolution, target: 'es2023', types: [] }
    const config = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, include: ['use.ts'] }
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config))
    run(process.execPath, [compiler, '-p', project], project)
    console.log(`types: right with module resolution ${moduleResolution}`)
  }
}
