import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { onLinux } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { codeFaults, folderFaults, orphansOf, profileFaults, reportFaults, slicesOf, wordFaults } from './checks.js'
import { inOneLine, messageOf } from './message-of.js'

removeTemporaryFolders()

const PROGRESS = 'compare: no problem found on this machine; not calibrated.\nround 1 of 2, 8 s left\n'
const MESSAGE =
  'The server of bad died under load (exit code 7). Its stderr ended with:\n    no\n    at a (/src/a.js:1:1)\n Run it by hand: node a.js\n'
const frame = `    at run (${path.join(import.meta.dirname, '../../src/run.js')}:1:1)\n`
const failure = { says: /server of bad/, hasFailed: true }

/** @param {{ slices?: number, counted?: number, status?: string, blames?: unknown[] }} [run] */
function makeRun({ slices = 2, counted = slices, status = 'complete', blames = [] } = {}) {
  const root = temporaryFolder()
  writeFileSync(path.join(root, 'slices.jsonl'), '{"completed":1}\n'.repeat(slices))
  writeFileSync(path.join(root, 'analysis.json'), JSON.stringify({ status, checks: { slices: counted }, blames }))
  return root
}

test('the end of a command that is right has no fault', () => {
  expect(codeFaults(3, [3], 1000)).toEqual([])
  expect(codeFaults(null, [null], 1000)).toEqual([])
})

test.each([
  ['another exit code', 0, [3], ['exit code 0, not exit code 3']],
  ['a signal', null, [0], ['killed, not exit code 0']],
  ['no end', undefined, [0], ['did not end within 1 s']],
  ['a code that is not documented', 7, [7], ['exit code 7 is not documented']]
])('%s is a fault', (_what, code, right, faults) => {
  expect(codeFaults(code, right, 1000)).toEqual(faults)
})

test('a message with a next step has no fault, and may end with a stack trace of the server', () => {
  expect(wordFaults({ stdout: '', stderr: PROGRESS + MESSAGE }, failure)).toEqual([])
})

test.each([
  ['other words', 'The disk is full. Make room.\n', ['does not say /server of bad/']],
  ['no next step', 'The server of bad died.\n', ['the message has no next step']],
  [
    'a value that is none',
    'The server of bad died (undefined). Measure again.\n',
    ['the message names a value that is none']
  ],
  ['a very long sentence', `The server of bad ${'died '.repeat(200)}. Measure again.\n`, [/has \d+ characters/]],
  ['a stack trace', MESSAGE + frame, ['prints a stack trace']],
  ['an error that nothing caught', `${MESSAGE}\nNode.js v20.20.2\n`, ['prints a stack trace']],
  ['a crash of V8', `${MESSAGE}\n 1: 0xb8ced1 node::Abort() [node]\n`, ['prints a stack trace']]
])('a message with %s is a fault', (_what, stderr, faults) => {
  const found = wordFaults({ stdout: '', stderr }, failure)
  expect(found).toEqual(faults.map(fault => (typeof fault === 'string' ? fault : expect.stringMatching(fault))))
})

test('a failure that only stdout has is a fault', () => {
  expect(wordFaults({ stdout: MESSAGE, stderr: '' }, failure)).toEqual(['stderr has no message'])
})

test('an interrupted run whose place is not printed is a fault', () => {
  const expected = { says: /Interrupted/, hasFailed: false, isInterrupted: true }
  const stderr = 'Interrupted by SIGINT.\n'
  expect(wordFaults({ stdout: '', stderr }, expected)).toEqual(['does not say where the run is'])
  expect(wordFaults({ stdout: 'Report: runs/1/report.html\n', stderr }, expected)).toEqual([])
})

test.each([
  ['another exit code', { code: 2, said: 'No.' }, ['report ends with 2: No.']],
  ['a figure that is none', { code: 0, said: 'NaN µs' }, ['report prints a figure that is none']],
  ['a run that still runs', { code: 0, said: 'The run is running.' }, ['report says that the run still runs']],
  ['a stack trace', { code: 0, said: frame }, ['report prints a stack trace']]
])('a report with %s is a fault', (_what, report, faults) => {
  expect(reportFaults(report, {})).toEqual(faults)
})

test('a report that does not name the end of the run is a fault', () => {
  expect(reportFaults({ code: 0, said: 'Cannot tell.' }, { reportSays: /ended/ })).toEqual([
    'report does not say /ended/'
  ])
})

test('a folder with all slices and an analysis has no fault', () => {
  expect(folderFaults(makeRun(), { code: 0, slices: 2 })).toEqual([])
})

test.each([
  ['a lost slice', makeRun, { slices: 1 }, ['1 of 2 finished slices are lost', 'the report counts 1 of 2 slices']],
  ['a slice that is not counted', makeRun, { counted: 1 }, ['the report counts 1 of 2 slices']],
  ['another status', makeRun, { status: 'running' }, ['the run is running', 'exit code 0 of a run that is running']],
  ['a failure that ended with 0', makeRun, { status: 'failed' }, ['exit code 0 of a run that is failed']]
])('%s is a fault of a folder', (_what, make, run, faults) => {
  expect(folderFaults(make(run), { code: 0, slices: 2 })).toEqual(faults)
})

test('a half-written file is a fault of a folder', () => {
  const root = makeRun()
  writeFileSync(path.join(root, 'run.json.1-00000000.part'), '{')
  expect(folderFaults(root, { code: 0, slices: 2 })).toEqual(['run.json.1-00000000.part is left'])
})

test('a slice that is cut off is not counted', () => {
  const root = makeRun()
  writeFileSync(path.join(root, 'slices.jsonl'), '{"completed":1}\n{"comp')
  expect(slicesOf(root)).toBe(1)
})

test('a profile that is neither read nor named as a problem is a fault, and so is missing blame', () => {
  const root = makeRun()
  writeFileSync(path.join(root, 'launches.jsonl'), '{"id":"1","profiler":"none"}\n{"id":"2","profiler":"prof"}\n')
  expect(profileFaults(root, { isBlamed: true })).toEqual(['the profile of 2 is not read', 'there is no blame'])
  writeFileSync(path.join(root, 'problems.jsonl'), '{"id":"2"}\n')
  expect(profileFaults(root, { isBlamed: false })).toEqual([])
})

test('the profiles of a run that were read have no fault', () => {
  const root = makeRun({ blames: [{}] })
  writeFileSync(path.join(root, 'launches.jsonl'), '{"id":"2","profiler":"prof"}\n')
  mkdirSync(path.join(root, 'launches', '2'), { recursive: true })
  writeFileSync(path.join(root, 'launches', '2', 'profile.json'), '{}')
  expect(profileFaults(root, { isBlamed: true })).toEqual([])
})

onLinux('a process with the mark that still runs is an orphan, and no other', async () => {
  const child = spawn('sleep', ['60'], { env: { ...process.env, FAULT_MARK: 'planted' }, stdio: 'ignore' })
  try {
    expect(await orphansOf('FAULT_MARK=planted', 100)).toEqual(['sleep 60'])
    expect(await orphansOf('FAULT_MARK=other', 100)).toEqual([])
  } finally {
    child.kill('SIGKILL')
  }
})

test('the message of a fault is what reports it, and not the progress before it', () => {
  const output = { stdout: 'Verdict\n\nIt was short. Cannot tell:\nbad may be slower.\n', stderr: PROGRESS + MESSAGE }
  expect(inOneLine(messageOf(output, /exit code 7/))).toBe(
    'The server of bad died under load (exit code 7). Its stderr ended with: no at a (/src/a.js:1:1) Run it by hand: node a.js'
  )
  expect(messageOf(output, /^ +no$/m)).toMatch(/^The server of bad/)
  expect(inOneLine(messageOf(output, /Cannot tell/))).toBe('Cannot tell: bad may be slower.')
  expect(messageOf(output, /not there/)).toBe('')
  expect(inOneLine('word '.repeat(100))).toHaveLength(160)
})
