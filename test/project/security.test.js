import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '../..')
const claims = [...readText('SECURITY.md').matchAll(/\[([^\]]+)\]\((test\/[^)]+)\)/g)].map(
  ([, title = '', file = '']) => ({
    title,
    file
  })
)
const sources = filesBelow('src')
  .filter(file => /\.[cm]?js$/.test(file))
  .map(file => ({ file, text: readText(file) }))

describe('SECURITY.md', () => {
  test('has a test for each claim', () => {
    const rows = readText('SECURITY.md')
      .split('\n')
      .filter(line => line.startsWith('| ') && !line.startsWith('| claim '))
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter(row => !/\]\(test\/[^)]+\) \|$/.test(row))).toEqual([])
  })

  test.each(claims)('names a test that exists, and is not skipped: $title', ({ title, file }) => {
    expect(existsSync(path.join(root, file))).toBe(true)
    const words = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const call = new RegExp(
      `^.*\\(\\s*(['"\`])[^'"\`\\n]*${words}[^'"\`\\n]*\\1,\\s*(?:async\\b|\\(|\\w+ =>|\\{ )`,
      'm'
    )
    const [start] = call.exec(readText(file)) ?? []
    expect(start).toBeDefined()
    expect(start).not.toMatch(/^\s*(?:x?describe|xtest|test\.(?:skip|todo|failing))\b/)
  })
})

test('two files of src start processes without a shell, and one opens a page in the browser', () => {
  // The app and the planted servers are what is measured; clinic's preload changes what clinic starts itself.
  const apart = ['src/profilers/clinic-preload.cjs']
  const starting = sources.filter(({ text }) => /(?:from|require\()\s*['"](?:node:)?child_process['"]/.test(text))
  const own = starting.filter(({ file }) => !file.startsWith('src/app/') && !apart.includes(file))
  expect(own.map(({ file }) => file)).toEqual(['src/system/processes.js', 'src/system/watcher.js'])
  for (const { text } of own) expect(text).toContain("import { spawn } from 'node:child_process'")
  const shells = sources.filter(({ text }) => /\bshell\s*:|\bnew Function\(|\beval\(/.test(text))
  expect(shells.map(({ file }) => file)).toEqual([])
  // On Linux it is a shell script. It gets an absolute path, which can be no option.
  const opening = sources.filter(({ text }) => /\bimport\(['"]open['"]\)|from ['"]open['"]/.test(text))
  expect(opening.map(({ file }) => file)).toEqual(['src/system/open-page.js'])
  const calls = sources.flatMap(({ text }) => text.match(/\bopenPage\(.*/g) ?? [])
  expect(calls).toEqual(['openPage(path.resolve(file))', 'openPage(file) {'])
})

test('temporary folders have random names', () => {
  const lines = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter(line => /\btmpdir\(\)/.test(line))
      .map(line => ({ file, line }))
  )
  expect(lines.length).toBeGreaterThan(5)
  // What is not made there is looked for, in order to remove what killed processes of this user left.
  const looking = ['src/labs/upload/app/strategies.js', 'src/system/temporary.js']
  const others = lines.filter(({ line }) => !/\bmkdtemp(?:Sync)?\(/.test(line))
  expect(others.filter(({ file }) => !looking.includes(file))).toEqual([])
})

test('workflows have few rights, no secrets, and actions of a fixed major version', () => {
  const folder = path.join(root, '.github/workflows')
  for (const name of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, name), 'utf8')
    const { permissions, jobs } = parse(text)
    expect({ name, permissions }).toEqual({ name, permissions: { contents: 'read' } })
    expect(text).not.toMatch(/\bsecrets\.|pull_request_target|workflow_run/)
    for (const job of Object.values(jobs)) {
      for (const { uses } of job.steps.filter((/** @type {any} */ step) => 'uses' in step))
        expect(uses).toMatch(/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/)
      // What may sign a release neither installs packages nor has the code of the repository.
      if (job.permissions === undefined) continue
      expect(job.permissions).toEqual({ 'id-token': 'write' })
      expect(JSON.stringify(job.steps)).not.toMatch(/checkout|npm (?:ci|i|install|run)|\.ci\//)
    }
  }
  expect(readText('.github/workflows/release.yml')).toContain('npm publish --provenance')
})

test('the actions of a release are pinned to commits', () => {
  const { jobs } = parse(readText('.github/workflows/release.yml'))
  const steps = Object.values(jobs).flatMap(job => job.steps)
  const used = steps.flatMap(({ uses }) => uses ?? [])
  expect(used.length).toBeGreaterThan(0)
  for (const uses of used) expect(uses).toMatch(/@[0-9a-f]{40}$/)
})

test('the package that is published is the file that was checked', () => {
  const { pack, publish } = parse(readText('.github/workflows/release.yml')).jobs
  const runs = pack.steps.flatMap((/** @type {{ run?: string }} */ { run }) => run ?? [])
  const packed = runs.indexOf('npm run package')
  const checked = runs.indexOf('node .ci/check-package.js profiling-workshop-*.tgz')
  expect(packed).toBeGreaterThan(-1)
  expect(checked).toBeGreaterThan(packed)
  expect(runs.filter((/** @type {string} */ run) => /npm (run )?pack|\.ci\/run .*package/.test(run))).toHaveLength(1)
  expect(pack.steps.at(-1).with.path).toBe('profiling-workshop-*.tgz')
  expect(publish.steps.at(-1).run).toContain('./profiling-workshop-*.tgz')
})

/** @param {string} folder @returns {string[]} without those of packages */
function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(function below(entry) {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(file)
    return [file]
  })
}

/** @param {string} file */
function readText(file) {
  return readFileSync(path.join(root, file), 'utf8')
}
