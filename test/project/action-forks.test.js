import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { parse } from 'yaml'
import { playAction } from '../../.ci/action-steps.js'
import { fakeGitHub, MARK, tokens } from '../../.ci/fake-github.js'
import { sampleRoot } from '../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/**
 * The workflow that comments on pull requests of forks, played on events with the fields that GitHub documents: "Events that trigger
 * workflows", workflow_run, and "Get a pull request" of its REST API.
 */
jest.setTimeout(60_000)
removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')
const event = readJson('workflow-run-of-a-fork.json')
const pullRequest = readJson('pull-request-of-a-fork.json')
const artifact = 'profiling-workshop-performance-0'
const answer = 'pr is slower than base: +12% (95% CI 9 to 15)\n  +12 µs  items.js:3  sort()\n'

/** @type {Awaited<ReturnType<typeof fakeGitHub>>} */
let github

beforeEach(async () => {
  github = await fakeGitHub()
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  github.open(7, pullRequest)
})

afterEach(() => {
  jest.restoreAllMocks()
  github.close()
})

test('the result of a fork is one comment, which the next run replaces', async () => {
  const { code, output } = await play({ result: `7\n${answer}` })
  expect({ code, output }).toEqual({ code: 0, output: '::notice::The comment on pull request 7 was written.\n' })
  const text = `\`\`\`text\n${answer}\`\`\`\n\nMeasured by the code of this pull request. [The run](${event.workflow_run.html_url})`
  expect(bodies()).toEqual([expect.stringContaining(`${MARK}\n${text}`)])
  await play({ result: '7\nno difference\n' })
  expect(bodies()).toEqual([expect.stringContaining('\n```text\nno difference\n```\n')])
})

test('what the first workflow leaves is the answer, which the second one writes', async () => {
  const [folder, runnerFolder] = [path.join(temporaryFolder(), 'run'), temporaryFolder()]
  cpSync(sampleRoot, folder, { recursive: true })
  const eventPath = path.join(runnerFolder, 'event.json')
  writeFileSync(eventPath, JSON.stringify({ pull_request: pullRequest }))
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/action/write-result.js')], {
    env: {
      PATH: process.env.PATH,
      GITHUB_EVENT_PATH: eventPath,
      RUNNER_TEMP: runnerFolder,
      WORKSHOP_FOLDER: folder,
      WORKSHOP_NAME: artifact
    },
    encoding: 'utf8'
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const page = readFileSync(path.join(folder, 'report.html'), 'utf8')
  expect(readFileSync(path.join(runnerFolder, `${artifact}.html`), 'utf8')).toBe(page)
  await play({ result: readFileSync(path.join(folder, 'result.txt'), 'utf8') })
  expect(bodies()).toEqual([
    expect.stringMatching(/\nlog=sync is slower than off: \+36 µs of main-thread CPU per request/)
  ])
  expect(bodies()[0]?.split('\n').length).toBeLessThan(40)
})

test('what the artifact has is text: no markup, link, mention or command, and not without end', async () => {
  const hostile = '````\n@someone <img src=x> [a](https://example.org)\n::error::x\n\u001b[31m\u202e'
  await play({ result: `7\n${hostile}\n${'x'.repeat(1e6)}` })
  const [body = ''] = bodies()
  const [, fence = '', shown = ''] = /\n(`+)text\n(.*)\n\1\n\nMeasured by/s.exec(body) ?? []
  expect(fence).toBe('`````')
  expect(shown).toContain('@someone <img src=x>')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be written
  expect(shown).not.toMatch(/[\u001b\u202e]/)
  expect(body.length).toBeLessThan(25_000)
})

const { head } = pullRequest
const otherCommit = { ...pullRequest, head: { ...head, sha: '0'.repeat(40) } }
const otherRepository = { ...pullRequest, head: { ...head, repo: { full_name: 'another/name' } } }
const removedFork = { ...pullRequest, head: { ...head, repo: null } }
const afterPush = { ...event, workflow_run: { ...event.workflow_run, event: 'push' } }
const another = '::warning::No comment: pull request 7 has another last commit'

test.each([
  ['of another commit', { opened: otherCommit }, another],
  ['of another repository', { opened: otherRepository }, another],
  ['of a fork that was removed', { opened: removedFork }, another],
  ['that is not there', { result: '8\nslower\n' }, another.replace('7', '8')],
  ['without a number', { result: '\nslower\n' }, '::notice::No comment: the workflow before left no result'],
  [
    'whose number is a path',
    { result: '7/../9\nslower\n' },
    '::notice::No comment: the workflow before left no result'
  ],
  ['that was not measured', { result: null }, '::notice::No comment: the workflow before left no result'],
  ['after a push', { event: afterPush }, '::notice::No comment: the workflow before was not started by a pull'],
  ['with a token that may not', { token: tokens.fork }, '::warning::No comment: the token may not write it.']
])('a pull request %s gets no comment', async (_what, asked, says) => {
  const { code, output } = await play({ result: `7\n${answer}`, ...asked })
  expect(code).toBe(0)
  expect(output).toContain(says)
  for (const number of [7, 8, 9]) expect(github.commentsOf(number)).toEqual([])
})

test('a link in place of the result is not followed', async () => {
  const [folder, secret] = [temporaryFolder(), path.join(temporaryFolder(), 'secret')]
  mkdirSync(path.join(folder, artifact))
  writeFileSync(secret, `7\nof the runner\n`)
  symlinkSync(secret, path.join(folder, artifact, 'result.txt'))
  await play({ artifacts: folder })
  expect(bodies()).toEqual([])
})

test('it needs no package, and runs nothing of the pull request', async () => {
  const copy = temporaryFolder()
  const isInstalled = /[\\/]node_modules$/
  for (const name of ['package.json', 'comment', 'scripts', 'src'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: from => !isInstalled.test(from) })
  await play({ result: `7\n${answer}`, action: path.join(copy, 'comment') })
  expect(bodies()).toHaveLength(1)
  const { runs } = parse(readFileSync(path.join(root, 'comment/action.yml'), 'utf8'))
  expect(JSON.stringify(runs.steps)).not.toMatch(/checkout|npm/)
  for (const { run = '' } of runs.steps) expect(run).not.toContain('${{')
})

test('the workflow to copy runs after the one that measures, with the rights to comment', () => {
  const guide = readFileSync(path.join(root, 'docs/pull-requests.md'), 'utf8')
  const [, text = ''] = /# \.github\/workflows\/performance-comment\.yml\n((?: {4}.*\n|\n)+)/.exec(guide) ?? []
  const { name, on, permissions, jobs } = parse(text.replace(/^ {4}/gm, '').replaceAll(/<(\w+)>/g, '$1'))
  expect(name).toBe('performance comment')
  expect(on).toEqual({ workflow_run: { workflows: ['performance'], types: ['completed'] } })
  expect(permissions).toEqual({ actions: 'read', 'pull-requests': 'write' })
  const [step, ...others] = jobs.comment.steps
  expect(others).toEqual([])
  expect(step.uses).toBe('owner/profiling-workshop/comment@commit')
  expect(jobs.comment.if).toContain("github.event.workflow_run.event == 'pull_request'")
})

function bodies() {
  return github.commentsOf(7).map(({ body }) => body)
}

/**
 * Plays the action of the second workflow.
 * @param {{ result?: string | null, artifacts?: string, event?: any, opened?: object, token?: string, action?: string }} asked `result`: what
 *   the first workflow left
 */
function play({ result = null, artifacts = temporaryFolder(), opened, ...asked }) {
  if (opened) github.open(7, opened)
  if (result !== null) {
    mkdirSync(path.join(artifacts, artifact))
    writeFileSync(path.join(artifacts, artifact, 'result.txt'), result)
  }
  return playAction({
    action: path.join(root, 'comment'),
    repository: temporaryFolder(),
    event,
    inputs: {},
    apiUrl: github.url,
    token: tokens.job,
    folder: temporaryFolder(),
    artifacts,
    ...asked
  })
}

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(path.join(root, 'test/fixtures/events', name), 'utf8'))
}
