import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, jest, test } from '@jest/globals'
import { collectProfiles } from '../../../src/measure/launch/collect-profiles.js'
import { heap } from '../../../src/profilers/heap.js'
import { createRun } from '../../../src/runs/create-run.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { makeLaunch, makeManifest, makeSlice } from '../../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** Collects the profile of a launch under `heap`, whose only function is in a compiled file. @param {boolean} isCopy of the run folder */
async function collected(isCopy) {
  const compiled = path.join(temporaryFolder(), 'app.js')
  const map = { version: 3, sources: ['private.ts'], names: [], mappings: 'AAAA' }
  const url = `data:application/json;base64,${btoa(JSON.stringify(map))}`
  writeFileSync(compiled, `let a\n//# sourceMappingURL=${url}\n`)
  const manifest = makeManifest()
  const profilers = [{ name: /** @type {const} */ ('heap'), playsLoads: false, isAlone: false }]
  const design = { ...manifest.design, profilers }
  const run = await createRun(temporaryFolder(), 'run', { ...manifest, design })
  const launch = makeLaunch({ id: '1-heap', profiler: 'heap' })
  run.appendLaunch(launch)
  run.appendSlice(makeSlice({ launch: launch.id, profiler: 'heap' }))
  const { folder } = run.launch(launch.id)
  mkdirSync(folder, { recursive: true })
  const head = { ...nodeOf(1, '(root)', ''), children: [nodeOf(2, 'f', pathToFileURL(compiled).href)] }
  writeFileSync(path.join(folder, 'process-1.heapprofile'), JSON.stringify({ head, samples: [] }))
  const collect = jest.spyOn(heap, 'collect')
  const { signal } = new AbortController()
  await collectProfiles({ run, saved: new RunFolder(run.root).read(), signal, notify() {}, later: { isCopy } })
  const [[leftover] = []] = collect.mock.calls
  collect.mockRestore()
  const files = new RunFolder(run.root)
    .read()
    .trees.flatMap(({ trees }) => trees.flatMap(({ profile }) => profile.frames.map(({ file }) => path.basename(file))))
  return { files: files.filter(Boolean), isTypical: leftover?.isTypical }
}

/** @type {(id: number, functionName: string, url: string) => object} */
function nodeOf(id, functionName, url) {
  const callFrame = { functionName, scriptId: String(id), url, lineNumber: 0, columnNumber: 0 }
  return { id, callFrame, selfSize: 100_000, children: [] }
}

test('of a copy no source map of this machine is read, and no page is drawn', async () => {
  expect(await collected(false)).toEqual({ files: ['private.ts'], isTypical: true })
  expect(await collected(true)).toEqual({ files: ['app.js'], isTypical: false })
})
