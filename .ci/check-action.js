import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { playAction } from './action-steps.js'
import { fakeGitHub } from './fake-github.js'
import { makeRepository } from './package-projects.js'
import { root, run } from './package-setup.js'

/**
 * Plays the steps of action.yml, as a workflow would, on pull requests of an example repository: one that sorts for every request,
 * and some that change no code: `node .ci/check-action.js [number of pull requests without a change, default 1]`. It fails where
 * the slow one passes or another line is annotated, where one without a change fails, or where a comment is written twice.
 */
const unchanged = Number(process.argv[2] ?? 1)
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'workshop-action-')))
// Both profilers of a comparison: a line is annotated where they agree.
const options = '--path / --short --load autocannon'
const git = (/** @type {string[]} */ ...args) =>
  run('git', ['-c', 'user.name=user', '-c', 'user.email=user@example.org', ...args], repository)

const action = path.join(folder, 'action')
run('git', ['clone', '--quiet', '--no-local', root, action], folder)
const repository = makeRepository(folder)
const github = await fakeGitHub()
try {
  await checkSlowPullRequest()
  for (let number = 2; number < 2 + unchanged; number++) await checkUnchangedPullRequest(number)
} finally {
  github.close()
  rmSync(folder, { recursive: true, force: true })
}

async function checkSlowPullRequest() {
  const played = await play({ number: 1, head: 'sort-always', repeatedStep: 'Summary, annotation and comment' })
  expect(played.code === 1, `the job of the slow pull request ends with ${played.code}, not with 1`)
  const lines = readFileSync(path.join(repository, 'items.js'), 'utf8').split('\n')
  const { file = '', line = 0 } = annotated(played.output)[0] ?? {}
  expect(file === 'items.js', `the file that is annotated is ${file || 'none'}`)
  const text = lines[line - 1] ?? ''
  expect(/sort|price/i.test(text), `the line that is annotated is ${line}: ${text}`)
  expect(/slower/.test(played.summary) && /items\.js/.test(played.summary), 'the summary of the job has no result')
  const [comment, ...others] = github.commentsOf(1)
  expect(/slower/.test(comment?.body ?? ''), 'there is no comment')
  expect(others.length === 0, 'there are two comments')
  expect(comment?.edits === 1, 'the comment was not replaced')
  console.log(`slow: exit code 1, ${file}:${line} annotated, one comment`)
}

/** @param {number} number */
async function checkUnchangedPullRequest(number) {
  const branch = `unchanged-${number}`
  git('checkout', '--quiet', '-b', branch, 'main')
  git('commit', '--quiet', '--allow-empty', '--message', 'say more')
  // The token of a fork may not write.
  github.refuseWrites()
  const played = await play({ number, head: branch })
  expect(played.code === 0, `the job of pull request ${number}, without a change, ends with ${played.code}`)
  expect(annotated(played.output).length === 0, `pull request ${number}, without a change, has an annotation`)
  expect(github.commentsOf(number).length === 0, 'a token that may not write wrote a comment')
  expect(/::notice::The token may not comment here/.test(played.output), 'it is not said why there is no comment')
  console.log(`without a change: exit code 0, ${/^(.*)\n/m.exec(played.summary.split('\n\n')[1] ?? '')?.[0] ?? ''}`)
}

/** @param {{ number: number, head: string, repeatedStep?: string }} asked */
function play({ number, head, repeatedStep }) {
  git('checkout', '--quiet', head)
  const event = {
    pull_request: {
      number,
      base: { sha: git('rev-parse', 'main').trim() },
      head: { sha: git('rev-parse', head).trim() }
    }
  }
  const inputs = { command: 'node server.js', options }
  return playAction({ action, repository, event, inputs, apiUrl: github.url, repeatedStep, folder })
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
