import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { endServers } from '../../../app/child-server.js'
import { startStore } from '../../../app/child-store.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

jest.setTimeout(180_000)
afterEach(endServers)
removeTemporaryFolders()

const fill = path.join(import.meta.dirname, '../../../../src/labs/store/app/fill.js')
const ENTITIES = 62 ** 3

test('the filler writes all entities, the same ones for a seed', async () => {
  const folders = [temporaryFolder(), temporaryFolder()]
  for (const DATA of folders)
    expect(execFileSync(process.execPath, [fill], { env: { DATA, SEED: '7' } }).toString()).toBe(
      `Filled ${DATA} with ${ENTITIES} entities.\n`
    )
  const values = []
  for (const DATA of folders) {
    const store = await startStore({ DATA })
    values.push(await Promise.all(['AAA', 'abc', '999'].map(id => store.get(id))))
  }
  expect(values[0]).toEqual(values[1])
  expect(new Set(values[0]).size).toBe(3)
  for (const value of values[0] ?? []) expect(value).toMatch(/^[A-Za-z0-9]{300}$/)
  expect(statSync(path.join(folders[0] ?? '', 'store.mdb')).size).toBeGreaterThan(ENTITIES * 303)
})
