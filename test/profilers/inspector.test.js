import { expect, test } from '@jest/globals'
import { profilers } from '../../src/profilers/index.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

test('the inspector is open under devtools only, on loopback', () => {
  const folder = temporaryFolder()
  const files = { folder, stdout: `${folder}/stdout.log` }
  const open = [...profilers.values()].filter(function opens({ commandFor }) {
    const start = { command: [process.execPath, 'server.js'], cwd: folder, env: {}, files }
    const { command, env } = commandFor?.(start) ?? { ...start, env: {} }
    const options = command.filter(word => word.startsWith('--inspect'))
    expect(options.filter(option => option !== '--inspect=127.0.0.1:0')).toEqual([])
    return options.length > 0 || 'WORKSHOP_INSPECT' in env
  })
  expect(open.map(({ name }) => name)).toEqual(['devtools'])
})
