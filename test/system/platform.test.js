import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

/** @param {string} value of the variable */
function namesWith(value) {
  const script = `console.log(JSON.stringify(require('./src/system/platform.cjs')))`
  const env = { ...process.env, WORKSHOP_NO_PROC: value }
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }))
}

test('the variable hides what not every system has', () => {
  for (const value of ['', '0']) expect(namesWith(value)).toEqual({ PROC: '/proc', TASKSET: 'taskset', NM: 'nm' })
  expect(namesWith('1')).toEqual({ PROC: '/proc/none', TASKSET: '/proc/none/taskset', NM: '/proc/none/nm' })
})

test('no other file of src reads /proc or starts taskset or nm by a name of its own', () => {
  const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).split('\n')
  const own = files.filter(file => /\.c?js$/.test(file) && file !== 'src/system/platform.cjs')
  const naming =
    /['"`]\/proc[/'"`]|\b(?:runProgram|startProcess)\(\s*['"](?:taskset|nm)['"]|command: ['"](?:taskset|nm)['"]/
  expect(own.filter(file => naming.test(readFileSync(file, 'utf8')))).toEqual([])
})
