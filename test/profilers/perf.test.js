import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { startWorkshop } from '../helpers/workshop.js'

jest.setTimeout(30_000)
removeTemporaryFolders()

test('without perf a run ends before it measures, and the error names what to install', async () => {
  const { code, stderr, hasRun } = await runWithPath(temporaryFolder())
  expect({ code, hasRun }).toEqual({ code: 3, hasRun: false })
  expect(stderr).toMatch(/perf cannot be started \(no such program: perf.*install linux-perf \(Debian\)/)
})

test('where perf may not sample the kernel, the error has its message and the setting to change', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'perf')
  writeFileSync(file, '#!/bin/sh\necho "Access is limited." >&2\nexit 255\n')
  chmodSync(file, 0o755)
  const { code, stderr, hasRun } = await runWithPath(`${folder}${path.delimiter}${process.env.PATH}`)
  expect({ code, hasRun }).toEqual({ code: 3, hasRun: false })
  expect(stderr).toMatch(/sudo sysctl kernel\.perf_event_paranoid=1.*\n +Access is limited\./)
})

/** @param {string} PATH where programs are looked for */
async function runWithPath(PATH) {
  const out = path.join(temporaryFolder(), 'profiles')
  const args = ['run', 'info-log', '--short', '--profiler', 'perf', '--out', out]
  const ended = await startWorkshop(args, { ...process.env, PATH }).ended
  return { ...ended, hasRun: existsSync(out) }
}
