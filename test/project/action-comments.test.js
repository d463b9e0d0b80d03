import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fakeGitHub, MARK, tokens } from '../../.ci/fake-github.js'
import { writeComment } from '../../scripts/action/comments.js'

/** @type {Awaited<ReturnType<typeof fakeGitHub>>} */
let github

beforeEach(async () => {
  github = await fakeGitHub()
})

afterEach(() => github.close())

test.each([tokens.job, tokens.person])('with the %s there is one comment, which each run replaces', async token => {
  expect(await write(token, 'first')).toBe('written')
  expect(await write(token, 'second')).toBe('replaced')
  expect(github.commentsOf(1)).toEqual([expect.objectContaining({ body: `${MARK}\nsecond`, edits: 1 })])
})

test('another mark is another comment', async () => {
  await write(tokens.job, 'one')
  await write(tokens.job, 'other', MARK.replace('-0', '-0-2'))
  expect(github.commentsOf(1).map(({ edits }) => edits)).toEqual([0, 0])
})

test('a text that may be no new comment replaces an old one, and is else not written', async () => {
  const comment = { mark: MARK, text: 'not measured', mayBeNew: false }
  expect(await writeComment(pullRequest(tokens.job), comment)).toBe('none')
  expect(github.commentsOf(1)).toEqual([])
  await write(tokens.job, 'first')
  expect(await writeComment(pullRequest(tokens.fork), comment)).toBe('refused')
  expect(await writeComment(pullRequest(tokens.job), comment)).toBe('replaced')
  expect(github.commentsOf(1)).toEqual([expect.objectContaining({ body: `${MARK}\nnot measured`, edits: 1 })])
})

test('a token that may not write is refused, and not an error', async () => {
  expect(await write(tokens.fork, 'text')).toBe('refused')
  github.fail('GET /repos', { status: 404, message: 'Not Found' })
  expect(await write(tokens.job, 'text')).toBe('refused')
  expect(github.commentsOf(1)).toEqual([])
})

test('no second comment is written where the first one cannot be looked for', async () => {
  await write(tokens.job, 'first')
  github.fail('GET /repos', { status: 502, message: 'Bad Gateway' })
  await expect(write(tokens.job, 'second')).rejects.toThrow(/ to GET \/repos\S+ with 502: Bad Gateway$/)
  github.fail('GET /user', { status: 500, message: '' })
  await expect(write(tokens.job, 'third')).rejects.toThrow(/ to GET \/user with 500$/)
  expect(github.commentsOf(1)).toHaveLength(1)
})

test('a rate limit is an error, not a token that may not write', async () => {
  github.fail('POST', { status: 403, message: 'You have exceeded a secondary rate limit.' })
  await expect(write(tokens.job, 'text')).rejects.toThrow(/with 403: You have exceeded a secondary rate limit/)
  github.fail('POST', { status: 403, message: 'Forbidden', headers: { 'x-ratelimit-remaining': '0' } })
  await expect(write(tokens.job, 'text')).rejects.toThrow(/with 403: Forbidden/)
})

/** @param {string} token @param {string} text @param {string} [mark] */
function write(token, text, mark = MARK) {
  return writeComment(pullRequest(token), { mark, text, mayBeNew: true })
}

/** @param {string} token */
function pullRequest(token) {
  return { apiUrl: github.url, repository: 'owner/name', number: 1, token }
}
