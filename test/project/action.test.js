import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '../..')
const guide = readFileSync(path.join(root, 'docs/pull-requests.md'), 'utf8')
const { inputs, runs } = parse(readFileSync(path.join(root, 'action.yml'), 'utf8'))
/** @type {{ name: string, if?: string, run?: string, env?: Record<string, string>, with?: Record<string, string> }[]} */
const steps = runs.steps

test('no step has an expression in its script: what is typed into the action is no code of a shell', () => {
  for (const { run = '' } of steps) expect(run).not.toContain('${{')
})

test('every input is read by a step, and every input that a step reads exists', () => {
  const read = [...JSON.stringify(steps).matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name)
  expect([...new Set(read)].toSorted()).toEqual(Object.keys(inputs).toSorted())
})

test('the result is shown after any failure, with the artifact of this use of the action', () => {
  const byName = new Map(steps.map(step => [step.name, step]))
  expect(steps[0]?.name).toBe('Name')
  expect(byName.get('Summary, annotation and comment')?.if).toBe('always()')
  expect(byName.get('Upload the figures')?.with).toMatchObject({
    name: expect.stringMatching(/^\$\{\{ steps\.use\.outputs\.name \}\}$/),
    overwrite: true
  })
  // One file, which a browser opens, has its own name.
  expect(byName.get('Upload the page')?.with).toMatchObject({
    path: expect.stringMatching(/\/\$\{\{ steps\.use\.outputs\.name \}\}\.html$/),
    archive: false,
    overwrite: true
  })
})

test('the workflow of docs/pull-requests.md gives the token to comments only', () => {
  const [, workflow = ''] = /## GitHub\n\n((?: {4}.*\n|\n)+)/.exec(guide) ?? []
  const { permissions, jobs } = parse(workflow.replace(/^ {4}/gm, '').replaceAll(/<(\w+)>/g, '$1'))
  expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  const [checkout] = jobs.performance.steps
  expect(checkout.with).toMatchObject({ 'persist-credentials': false })
  expect(workflow).not.toMatch(/secrets\.|pull_request_target|environment:/)
  const split = [...guide.matchAll(/^ {10}permissions:\n((?: {12}\S.*\n)+)/gm)].map(([, rights]) => parse(rights ?? ''))
  expect(split).toEqual([{ contents: 'read' }, { 'pull-requests': 'write' }])
})

test('docs/pull-requests.md lists every input', () => {
  for (const name of Object.keys(inputs)) expect(guide).toContain(`| \`${name}\` |`)
})
