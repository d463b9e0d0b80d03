import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { wholeNumber } from '../scripts/whole-number.js'
import { withExitCode } from '../scripts/with-exit-code.js'
import { playAction } from './action-steps.js'
import { fakeGitHub, tokens } from './fake-github.js'
import { makeRepository } from './package-projects.js'
import { root, run } from './package-setup.js'

/**
 * Plays the steps of action.yml, as a workflow would, on pull requests of an example repository: one that sorts for every request,
 * and some that change a comment of the code only: `node .ci/check-action.js [number of pull requests without a change, default 2]`.
 * Every second of these comes from a fork, whose comment the second workflow writes. It fails where the slow one passes or another line is
 * annotated, where one without a change fails or has an annotation, where a comment is missing, is written twice, or has another verdict,
 * and where the comment of the slow one is the same after a run that measures nothing.
 */
// Both profilers of a comparison: a line is annotated where they agree.
const options = '--path / --short --load autocannon'
const publish = 'Summary, annotation and comment'
const verdictLine =
  /(?<=^(?:- \*\*)?(?:Cold servers: )?)(?:No difference found between |Cannot tell|\S+ is (?:slower|faster) than ).*$/m

await withExitCode(async function checkAction() {
  const unchanged = wholeNumber(process.argv[2] ?? '2', { option: 'pull requests', least: 1 })
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'workshop-action-')))
  const github = await fakeGitHub()
  try {
    const action = path.join(folder, 'action')
    run('git', ['clone', '--quiet', '--no-local', root, action], folder)
    // As a tag has them: then the action installs nothing of the development.
    run(process.execPath, ['scripts/bundle-pages.js'], root)
    for (const name of ['report', 'index'])
      cpSync(path.join(root, `dist/${name}.json`), path.join(action, `dist/${name}.json`))
    const workflow = { action, folder, github, repository: makeRepository(folder) }
    await checkSlowPullRequest(workflow)
    await checkUnmeasured(workflow)
    await checkUnchangedPullRequests(workflow, unchanged)
  } finally {
    github.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * @typedef {object} Workflow
 * @property {string} action the folder of the action
 * @property {string} repository the folder of the example
 * @property {string} folder for temporary files
 * @property {Awaited<ReturnType<typeof fakeGitHub>>} github
 */

/** @param {Workflow} workflow */
async function checkSlowPullRequest({ github, repository, ...workflow }) {
  const asked = { number: 1, head: 'sort-always', token: tokens.job, repeatedStep: publish }
  const { code, output, summary } = await play({ github, repository, ...workflow }, asked)
  expect(code === 1, `the job of the slow pull request ends with ${code}, not with 1`)
  const annotations = annotated(output)
  expect(annotations.length > 0, 'no line is annotated')
  const lines = readFileSync(path.join(repository, 'items.js'), 'utf8').split('\n')
  for (const { file, line } of annotations) {
    expect(file === 'items.js', `a file that is annotated is ${file}`)
    const text = lines[line - 1] ?? ''
    expect(/sort|price/i.test(text), `a line that is annotated is ${line}: ${text}`)
  }
  expect(isSlower(summary) && /items\.js/.test(summary), 'the summary of the job has no result')
  const [comment, ...others] = github.commentsOf(1)
  expect(isSlower(comment?.body ?? ''), 'there is no comment with the verdict')
  expect(others.length === 0, 'there are two comments')
  expect(comment?.edits === 1, 'the comment was not replaced')
  const places = new Set(annotations.map(({ file, line }) => `${file}:${line}`))
  console.log(`slow: exit code 1, ${[...places].join(', ')} annotated, one comment`)
}

/** Plays a second run of the slow pull request, which is refused. @param {Workflow} workflow */
async function checkUnmeasured({ github, ...workflow }) {
  const asked = { number: 1, head: 'sort-always', token: tokens.job, inputs: { options: '--pathh /' } }
  const { code, summary } = await play({ github, ...workflow }, asked)
  expect(code === 2, `the job with an unknown option ends with ${code}, not with 2`)
  const [comment, ...others] = github.commentsOf(1)
  expect(others.length === 0, 'there are two comments')
  for (const text of [comment?.body ?? '', summary])
    expect(/ was not measured\n\n.*--pathh/.test(text) && !isSlower(text), `a refused run is shown as: ${text}`)
  console.log('refused: exit code 2, the comment of the run before is replaced')
}

/** Plays all of them, also after one that fails, and fails then. @param {Workflow} workflow @param {number} count */
async function checkUnchangedPullRequests(workflow, count) {
  const lines = []
  let passed = 0
  for (let number = 2; number < 2 + count; number++) {
    const { faults, facts } = await playUnchanged(workflow, number)
    if (faults.length === 0) passed++
    const words = [...facts, ...faults.map(fault => `WRONG: ${fault}`)]
    lines.push(`pull request ${number}, without a change: ${words.join('; ')}`)
    console.log(lines.at(-1))
  }
  console.log([...lines, `${passed} of ${count} pull requests without a change passed`].join('\n'))
  expect(passed === count, 'a pull request without a change did not pass')
}

/**
 * @param {Workflow} workflow
 * @param {number} number
 * @returns {Promise<{ faults: string[], facts: string[] }>}
 */
async function playUnchanged(workflow, number) {
  const mayComment = number % 2 === 1
  const head = commitComment(workflow.repository, number)
  const token = mayComment ? tokens.job : tokens.fork
  const { code, output, summary } = await play(workflow, { number, head, token })
  const comments = workflow.github.commentsOf(number).map(({ body }) => body)
  const ofFork = mayComment ? 'of no fork' : await commentOnFork(workflow, number, head)
  const isExplained = /^::notice::The token may not comment here/m.test(output)
  const faults = [
    code !== 0 && `the exit code is ${code}`,
    annotated(output).length > 0 && 'a line is annotated',
    ![summary, ...comments].map(verdictIn).every(isWithoutChange) && 'the verdict is another one',
    comments.length !== Number(mayComment) && `there are ${comments.length} comments`,
    isExplained === mayComment && 'the reason for no comment is missing, or printed beside a comment',
    !mayComment &&
      !/^(?:No difference|Cannot tell|Cold servers: )/m.test(ofFork) &&
      'the second workflow wrote no verdict'
  ]
  const facts = [token, `exit code ${code}`, `comments: ${comments.length}`, verdictIn(summary)]
  return { faults: faults.filter(fault => fault !== false), facts }
}

/** Plays the second workflow, and returns the comment that it wrote. @param {Workflow} workflow @param {number} number @param {string} head */
async function commentOnFork({ action, folder, github, repository }, number, head) {
  const sha = git(repository, 'rev-parse', head).trim()
  const fork = { full_name: 'fork/name' }
  github.open(number, { head: { sha, repo: fork } })
  const run = { name: 'performance', event: 'pull_request', head_sha: sha, head_repository: fork, html_url: '', id: 1 }
  const asked = { repository, inputs: {}, apiUrl: github.url, token: tokens.job, folder }
  await playAction({ ...asked, action: path.join(action, 'comment'), event: { workflow_run: run } })
  return github.commentsOf(number)[0]?.body ?? ''
}

/** Returns the first verdict of a summary or a comment. @param {string} text */
function verdictIn(text) {
  const [line = 'no verdict'] = verdictLine.exec(text) ?? []
  return line.replaceAll('&#8203;', '')
}

/** @param {string} text */
function isSlower(text) {
  return / is slower than /.test(verdictIn(text))
}

/** @param {string} verdict */
function isWithoutChange(verdict) {
  return /^(?:No difference|Cannot tell)/.test(verdict)
}

/** Commits a change of a comment in a file of the server. @param {string} repository @param {number} number @returns {string} the branch */
function commitComment(repository, number) {
  const branch = `comment-${number}`
  git(repository, 'checkout', '--quiet', '-b', branch, 'main')
  const file = path.join(repository, number % 4 < 2 ? 'items.js' : 'server.js')
  writeFileSync(file, `// A comment of pull request ${number}.\n${readFileSync(file, 'utf8')}`)
  git(repository, 'commit', '--quiet', '--all', '--message', 'explain more')
  return branch
}

/**
 * @param {Workflow} workflow
 * @param {{ number: number, head: string, token: string, repeatedStep?: string, inputs?: Record<string, string> }} asked
 */
function play({ github, repository, ...workflow }, { number, head, inputs, ...asked }) {
  git(repository, 'checkout', '--quiet', head)
  const [base, measured] = ['main', head].map(branch => ({ sha: git(repository, 'rev-parse', branch).trim() }))
  const event = { pull_request: { number, base, head: measured } }
  const all = { command: 'node server.js', options, ...inputs }
  return playAction({ ...workflow, ...asked, repository, event, inputs: all, apiUrl: github.url })
}

/** @param {string} repository @param {string[]} args */
function git(repository, ...args) {
  return run('git', ['-c', 'user.name=user', '-c', 'user.email=user@example.org', ...args], repository)
}

/** Returns what the output annotates. @param {string} output */
function annotated(output) {
  return [...output.matchAll(/^::error file=([^,]*),line=(\d+)/gm)].map(([, file, line]) => ({
    file,
    line: Number(line)
  }))
}

/** @param {boolean} isMet @param {string} otherwise */
function expect(isMet, otherwise) {
  if (!isMet) throw new Error(otherwise)
}
