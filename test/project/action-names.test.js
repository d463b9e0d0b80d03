import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const step = path.join(import.meta.dirname, '../../scripts/action/name-use.js')

test('uses of the action have names of their own in a job, which are the same in each run', () => {
  const names = namesOfUses()
  expect(names).toEqual([
    'profiling-workshop-performance-0',
    'profiling-workshop-performance-0-packages-api',
    'profiling-workshop-performance-0-2',
    'profiling-workshop-performance-0-2-2',
    'profiling-workshop-performance-0-packages-api-2'
  ])
  expect(namesOfUses()).toEqual(names)
})

/** Returns the names that uses of the action in one job get, each with a folder of that name. */
function namesOfUses() {
  const folder = temporaryFolder()
  const output = path.join(folder, 'output')
  for (const place of ['.', './packages/api/', './', '2', 'packages/api']) {
    const env = { GITHUB_JOB: 'performance', GITHUB_OUTPUT: output, RUNNER_TEMP: folder, WORKSHOP_JOB_INDEX: '0' }
    const { status } = spawnSync(process.execPath, [step], { env: { ...env, WORKSHOP_WORKING_DIRECTORY: place } })
    expect(status).toBe(0)
  }
  const outputs = readFileSync(output, 'utf8')
  for (const [, made = ''] of outputs.matchAll(/^folder=(.*)$/gm)) expect(existsSync(made)).toBe(true)
  return [...outputs.matchAll(/^name=(.*)$/gm)].map(([, name]) => name)
}
