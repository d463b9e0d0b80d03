import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { WorkshopError } from '../../../src/errors/errors.js'
import { knownError, problemOf } from '../../../src/measure/project/problem-of.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { ErrorDetails } from '../../../src/errors/types.js' */

removeTemporaryFolders()

/** @param {unknown} error @param {string} [root] a run folder @returns {ErrorDetails['ERR_DEFECT']} */
function defectOf(error, root) {
  const known = knownError(error, root === undefined ? undefined : new RunFolder(root))
  expect(known).toMatchObject({ code: 'ERR_DEFECT', exitCode: 3 })
  return /** @type {WorkshopError<'ERR_DEFECT'>} */ (known).details
}

test('an error that nobody expected is a defect, with its stack in the run folder', async () => {
  const root = temporaryFolder()
  const problem = await problemOf(async function planted() {
    throw new TypeError('the planted one')
  }, new RunFolder(root))
  const file = path.join(root, 'defect.txt')
  expect(problem?.details).toEqual({ problem: 'TypeError: the planted one', folder: root, file })
  expect(problem?.message).toBe(
    `The workshop has a defect and could not go on: TypeError: the planted one. What was measured before is kept in ${root}. Report it as an issue, with the command and ${file}, which has the stack.`
  )
  expect(readFileSync(file, 'utf8')).toMatch(
    /^profiling-workshop \d.*, Node\.js v.*\n\n.*the planted one\n\s+at planted /s
  )
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a file that is there is not written over, and without a folder the stack is in a temporary one', () => {
  const root = temporaryFolder()
  writeFileSync(path.join(root, 'defect.txt'), 'first')
  const missing = path.join(root, 'removed')
  for (const folder of [root, missing, undefined]) {
    const { file } = defectOf(new RangeError('second'), folder)
    expect(readFileSync(String(file), 'utf8')).toContain('RangeError: second')
    expect(String(file)).not.toContain(root)
    rmSync(path.dirname(String(file)), { recursive: true })
  }
  expect(readFileSync(path.join(root, 'defect.txt'), 'utf8')).toBe('first')
})

test('the defect of an event is one of the run that it ended', () => {
  const root = temporaryFolder()
  const ofEvent = knownError(new TypeError('planted'))
  const { file } = defectOf(ofEvent)
  const ofRun = knownError(ofEvent, new RunFolder(root))
  expect(ofRun.details).toEqual({ problem: 'TypeError: planted', folder: root, file })
  expect(ofRun.message).toContain(`is kept in ${root}. `)
  expect(knownError(ofRun, new RunFolder(temporaryFolder()))).toBe(ofRun)
  rmSync(path.dirname(String(file)), { recursive: true })
})

test('what is thrown and is no error is a defect as well', () => {
  const root = temporaryFolder()
  expect(defectOf('a text', root).problem).toBe('a text')
  expect(defectOf(null, temporaryFolder()).problem).toBe('null')
})

test('an error with a code of the registry or of the system is no defect', () => {
  const own = new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' })
  expect(knownError(own, new RunFolder(''))).toBe(own)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  expect(knownError(full)).toMatchObject({ code: 'ERR_SYSTEM', details: { problem: full.message }, cause: full })
})
