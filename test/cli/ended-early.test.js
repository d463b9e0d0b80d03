import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const servers = "{ servers: [{ name: 'a', command: 'node a.js' }, { name: 'b', command: 'node b.js' }] }"

/** @param {string} text of workshop.config.js */
async function compareWith(text) {
  const folder = temporaryFolder()
  const failure = path.join(folder, 'failure.json')
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'workshop.config.js'), text)
  const env = { ...process.env, WORKSHOP_FAILURE_FILE: failure }
  const { code, stderr } = await workshop(['compare', '--fail-if-slower'], env, folder)
  return { code, stderr, saved: JSON.parse(readFileSync(failure, 'utf8')) }
}

test.each([
  ['process.exit(0)', 0],
  ['process.exit(1)', 1],
  ['process.reallyExit(0)', 0],
  ["process.on('exit', () => { process.exitCode = 0 }); process.exit(0)", 0],
  [`setImmediate(() => process.exit(0)); export default ${servers}`, 0]
])('a configuration of %j ends the command with exit code 3, and says so', async (text, ended) => {
  const { code, stderr, saved } = await compareWith(text)
  expect({ code, saved }).toEqual({ code: 3, saved: { code: 'ERR_EXITED', details: { code: ended } } })
  expect(stderr).toMatch(/The command was ended by process\.exit\(\d\) before it had a result\. .* remove that call/)
})

test.each(['', "process.on('exit', () => { process.exitCode = 0 }); "])(
  'an error that ends the command keeps its own exit code, also after %j',
  async hook => {
    const { code, saved } = await compareWith(`${hook}export default { serverz: [] }`)
    expect({ code, saved: saved.code }).toEqual({ code: 2, saved: 'ERR_CONFIG' })
  }
)
