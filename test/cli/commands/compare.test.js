import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { commandOf } from '../../../src/cli/commands/compare.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { workshop } from '../../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const servers = path.resolve('test/fixtures/servers')
const usual = `node ${servers}/answers-as.js`

/** @param {string[]} args */
function compare(...args) {
  return workshop(['compare', ...args, '--cwd', temporaryFolder()])
}

test.each([
  [
    'another status',
    [usual, `STATUS=404 ${usual}`, '--path', '/x'],
    /STATUS=404 responds to GET \/x with status 404\. Name a route/
  ],
  [
    'a redirect',
    [`STATUS=302 LOCATION=/login ${usual}`, usual],
    /responds to GET \/ with status 302, a redirect to \/login\./
  ],
  [
    'another content-type',
    [usual, `TYPE=text/html ${usual}`],
    /do not do the same work: the content-type of their responses to GET \/ is text\/plain and text\/html\./
  ],
  [
    'a server that ends',
    [usual, `node ${servers}/dies-at-start.js`],
    /ended before it listened \(exit code 7 after .*\)\. Its stderr/
  ],
  [
    'a folder that cannot be prepared',
    [usual, usual, '--prepare', 'node -e "console.error(\'no compiler\');process.exit(4)"'],
    /--prepare: node -e .* failed in .* \(exit code 4\)\. Its stderr ended with:\n {4}no compiler/
  ],
  [
    'a program that is not there',
    [usual, usual, '--prepare', 'no-such-program x'],
    /--prepare: no-such-program x failed in .* \(no such program: no-such-program\)\.\n$/
  ],
  ['a connection that is cut', [usual, `node ${servers}/cuts-off.js`], /did not respond to GET http:.*: aborted\./]
])('%s cannot be compared: an early end, one message, no stack', async (_what, args, message) => {
  const { code, stdout, stderr } = await compare(...args)
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(message)
  expect(stderr).not.toMatch(/\n\s+at \w+ \(/)
})

/** Ends the command that started a process as Ctrl-C does. */
const INTERRUPT = "process.kill(process.ppid,'SIGINT')"
const unready = `node -e "require('http').createServer((_, res) => res.writeHead(503).end(() => ${INTERRUPT})).listen(0)"`

test.each([
  ['the health path of a server', [unready, unready, '--health', '/ready']],
  ['a companion', [usual, usual, '--companion', `node -e "${INTERRUPT};setInterval(() => {}, 1000)"`]]
])('Ctrl-C while it waits for %s ends it with code 130', async (_what, args) => {
  const { code, stderr } = await compare(...args)
  expect(stderr).toMatch(/Interrupted by SIGINT\. Measure again\.\n$/)
  expect(stderr).not.toMatch(/AbortError|\n\s+at /)
  expect(code).toBe(130)
})

test.each([
  ['no repository', ['--ref', 'main', '--ref', 'HEAD'], /is in no git repository/],
  [
    'no such binary',
    ['--node', `${process.execPath},/no/such/node`],
    /Node\.js \/no\/such\/node is not on this machine/
  ]
])('%s is invalid use', async (_what, args, message) => {
  const { code, stderr } = await compare('node server.js', ...args)
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

test('equal commands are compared, and the command says that they are equal', async () => {
  const { code, stderr } = await compare('node a.js', 'node a.js', 'A=1 node a.js', '--dry-run')
  expect(code).toBe(0)
  expect(stderr.replace(/\s+/g, ' ')).toContain('are equal commands: their difference is due to chance.')
  const other = await compare('node a.js', 'A=1 node a.js', '--dry-run')
  expect(other.stderr).not.toContain('equal commands')
})

test('one command is profiled, and the command says so; profile says nothing', async () => {
  const { code, stdout, stderr } = await compare('node a.js', '--dry-run')
  expect(code).toBe(0)
  expect(stderr.replace(/\s+/g, ' ')).toMatch(/One command has nothing to be compared with.* profile does the same\./)
  expect(stdout).toMatch(/^profile, seed \d+: 8 rounds.*up: 05-node a\.js-(prof|cdp)/s)
  expect(await workshop(['profile', 'node a.js', '--dry-run'])).toMatchObject({ code: 0, stderr: '' })
})

test('--dry-run notices a revision that is not there', async () => {
  const folder = temporaryFolder()
  execFileSync('git', ['init', '--quiet', folder])
  const args = ['compare', 'node server.js', '--ref', '.', '--ref', 'nobranch', '--dry-run', '--cwd', folder]
  const { code, stdout, stderr } = await workshop(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/The revision nobranch cannot be checked out: the repository has no such commit/)
})

test('--dry-run has the plan, with the names of the variants, and starts nothing', async () => {
  const { code, stdout } = await compare('node no-such.js', 'LOG=1 node no-such.js', '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^compare, seed \d+: 13 rounds.*up: 01-(baseline|LOG=1) and 01-(LOG=1|baseline)/s)
})

test.each([
  [['--body', 'v7'], '--body "$BODY"'],
  [['--body=v7'], '"--body=$BODY"'],
  [['--companion', "PASSWORD='secret7 x' node db.js"], '--companion "PASSWORD=\'$PASSWORD\' node db.js"'],
  [['--prepare=MY_TOKEN=secret7 npm i'], '"--prepare=MY_TOKEN=$TOKEN npm i"'],
  [['--header', 'authorization: Bearer 1'], '--header "authorization: Bearer $AUTHORIZATION"'],
  [['--header=Cookie: a=1; b=2'], '"--header=Cookie: $COOKIE"'],
  [['--header', 'X-Api-Key:1'], '--header "X-Api-Key: $X_API_KEY"'],
  [['--path', '/?page=2&access_token=a7'], '--path "/?page=2&access_token=$ACCESS_TOKEN"'],
  [['--secret', 'v8', '--name', 'v8'], '--secret "$SECRET" --name "$SECRET"']
])('a report repeats %j without its secret: a variable stands for it', (args, shown) => {
  const command = commandOf('compare', ["TOKEN=secret7 node a.js --title 'a b'", 'node b.js', ...args], 5)
  expect(command).toBe(
    `node scripts/workshop.js compare "TOKEN=$TOKEN node a.js --title 'a b'" 'node b.js' ${shown} --seed 5`
  )
})
