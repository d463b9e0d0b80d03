import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import config from '../../jest.config.js'

const root = path.join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const modules = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter(name => /\.[cm]?js$/.test(name) && !name.includes('node_modules'))
  .map(name => ({ file: name.replaceAll('\\', '/'), text: readFileSync(path.join(root, 'test', name), 'utf8') }))
const testFiles = modules.filter(({ text }) => /^import \{[^}]*\btest\b[^}]*\} from '@jest\/globals'/m.test(text))

test.each(testFiles)('$file is in exactly one part', ({ file }) => {
  const found = config.projects.filter(({ testRegex }) => new RegExp(testRegex).test(`test/${file}`))
  expect(found).toHaveLength(1)
})

test.each(config.projects)(
  'the part $displayName has tests, and its own command runs them all',
  ({ displayName, testRegex }) => {
    expect(testFiles.some(({ file }) => new RegExp(testRegex).test(file))).toBe(true)
    const command = displayName === 'quick' ? 'test' : `test:${displayName}`
    expect(scripts[command]).toMatch(
      new RegExp(`npm run jest -- --selectProjects ${displayName} --\\w+( \\S+)?( && |$)`)
    )
    expect(scripts['test:full'].split(' && ')).toContain(command === 'test' ? 'npm test' : `npm run ${command}`)
  }
)

test('every part is a job of the workflow and a step of .ci/run', () => {
  const workflow = readFileSync(path.join(root, '.github/workflows/test.yml'), 'utf8')
  const jobs = /step: \[(.*)\]/.exec(workflow)?.[1]?.split(', ')
  const run = readFileSync(path.join(root, '.ci/run'), 'utf8')
  const steps = /^ {4}(.*)\) npm run "test:\$1"/m.exec(run)?.[1]?.split(' | ')
  const parts = config.projects.map(({ displayName }) => displayName).filter(name => name !== 'quick')
  expect(jobs).toEqual(expect.arrayContaining(parts))
  expect(steps?.toSorted()).toEqual(parts.toSorted())
})

test('one version of Node.js runs npm test in a terminal, the others in a pipe', () => {
  const workflow = readFileSync(path.join(root, '.github/workflows/test.yml'), 'utf8')
  const [, versions = '', inTerminal = ''] =
    /node: \[(.*)\]\n[\s\S]*?matrix\.node == (\d+) && 'terminal' \|\| 'test' }} main$/m.exec(workflow) ?? []
  expect(versions.split(', ').filter(version => version === inTerminal)).toHaveLength(1)
  const run = readFileSync(path.join(root, '.ci/run'), 'utf8')
  expect(run).toMatch(/^ {4}test\) npm test ;;$/m)
  expect(run).toMatch(/^ {4}terminal\)\n.* script -qec '.* && npm test' \/dev\/null <\/dev\/null \|$/m)
})
