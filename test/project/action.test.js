import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '../..')
const { inputs, runs } = parse(readFileSync(path.join(root, 'action.yml'), 'utf8'))
/** @type {{ name: string, run?: string, env?: Record<string, string> }[]} */
const steps = runs.steps

test('no step has an expression in its script: what is typed into the action is no code of a shell', () => {
  for (const { run = '' } of steps) expect(run).not.toContain('${{')
})

test('every input is read by a step, and every input that a step reads exists', () => {
  const read = [...JSON.stringify(steps).matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name)
  expect([...new Set(read)].toSorted()).toEqual(Object.keys(inputs).toSorted())
})

test('docs/pull-requests.md lists every input', () => {
  const text = readFileSync(path.join(root, 'docs/pull-requests.md'), 'utf8')
  for (const name of Object.keys(inputs)) expect(text).toContain(`| \`${name}\` |`)
})
