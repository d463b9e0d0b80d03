import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analysedRun } from '../../scripts/action/analysed-run.js'
import { withoutChecksum } from '../helpers/sample-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

const step = path.join(import.meta.dirname, '../../scripts/action/compare.js')
const sample = path.join(import.meta.dirname, '../../profiles/sample')

jest.setTimeout(60_000)
removeTemporaryFolders()

test('a working-directory that does not exist is named, with exit code 2', () => {
  const env = { WORKSHOP_WORKING_DIRECTORY: 'serverr', WORKSHOP_BASE: 'v1' }
  const reason = 'working-directory: there is no folder "serverr" in the repository.'
  expect(playStep(env)).toEqual({ stdout: `::error::${reason}\n`, stderr: '', exitCode: '2', reason })
})

test('options that need a shell are refused in one line', () => {
  const { stdout, exitCode, reason } = playStep({ WORKSHOP_OPTIONS: '--path $(id)', WORKSHOP_BASE: 'v1' })
  expect(stdout).toMatch(/^::error::.+\n$/)
  expect({ exitCode, reason }).toEqual({ exitCode: '2', reason: expect.stringMatching(/needs a shell/) })
})

test('where the command fails its message is the reason, without what the server printed', () => {
  const folder = makeRepository()
  const env = {
    GITHUB_WORKSPACE: folder,
    WORKSHOP_BASE: 'HEAD~1',
    WORKSHOP_COMMAND: 'node server.js',
    WORKSHOP_OPTIONS: '--only verdict'
  }
  const { stderr, exitCode, reason } = playStep(env)
  expect(exitCode).toBe('3')
  expect(stderr).toMatch(/it printed this/)
  expect(reason).toMatch(/^The server of HEAD\S1 ended before it listened .*Run it by hand: /)
  expect(reason).not.toMatch(/it printed this|\n/)
})

test('neither a command nor a configuration file is said so, where no option names one', () => {
  const env = { GITHUB_WORKSPACE: makeRepository(), WORKSHOP_BASE: 'HEAD~1' }
  const { exitCode, reason } = playStep(env)
  expect({ exitCode, reason }).toEqual({
    exitCode: '2',
    reason: expect.stringMatching(
      /^command: it is not given, and .* has no workshop\.config\.js or workshop\.config\.json\./
    )
  })
  for (const option of ['--config=none.json', '--config none.json'])
    expect(playStep({ ...env, WORKSHOP_OPTIONS: option }).reason).toMatch(/--config: there is no file .*none\.json/)
})

test('a refused configuration is the reason', () => {
  const folder = makeRepository()
  writeFileSync(path.join(folder, 'workshop.config.json'), '{ "serverz": [] }')
  const { exitCode, reason } = playStep({ GITHUB_WORKSPACE: folder, WORKSHOP_BASE: 'HEAD~1' })
  expect(exitCode).toBe('2')
  expect(reason).toMatch(/^workshop\.config\.json:1: .*serverz is no key/s)
})

test.each([
  ['process.exit(0)', /^The command was ended by process\.exit\(0\) before it had a result\./],
  ['process.exit(1)', /^The command was ended by process\.exit\(1\) before it had a result\./],
  ['process.reallyExit(0)', /^The command was ended by process\.exit\(0\) before it had a result\./]
])('a configuration that calls %s fails the job, with the reason', (call, message) => {
  const folder = makeRepository()
  writeFileSync(path.join(folder, 'workshop.config.js'), call)
  const { exitCode, reason } = playStep({ GITHUB_WORKSPACE: folder, WORKSHOP_BASE: 'HEAD~1' })
  expect({ exitCode, reason }).toEqual({ exitCode: '3', reason: expect.stringMatching(message) })
})

test('a module that ends the command before it begins fails the job, with the reason', () => {
  const folder = makeRepository()
  const preload = path.join(folder, 'preload.cjs')
  writeFileSync(preload, "if (/workshop\\.js$/.test(process.argv[1] ?? '')) process.exit(0)")
  const own = { WORKSHOP_COMMAND: 'node server.js', NODE_OPTIONS: `--require ${preload}` }
  const { exitCode, reason } = playStep({ GITHUB_WORKSPACE: folder, WORKSHOP_BASE: 'HEAD~1', ...own })
  const message = /^The command ended with exit code 0, and left no result of this run of HEAD~1 and HEAD: /
  expect({ exitCode, reason }).toEqual({ exitCode: '3', reason: expect.stringMatching(message) })
})

test('the run that is shown has figures, was measured by this process, and is of these revisions', () => {
  const folder = temporaryFolder()
  const run = path.join(folder, 'run')
  mkdirSync(run)
  writeFileSync(path.join(folder, 'index.html'), '')
  const commits = ['a', 'b'].map(digit => digit.repeat(40))
  const manifest = JSON.parse(readFileSync(path.join(sample, 'run.json'), 'utf8'))
  const variants = manifest.experiment.variants.map((/** @type {object} */ variant, /** @type {number} */ at) => ({
    ...variant,
    ...(commits[at] && { commit: commits[at]?.slice(0, 9) })
  }))
  const experiment = { ...manifest.experiment, variants }
  const older = { ...withoutChecksum(manifest), schemaVersion: 7 }
  writeFileSync(path.join(run, 'run.json'), JSON.stringify({ ...older, pid: 7, experiment }))
  expect(analysedRun(folder, { pid: 7, commits })).toBe(null)
  cpSync(path.join(sample, 'analysis.json'), path.join(run, 'analysis.json'))
  expect(analysedRun(folder, { pid: 7, commits })).toBe(run)
  expect(analysedRun(folder, { pid: 8, commits })).toBe(null)
  expect(analysedRun(folder, { pid: 7, commits: commits.toReversed() })).toBe(null)
  writeFileSync(path.join(run, 'run.json'), '{}')
  expect(analysedRun(folder, { pid: 7, commits })).toBe(null)
})

/** Makes a repository of two commits, whose server ends before it listens. */
function makeRepository() {
  const folder = temporaryFolder()
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
  git('init', '--quiet', '--initial-branch', 'main')
  for (const number of [1, 2]) {
    writeFileSync(path.join(folder, 'server.js'), `console.error('it printed this')\nprocess.exit(${number})\n`)
    git('add', '--all')
    git('commit', '--quiet', '--message', String(number))
  }
  return folder
}

/** @param {NodeJS.ProcessEnv} env */
function playStep(env) {
  const folder = temporaryFolder()
  const output = path.join(folder, 'output')
  const { stdout, stderr } = spawnSync(process.execPath, [step], {
    encoding: 'utf8',
    env: {
      ...process.env,
      GITHUB_WORKSPACE: folder,
      GITHUB_OUTPUT: output,
      WORKSHOP_HEAD: 'HEAD',
      WORKSHOP_OUT: folder,
      ...env
    }
  })
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n')
  const outputs = Object.fromEntries(lines.map(line => line.split(/=(.*)/s)))
  expect(Object.keys(outputs)).toEqual(['exit-code', 'reason'])
  return { stdout, stderr, exitCode: outputs['exit-code'], reason: JSON.parse(outputs.reason) }
}
