import path from 'node:path'
import { expect, test } from '@jest/globals'
import { findNodeBinary } from '../../src/system/node-binaries.js'
import { callInProcess, writeProgram } from '../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

const { signal } = new AbortController()
const [major = '', minor = ''] = process.versions.node.split('.')
removeTemporaryFolders()

test.each([major, `v${major}`, `${major}.${minor}`, process.execPath])('%s is found', async wanted => {
  const found = await findNodeBinary(wanted, signal)
  expect(found?.version).toMatch(new RegExp(`^v${major}\\.`))
})

test.each(['1', `${major}.9999`, '/no/such/node', major.slice(0, 1)])('%s is not on this machine', async wanted => {
  expect(await findNodeBinary(wanted, signal)).toBeNull()
})

/**
 * Finds a version in a home folder, with no variables but these.
 * @param {string} wanted
 * @param {{ home: string, env?: NodeJS.ProcessEnv }} machine
 */
function findIn(wanted, { home, env = {} }) {
  const file = 'src/system/node-binaries.js'
  return callInProcess({
    file,
    name: 'findNodeBinary',
    args: [wanted],
    env: { HOME: home, PATH: '/usr/bin:/bin', ...env }
  })
}

test.each([
  ['nvm', 'NVM_DIR', 'versions/node/v77.1.0/bin/node'],
  ['fnm', 'FNM_DIR', 'node-versions/v77.1.0/installation/bin/node'],
  ['volta', 'VOLTA_HOME', 'tools/image/node/77.1.0/bin/node'],
  ['mise', 'MISE_DATA_DIR', 'installs/node/77.1.0/bin/node'],
  ['asdf', 'ASDF_DATA_DIR', 'installs/nodejs/77.1.0/bin/node'],
  ['n', 'N_PREFIX', 'n/versions/node/77.1.0/bin/node'],
  ['n with a cache of its own', 'N_CACHE_PREFIX', 'n/versions/node/77.1.0/bin/node'],
  ['nvm in the folder of configurations', 'XDG_CONFIG_HOME', 'nvm/versions/node/v77.1.0/bin/node'],
  ['fnm in the folder of data', 'XDG_DATA_HOME', 'fnm/node-versions/v77.1.0/installation/bin/node'],
  ['mise in the folder of data', 'XDG_DATA_HOME', 'mise/installs/node/77.1.0/bin/node']
])('%s: a version in the folder that %s names is found', (_manager, variable, place) => {
  const [home, folder] = [temporaryFolder(), path.join(temporaryFolder(), 'a folder')]
  const file = path.join(folder, place)
  writeProgram(file, 'echo v77.1.0')
  expect(findIn('77', { home })).toBeNull()
  expect(findIn('77', { home, env: { [variable]: folder } })).toEqual({ version: 'v77.1.0', file })
})

test.each([
  ['nvm', '.nvm/versions/node/v77.1.0/bin/node'],
  ['fnm', '.local/share/fnm/node-versions/v77.1.0/installation/bin/node'],
  ['an older fnm', '.fnm/node-versions/v77.1.0/installation/bin/node'],
  ['an older fnm on macOS', 'Library/Application Support/fnm/node-versions/v77.1.0/installation/bin/node'],
  ['volta', '.volta/tools/image/node/77.1.0/bin/node'],
  ['mise', '.local/share/mise/installs/node/77.1.0/bin/node'],
  ['asdf', '.asdf/installs/nodejs/77.1.0/bin/node']
])('%s: a version in its usual folder is found', (_manager, place) => {
  const home = temporaryFolder()
  const file = path.join(home, place)
  writeProgram(file, 'echo v77.1.0')
  expect(findIn('77.1', { home })).toEqual({ version: 'v77.1.0', file })
})

test('the newest version counts, and the binary of a manager before its script in PATH', () => {
  const home = temporaryFolder()
  const versions = path.join(home, '.asdf/installs/nodejs')
  for (const version of ['77.9.0', '77.10.0', '7.7.0'])
    writeProgram(path.join(versions, version, 'bin/node'), `echo v${version}`)
  writeProgram(path.join(home, '.asdf/shims/node'), 'echo v77.10.0')
  expect(findIn('77', { home, env: { PATH: `${home}/.asdf/shims:/usr/bin:/bin` } })).toEqual({
    version: 'v77.10.0',
    file: path.join(versions, '77.10.0/bin/node')
  })
})

test('a folder without a binary, a program that fails and one that is no node are skipped', () => {
  const home = temporaryFolder()
  const versions = path.join(home, '.nvm/versions/node')
  writeProgram(path.join(versions, 'v77.1.0/bin/npm'), 'echo v77.1.0')
  writeProgram(path.join(versions, 'v77.2.0/bin/node'), 'echo v77.2.0; exit 1')
  writeProgram(path.join(versions, 'v77.3.0/bin/node'), 'echo 77.3.0')
  expect(findIn('77', { home })).toBeNull()
})
