import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'

const root = path.join(import.meta.dirname, '../..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const contributing = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
const ciText = readdirSync(path.join(root, '.ci'))
  .map(name => readFileSync(path.join(root, '.ci', name), 'utf8'))
  .join('\n')

/** Commands of the README that tests run in another form: the script behind it, with a port or a folder of their own. */
const runByTests = ['inspect']
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/blame.md',
  'docs/verdicts.md',
  ...readdirSync(path.join(root, 'docs/labs')).map(name => `docs/labs/${name}`)
]

const named = [
  ...readme.matchAll(/npm (?:run )?(start|test|[a-z0-9]+:[a-z0-9]+|bench|inspect|report|calibrate)\b/g)
].map(([, name]) => name)

test.each([...new Set(named)])('the command %s of the README exists, and CI runs it', name => {
  expect(Object.keys(scripts)).toContain(name)
  if (!runByTests.includes(String(name)))
    expect(ciText).toMatch(new RegExp(`npm (run )?${name}\\b|\\['start'|run\\('${name}'\\)`))
})

test('the README names every command there is, CONTRIBUTING those for developers', () => {
  for (const name of Object.keys(scripts)) {
    if (isForDevelopers(name)) expect(contributing).toContain(`npm run ${name} `)
    else expect(named).toContain(name)
  }
})

test.each(documents)('%s links to files that exist', document => {
  const text = readFileSync(path.join(root, document), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) =>
    path.join(root, path.dirname(document), String(link))
  )
  for (const link of links) expect(readdirSync(path.dirname(link))).toContain(path.basename(link))
})

test.each(documents)('no table is missing in %s', document => {
  expect(readFileSync(path.join(root, document), 'utf8')).not.toContain('<!-- table')
})

/** @param {string} name of a script */
function isForDevelopers(name) {
  return ['format', 'lint', 'types', 'jest'].includes(name) || name.startsWith('test:')
}
