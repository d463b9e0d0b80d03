import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from '@jest/globals'
import { withVariants } from '../../../src/compare/ask/with-variants.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Variants } from '../../../src/compare/ask/with-variants.js' */

removeTemporaryFolders()

/** @type {string} */
let one
/** @type {string} */
let other
/** @type {any[]} */
let events

beforeEach(() => {
  one = temporaryFolder()
  other = temporaryFolder()
  events = []
})

/** @param {string} cwd */
function variantIn(cwd) {
  return { name: path.basename(cwd), command: ['node', 'server.js'], env: {}, cwd, contentEncoding: null }
}

/** Returns a command that appends a word to a file of the folder in which it runs. @param {string} word */
function appending(word) {
  return { words: [process.execPath, '-e', `fs.appendFileSync('steps', '${word} ')`], env: {} }
}

/** @param {string} folder */
function stepsIn(folder) {
  return readFileSync(path.join(folder, 'steps'), 'utf8').trim()
}

/** @type {(options: object, use: () => Promise<unknown>, signal?: AbortSignal) => Promise<unknown>} */
function using(options, use, signal = new AbortController().signal) {
  const variants = /** @type {Variants} */ ([one, other].map(variantIn))
  const asked = { variants, revisions: [], nodes: [], packages: [], ...options }
  return withVariants(asked, { out: 'profiles', signal, notify: event => events.push(event) }, use)
}

test('commands run before and after the use, once per folder', async () => {
  const same = { variants: [one, one].map(variantIn) }
  await using({ ...same, prepare: appending('prepare'), clean: appending('clean') }, async () =>
    appendFileSync(path.join(one, 'steps'), 'use ')
  )
  expect(stepsIn(one)).toBe('prepare use clean')
  expect(events).toEqual([
    { type: 'prepare', folder: one },
    { type: 'clean', folder: one }
  ])
})

test('every folder is cleaned after a failure', async () => {
  const failing = using({ clean: appending('clean') }, () => Promise.reject(new Error('no server')))
  await expect(failing).rejects.toThrow('no server')
  expect([one, other].map(stepsIn)).toEqual(['clean', 'clean'])
})

test('every folder is cleaned after a command failed before the use', async () => {
  const prepare = { words: [process.execPath, '-e', 'process.exit(3)'], env: {} }
  await expect(using({ prepare, clean: appending('clean') }, async () => {})).rejects.toMatchObject({
    code: 'ERR_PREPARE',
    details: { path: one, exit: { code: 3 } }
  })
  expect([one, other].map(stepsIn)).toEqual(['clean', 'clean'])
})

test('every folder is cleaned after an interruption', async () => {
  const controller = new AbortController()
  const interrupted = using(
    { clean: appending('clean') },
    async function interrupt() {
      controller.abort(new Error('enough'))
      controller.signal.throwIfAborted()
    },
    controller.signal
  )
  await expect(interrupted).rejects.toThrow('enough')
  expect([one, other].map(stepsIn)).toEqual(['clean', 'clean'])
})

test('a command that fails after the use is reported, and hides no error of the use', async () => {
  const clean = { words: [process.execPath, '-e', 'console.error("is in use"); process.exit(4)'], env: {} }
  expect(await using({ clean }, async () => 'done')).toBe('done')
  const problem = events.find(({ type }) => type === 'clean-failed')?.problem
  expect(problem).toMatchObject({ code: 'ERR_CLEAN', details: { path: one, exit: { code: 4 }, tail: 'is in use' } })
  await expect(using({ clean }, () => Promise.reject(new Error('no server')))).rejects.toThrow('no server')
  expect(existsSync(path.join(one, 'steps'))).toBe(false)
})
