import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { fakeGitHub, MARK, tokens } from '../../.ci/fake-github.js'
import { sampleRoot } from '../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')
const head = 'abcdef0123456789abcdef0123456789abcdef01'
const reason = JSON.stringify('git finds no merge base: check out the whole history.')
const unmeasured = [
  '# `abcdef012345` was not measured',
  'git finds no merge base: check out the whole history.',
  '[The log](https://github.com/owner/name/actions/runs/7) has all that was printed.'
].join('\n\n')

/** @type {Awaited<ReturnType<typeof fakeGitHub>>} */
let github

beforeEach(async () => {
  github = await fakeGitHub()
})

afterEach(() => github.close())

test('a revision without figures replaces the comment of an earlier one by the reason', async () => {
  await publish({ WORKSHOP_FOLDER: sampleRoot })
  expect(bodies()).toEqual([expect.stringMatching(/log=sync is slower than off/)])
  expect(await publish({ WORKSHOP_REASON: reason })).toEqual({ code: 0, stdout: '', summary: `${unmeasured}\n` })
  expect(bodies()).toEqual([`${MARK}\n${unmeasured}`])
})

test('the summary of a fork has the reason, and the comment stays', async () => {
  await publish({ WORKSHOP_FOLDER: sampleRoot })
  const before = bodies()
  const { code, stdout, summary } = await publish({ WORKSHOP_REASON: reason, GITHUB_TOKEN: tokens.fork })
  expect({ code, summary }).toEqual({ code: 0, summary: `${unmeasured}\n` })
  expect(stdout).toMatch(/^::notice::The token may not comment here.*\n$/)
  expect(bodies()).toEqual(before)
})

test.each([
  ['where there is none', {}],
  ['where none is asked for', { WORKSHOP_COMMENT: 'false' }],
  ['of another workflow', { GITHUB_WORKFLOW: 'performance --> of another' }],
  ['of another use of the action', { WORKSHOP_NAME: 'profiling-workshop-performance-0-2' }]
])('a revision without figures changes no comment %s', async (what, env) => {
  if (what !== 'where there is none') await publish({ WORKSHOP_FOLDER: sampleRoot })
  const before = bodies()
  expect(await publish({ WORKSHOP_REASON: reason, ...env })).toMatchObject({ code: 0, stdout: '' })
  expect(bodies()).toEqual(before)
})

test('two workflows with jobs of one name have a comment each', async () => {
  await publish({ WORKSHOP_FOLDER: sampleRoot })
  await publish({ WORKSHOP_FOLDER: sampleRoot, GITHUB_WORKFLOW: 'a --> b' })
  expect(bodies().map(body => body.split('\n')[0])).toEqual([MARK, MARK.replace(/\S+ -->/, 'a%20--%3E%20b -->')])
})

test('a job that failed without a reason, such as a cancelled one, is said to have none', async () => {
  const { summary } = await publish({})
  expect(summary).toMatch(
    / was not measured\n\nThe job failed or was cancelled before it had a result\. Run it again\.\n/
  )
})

test('a reason is text: it has no markup and mentions nobody', async () => {
  const hostile = JSON.stringify('@someone <img src=x>\n\n  # heading\n- [link](https://example.org)\n')
  const { summary } = await publish({ WORKSHOP_REASON: hostile })
  expect(summary.split('\n\n').slice(1, -1)).toEqual([
    '\\@&#8203;someone \\<img src=x\\>',
    '\\# heading',
    '\\- \\[link\\](https:&#8203;//example.org)'
  ])
})

test('the reason is shown where the packages of the workshop were not installed', async () => {
  const copy = temporaryFolder()
  const isInstalled = /[\\/]node_modules$/
  for (const name of ['package.json', 'scripts', 'src'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: from => !isInstalled.test(from) })
  expect(await publish({ WORKSHOP_REASON: reason }, copy)).toMatchObject({ code: 0, summary: `${unmeasured}\n` })
})

function bodies() {
  return github.commentsOf(1).map(({ body }) => body)
}

/** Plays the step of a job of a pull request. @param {NodeJS.ProcessEnv} env @param {string} [action] its folder */
async function publish(env, action = root) {
  const folder = temporaryFolder()
  const [event, summary] = [path.join(folder, 'event.json'), path.join(folder, 'summary')]
  writeFileSync(event, JSON.stringify({ pull_request: { number: 1, base: { sha: head }, head: { sha: head } } }))
  const child = spawn(process.execPath, [path.join(action, 'scripts/action/publish.js')], {
    env: {
      PATH: process.env.PATH,
      GITHUB_API_URL: github.url,
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_RUN_ID: '7',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_TOKEN: tokens.job,
      GITHUB_WORKFLOW: 'performance',
      WORKSHOP_COMMENT: 'true',
      WORKSHOP_NAME: 'profiling-workshop-performance-0',
      ...env
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, stdout, summary: readFileSync(summary, 'utf8') }
}
