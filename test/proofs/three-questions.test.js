import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { QUESTIONS_APP, QUESTIONS_PAGE, questionsOf, withFigures } from '../../scripts/proofs/lib/questions.js'
import { workshop } from '../helpers/workshop.js'

const page = readFileSync(QUESTIONS_PAGE, 'utf8')
const questions = questionsOf(page)

test('the page has three questions, each with one command and a place for its figures', () => {
  expect(questions.map(({ name }) => name)).toEqual(['express', 'node', 'opentelemetry'])
  expect(page.match(/^ {4}node scripts\/workshop\.js/gm)).toHaveLength(3)
  for (const { name } of questions) expect(page).toContain(`<!-- end of the figures of ${name} -->`)
})

test.each(questions)('the command of $name is one that compare takes', async ({ words }) => {
  expect(words.slice(0, 3)).toEqual(['node', 'scripts/workshop.js', 'compare'])
  const { code, stdout, stderr } = await workshop([...words.slice(2), '--dry-run'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^compare, seed \d+: \d+ rounds, about /)
})

test.each(questions)('the figures of $name replace those before, and nothing else', ({ name }) => {
  const written = withFigures(page, name, 'one')
  expect(withFigures(withFigures(page, name, 'other'), name, 'one')).toBe(written)
  expect(written.split('\n').filter(line => !page.split('\n').includes(line))).toEqual(['one'])
  expect(questionsOf(written)).toEqual(questions)
})

test('the lockfile of the app names no registry', () => {
  expect(readFileSync(`${QUESTIONS_APP}/package-lock.json`, 'utf8')).not.toMatch(/"resolved"/)
})
