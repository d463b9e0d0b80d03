import path from 'node:path'
import { expect, test } from '@jest/globals'
import { moveTree } from '../../src/profile/tree/file-in-folder.js'
import { frameNamer } from '../../src/profilers/name-frames.js'
import { compileTypeScript } from '../helpers/compile-typescript.js'
import { profileOf } from '../helpers/make-trees.js'
import { makePart } from '../helpers/make-waits.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const text = 'interface Slow { ms: number }\n\nexport async function answer(slow: Slow) {\n  await slow\n}\n'

test('a wait of compiled code is at the line of its source, and one without a source map stays', async () => {
  const folder = temporaryFolder()
  const { source, compiled } = compileTypeScript(folder, { name: 'server', text })
  const { sourceAt } = await frameNamer(folder)
  const place = { name: 'answer', file: compiled, line: 2, column: 5 }
  expect(sourceAt(place)).toMatchObject({ name: 'answer', file: source, line: 4 })
  const plain = { ...place, file: path.join(folder, 'other.js') }
  expect(sourceAt(plain)).toEqual(plain)
})

test('the waits of a copy of a project have the names of the project, as its functions have', () => {
  const tree = { pid: 1, threadId: 0, sampleCount: 10, profile: profileOf({ 'app:answer:2:23:/copy/server.js': 10 }) }
  const moved = moveTree(
    { ...tree, waits: [makePart('waiting', 4, 0, 10, { file: '/copy/server.js' })] },
    '/copy',
    '/app'
  )
  expect(moved.profile.frames[0]?.file).toBe('/app/server.js')
  expect(moved.waits?.[0]?.file).toBe('/app/server.js')
  expect(moveTree(tree, '/copy', '/app').waits).toBeUndefined()
})
