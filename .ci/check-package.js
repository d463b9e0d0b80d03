import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { expectCulprit, trial } from './package-compare.js'
import { useLibrary, useTypes } from './package-library.js'
import { configure, copyExample, copyZoo, kindOf, makeRepository } from './package-projects.js'
import { binOf, checkContents, checkSize, install, pack } from './package-setup.js'

/**
 * Installs the package into empty folders, and compares servers there: what a user does. It fails where its contents, licence or types are
 * not right, where the install is larger than is
 * promised, or a comparison does not name the function that differs: `node .ci/check-package.js [--full] [file of npm pack]`. Without a
 * file the package is packed first. --full compares servers of more frameworks, and TypeScript.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { full: { type: 'boolean' } } })
const usual = ['fastify-async']
const more = ['nest-service', 'express4-middleware', 'express5-handler', 'http-recursion']
const kinds = values.full ? [...usual, ...more] : usual
/** One profiler is enough where the example had both. */
const brief = ['--profiler', 'prof']
// The real path is what V8 reports: the temporary folder of macOS is a link.
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'workshop-package-')))

try {
  const [packed] = positionals
  const tarball = packed === undefined ? pack(folder) : path.resolve(packed)
  checkContents(tarball)
  const example = copyExample('node-http', folder)
  install(example, [tarball])
  checkSize(example)
  const sortByPrice = { name: 'sortByPrice', file: 'items.js', within: ['byPrice'] }
  expectCulprit({ folder: example, command: ['npm', 'run', 'compare', '--', ...trial], culprit: sortByPrice })
  expectCulprit({
    folder: configure(example),
    command: [binOf(example), 'compare', ...brief, ...trial],
    culprit: sortByPrice
  })
  useLibrary(example)
  useTypes(folder, tarball)

  const revisions = ['compare', 'node server.js', '--ref', 'main', '--ref', 'sort-always', '--path', '/items', ...brief]
  const command = [binOf(example), ...revisions, ...trial]
  expectCulprit({ folder: makeRepository(folder), command, culprit: sortByPrice })

  const zoo = copyZoo(folder, kinds)
  install(zoo, [tarball])
  for (const { args, culprit } of kinds.map(kindOf))
    expectCulprit({ folder: zoo, command: [binOf(zoo), ...args, ...brief, ...trial], culprit })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
