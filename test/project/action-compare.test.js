import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { analysedRun } from '../../scripts/action/analysed-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

const step = path.join(import.meta.dirname, '../../scripts/action/compare.js')

removeTemporaryFolders()

test('a working-directory that does not exist is named, with exit code 2', () => {
  const env = { WORKSHOP_WORKING_DIRECTORY: 'serverr', WORKSHOP_BASE: 'v1' }
  expect(playStep(env)).toEqual({
    stdout: '::error::working-directory: there is no folder "serverr" in the repository.\n',
    stderr: '',
    outputs: 'exit-code=2\n'
  })
})

test('options that need a shell are refused in one line', () => {
  const { stdout, outputs } = playStep({ WORKSHOP_OPTIONS: '--path $(id)', WORKSHOP_BASE: 'v1' })
  expect(stdout).toMatch(/^::error::.+\n$/)
  expect(outputs).toBe('exit-code=2\n')
})

test('the run that is shown is the one with figures: a run that was killed has none', () => {
  const folder = temporaryFolder()
  const run = path.join(folder, 'run')
  mkdirSync(run)
  writeFileSync(path.join(folder, 'index.html'), '')
  writeFileSync(path.join(run, 'run.json'), '{}')
  expect(analysedRun(folder)).toBe(null)
  writeFileSync(path.join(run, 'analysis.json'), '{}')
  expect(analysedRun(folder)).toBe(run)
})

/** @param {NodeJS.ProcessEnv} env */
function playStep(env) {
  const folder = temporaryFolder()
  const output = path.join(folder, 'output')
  const { stdout, stderr } = spawnSync(process.execPath, [step], {
    encoding: 'utf8',
    env: { ...process.env, GITHUB_WORKSPACE: folder, GITHUB_OUTPUT: output, WORKSHOP_OUT: folder, ...env }
  })
  return { stdout, stderr, outputs: readFileSync(output, 'utf8') }
}
