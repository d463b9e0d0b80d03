import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { writeProgram } from '../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const [major = ''] = process.versions.node.split('.')
const server = `node ${path.resolve('test/fixtures/servers/answers-as.js')}`

/**
 * Compares this version of Node.js with others on a machine whose npm is a script.
 * @param {string} script of the shell; `$8` is the folder, `$9` the package
 */
function machineWith(script) {
  const home = temporaryFolder()
  writeProgram(path.join(home, 'bin/npm'), `echo "$@" >> ${home}/asked\n${script}`)
  const env = { ...process.env, XDG_CACHE_HOME: path.join(home, 'cache'), PATH: `${home}/bin:${process.env.PATH}` }
  const cache = path.join(home, 'cache/profiling-workshop/node')
  return {
    cache,
    /** @param {string} wanted @param {NodeJS.ProcessEnv} [changes] */
    compare: (wanted, changes) =>
      workshop(['compare', server, '--node', `${major},${wanted}`, '--cwd', home], { ...env, ...changes }),
    asked: () => (existsSync(`${home}/asked`) ? readFileSync(`${home}/asked`, 'utf8').trim().split('\n') : []),
    cached: () => (existsSync(cache) ? readdirSync(cache) : [])
  }
}

/** It puts a program into the package's place that says it is a version of node, and is none. */
const installs = `folder="$8/node_modules/\${9%@*}/bin"
mkdir -p "$folder"
printf '#!/bin/sh\\necho v77.4.2\\n' > "$folder/node"
chmod +x "$folder/node"
printf '{"packages":{"node_modules/%s":{"version":"77.4.2","integrity":"sha512-any"}}}' "\${9%@*}" > "$8/node_modules/.package-lock.json"`

test('a version that is not here is installed once, and runs the server', async () => {
  const { cache, compare, asked, cached } = machineWith(installs)
  const { stderr } = await compare('v77.4')
  expect(stderr).toMatch(
    /^Node\.js v77\.4 is not on this machine: installing (node-[\w-]+)@77\.4 into .*\/profiling-workshop\/node\/77\.4$/m
  )
  expect(stderr).toContain(` ${cache}/77.4/node_modules/node-`)
  expect(stderr).toMatch(/^Node\.js 77\.4\.2 is from npm's registry: 23\.0 B, integrity sha512-any$/m)
  expect(cached()).toEqual(['77.4'])
  expect((await compare('77')).stderr).not.toMatch('installing')
  expect(asked()).toEqual([
    expect.stringMatching(
      /^install --ignore-scripts --no-save --no-audit --no-fund --fetch-retries=1 --prefix \S+ node-\S+@77\.4$/
    )
  ])
})

test.each([
  [
    'that the registry does not have',
    '1.2.3',
    'echo "npm error code ETARGET" >&2; exit 1',
    2,
    / has no node-\S+@1\.2\.3\. Name/
  ],
  [
    'that cannot be fetched',
    '77',
    'mkdir -p "$8/part"; echo "npm error code ENOTFOUND\nnpm error request to x failed, reason: getaddrinfo ENOTFOUND" >&2; exit 1',
    3,
    /npm could not install node-\S+@77 \(request to \S+ failed, reason: getaddrinfo ENOTFOUND\)\. Check the network/
  ],
  ['for which npm is interrupted', '77', 'mkdir -p "$8/part"; kill -INT $PPID; sleep 60', 130, /Interrupted by SIGINT/]
])('a version %s is an error, and leaves nothing', async (_what, wanted, script, exitCode, message) => {
  const { compare, cached } = machineWith(script)
  const { code, stderr } = await compare(wanted)
  expect(stderr).toMatch(message)
  expect(code).toBe(exitCode)
  expect(cached()).toEqual([])
})

test('a package without a binary is no version', async () => {
  const { code, stderr } = await machineWith('true').compare('77')
  expect(stderr).toMatch(/ has no node-\S+@77\. Name/)
  expect(code).toBe(2)
})

test('without npm the error says so', async () => {
  const { compare } = machineWith('')
  const { stderr } = await compare('77', { PATH: temporaryFolder() })
  expect(stderr).toMatch(/npm could not install node-\S+@77 \(no such program: npm\)\. Check the network/)
})

test('the path of a binary and a word that is no version are not asked of npm', async () => {
  const { compare, asked } = machineWith(installs)
  for (const wanted of ['/no/such/node', 'latest'])
    expect((await compare(wanted)).stderr).toMatch(/is not on this machine: it is not in PATH/)
  expect(asked()).toEqual([])
})
