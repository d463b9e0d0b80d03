import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const nodeModules = path.resolve('node_modules')

/**
 * Compiles src/<name>.ts of a folder to dist/<name>.js.
 * @param {string} folder
 * @param {{ name: string, text: string, options?: string[] }} source
 * @returns {{ source: string, compiled: string }} absolute paths
 */
export function compileTypeScript(folder, { name, text, options = ['--sourceMap'] }) {
  const files = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        rootDir: 'src',
        outDir: 'dist',
        types: ['node'],
        typeRoots: [path.join(nodeModules, '@types')]
      }
    }),
    [`src/${name}.ts`]: text
  }
  mkdirSync(path.join(folder, 'src'))
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content)
  execFileSync(path.join(nodeModules, '.bin', 'tsc'), ['--project', folder, ...options])
  return { source: path.join(folder, 'src', `${name}.ts`), compiled: path.join(folder, 'dist', `${name}.js`) }
}
