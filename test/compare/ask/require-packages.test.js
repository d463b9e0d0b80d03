import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { callInProcess } from '../../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../../..')
const names = ['express', 'compression', 'bootstrap', 'ejs']

/**
 * Returns a project that has installed the workshop and other packages.
 * @param {Record<string, string>} installed versions by name
 * @param {Record<string, string>} [dependencies] of its package.json
 */
function projectWith(installed, dependencies = {}) {
  const project = temporaryFolder()
  const modules = path.join(project, 'node_modules')
  // Packages of the labs may be installed in src/labs.
  const filter = (/** @type {string} */ file) => path.basename(file) !== 'node_modules'
  cpSync(path.join(root, 'src'), path.join(modules, 'profiling-workshop/src'), { recursive: true, filter })
  cpSync(path.join(root, 'package.json'), path.join(modules, 'profiling-workshop/package.json'))
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ dependencies }))
  for (const [name, version] of Object.entries({ ejs: '7.0.2', ...installed })) {
    mkdirSync(path.join(modules, name), { recursive: true })
    writeFileSync(path.join(modules, name, 'package.json'), JSON.stringify({ name, version }))
  }
  return project
}

/** Returns what the workshop of a project says about packages. @param {string} project @returns {string} */
function problemIn(project) {
  const script = path.join(project, 'problem.mjs')
  writeFileSync(
    script,
    `import { requirePackages } from './node_modules/profiling-workshop/src/compare/ask/require-packages.js'
export function problem(names) {
  try {
    requirePackages(names)
    return null
  } catch (error) {
    return { code: error.code, message: error.message }
  }
}`
  )
  return callInProcess({ file: script, name: 'problem', args: [names], env: { ...process.env, NODE_PATH: '' } })
}

test('the advice names the missing packages only, installs them beside the workshop, and saves nothing', () => {
  const project = projectWith({ express: '5.3.0' })
  expect(problemIn(project)).toEqual({
    code: 'ERR_NOT_INSTALLED',
    message: `Not installed: compression, bootstrap. Run npm install --no-save --prefix ${project} compression@^1.8.2 bootstrap@^5.3.8 first.`
  })
})

test.each([
  ['installed', { express: '4.22.1' }, {}, 'express@4.22.1'],
  ['named in package.json', {}, { express: '^4.19.0' }, 'express@^4.19.0']
])(
  'a project whose Express 4 is %s keeps it: a folder of its own is advised',
  (_where, installed, dependencies, found) => {
    expect(problemIn(projectWith(installed, dependencies))).toEqual({
      code: 'ERR_OTHER_MAJOR',
      message: `This project has ${found}, which this command was not tested with. It needs a folder of its own, so that the project keeps its version: install profiling-workshop there, and express@^5.3.0 compression@^1.8.2 bootstrap@^5.3.8.`
    })
  }
)

test('a project with all packages is not refused', () => {
  expect(problemIn(projectWith({ express: '5.3.0', compression: '1.8.2', bootstrap: '5.3.8' }))).toBeNull()
})
