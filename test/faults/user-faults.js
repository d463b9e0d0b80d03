import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { terminalThatCloses } from './abilities.js'
import { BRIEF, server, VERDICT } from './play-fault.js'

/** @import { Fault, Place } from './play-fault.js' */

const tls = ['key', 'cert'].map(name => path.join(import.meta.dirname, `../fixtures/tls/${name}.pem`))
const short = ['--short', '--load', 'autocannon', ...BRIEF]
/** @param {string} file @param {string} [fault] what its command has beside it */
const compared = (file, fault = '') => [
  'compare',
  `node '${server}'`,
  `${fault} node ${file}`,
  '--name',
  'good',
  '--name',
  'bad'
]
/** @param {string} listener of a request @param {string} [port] */
const listening = (listener, port = '0') =>
  `const server = require('http').createServer((request, response) => { ${listener} }).listen(${port}, '127.0.0.1');`
const READS = `request.resume().on('end', () => response.end('x'.repeat(500)))`
const database = `require('net').connect(1, '127.0.0.1')`

/** What a user names that is not as it should be. @type {Fault[]} */
export const faultsOfUsers = [
  refused(
    'the configuration is a pipe',
    ['--config', 'pipe.json'],
    /pipe\.json cannot be read: it is a pipe, not a file/
  ),
  refused('the configuration is a pipe of a module', ['--config', 'pipe.js'], /pipe\.js cannot be read: it is a pipe/),
  refused('the configuration is an endless device', ['--config', '/dev/zero'], /zero cannot be read: it is a device/),
  refused('the configuration has no end', ['--config', 'huge.json'], /huge\.json/),
  refused('the configuration throws an error', ['--config', 'throws.js'], /throws\.js.*the planted error/s),
  refused('the body is a pipe', [...commands(), '--body-file', 'pipe.json'], /pipe\.json.*it is a pipe/),
  refused('the body is an endless device', [...commands(), '--data', '@/dev/zero'], /zero.*it is a device/),
  refused('the requests are a pipe', [...commands(), '--requests', 'pipe.json'], /pipe\.json.*it is a pipe/),
  {
    ...custom('the .env file of a server is a pipe', 'bad.cjs', listening(READS)),
    codes: [0],
    says: VERDICT,
    mayHaveNoRun: false,
    before: place => {
      write(place, 'bad.cjs', listening(READS))
      execFileSync('mkfifo', [path.join(place.folder, '.env')])
    }
  },
  ...['start', 'warm-up', 'slice'].map(stage => closedTerminal(stage)),
  {
    fault: 'the command of a server is not found',
    stage: 'start',
    codes: [3],
    says: /no such program: nod\. Name it so: node /,
    args: ['compare', `node '${server}'`, `nod '${server}'`, '--name', 'good', '--name', 'bad', ...short],
    mayHaveNoRun: true
  },
  custom(
    'the server listens on a socket',
    'bad.cjs',
    `require('http').createServer().listen('bad.sock')`,
    /listens on the socket .*bad\.sock only/
  ),
  custom(
    'the server responds with 404',
    'bad.cjs',
    `const path = '/items'; ${listening('response.writeHead(404).end()')}`,
    /with status 404.*Name a route/s
  ),
  custom(
    'the server responds with 401',
    'bad.cjs',
    listening('response.writeHead(401).end()'),
    /with status 401\. Add what it asks for/
  ),
  custom(
    'the server asks for a client certificate',
    'bad.cjs',
    `const [key, cert] = ${JSON.stringify(tls)}.map(file => require('fs').readFileSync(file))
    require('https').createServer({ key, cert, requestCert: true, rejectUnauthorized: true }, (_, response) => response.end()).listen(0)`,
    /asks for a client certificate/
  ),
  custom(
    'the server lacks its database',
    'bad.cjs',
    database,
    /Nothing listens on 127\.0\.0\.1:1\. Start what it connects to/
  ),
  custom(
    'the server lacks a package',
    'bad.cjs',
    `require('no-such-package')`,
    /package no-such-package is not installed/
  ),
  custom(
    'the server ends after 10 s',
    'bad.cjs',
    'setTimeout(() => process.exit(), 10_000)',
    /exit code 0 after 1\d(\.\d)? s/
  ),
  {
    ...custom(
      'the preload of a server sends SIGTERM to its parent',
      'bad.cjs',
      listening(READS),
      /Interrupted by SIGTERM/
    ),
    codes: [130],
    before: place => {
      write(place, 'bad.cjs', listening(READS))
      write(place, 'parent.cjs', `process.kill(process.ppid, 'SIGTERM')`)
    },
    args: [...compared('bad.cjs', 'NODE_OPTIONS=--require=./parent.cjs'), ...short]
  },
  {
    fault: 'a package of Node.js has another content',
    stage: 'start',
    codes: [3],
    says: /the integrity of \S+@\S+ in npm's registry is sha512-other, not sha512-/,
    mayHaveNoRun: true,
    args: ['compare', `node '${server}'`, '--node', `${process.versions.node},${pinnedMajor()}`, ...short],
    env: { HOME: '/nonexistent', NVM_DIR: '', XDG_DATA_HOME: '' },
    wrapper: ['bash', '-c', 'XDG_CACHE_HOME="$PWD/cache" PATH="$PWD/programs:/usr/bin:/bin" exec "$@"', '_'],
    before: ({ folder }) => writeNpm(path.join(folder, 'programs'))
  },
  {
    fault: '/proc, taskset and nm are hidden',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    env: { WORKSHOP_NO_PROC: '1' },
    options: ['--duration', '0.2', '--rounds', '2', '--profiler', 'cdp'],
    profiles: 'blamed'
  }
]

/** A major whose version is pinned, and which this process has not. */
function pinnedMajor() {
  return process.versions.node.startsWith('26.') ? '24' : '26'
}

/** Writes an npm that installs a package of another content. @param {string} folder */
function writeNpm(folder) {
  mkdirSync(folder)
  const script = `#!/bin/sh
while [ $# -gt 2 ]; do shift; done
name="\${2%@*}"
mkdir -p "$1/node_modules/$name/bin"
printf '#!/bin/sh\\ntouch ran\\n' > "$1/node_modules/$name/bin/node"
chmod +x "$1/node_modules/$name/bin/node"
printf '{"packages":{"node_modules/%s":{"version":"\${2##*@}","integrity":"sha512-other"}}}' "$name" > "$1/node_modules/.package-lock.json"
`
  writeFileSync(path.join(folder, 'npm'), script, { mode: 0o755 })
}

/** Returns both commands, as they are typed. */
function commands() {
  return [`node '${server}'`, `A=1 node '${server}'`, ...short]
}

/** @type {(fault: string, args: string[], says: RegExp) => Fault} */
function refused(fault, args, says) {
  return {
    fault,
    stage: 'start',
    codes: [2],
    says,
    mayHaveNoRun: true,
    endsWithinMs: 20_000,
    args: ['compare', ...args],
    before: place => {
      for (const name of ['pipe.json', 'pipe.js']) execFileSync('mkfifo', [path.join(place.folder, name)])
      write(place, 'throws.js', `throw new Error('the planted error')`)
      write(place, 'huge.json', `{"servers": "${'x'.repeat(100e6)}"}`)
    }
  }
}

/** Returns the row of a server of its own code. @type {(fault: string, file: string, code: string, says?: RegExp) => Fault} */
function custom(fault, file, code, says = VERDICT) {
  return {
    fault,
    stage: 'start',
    codes: [3],
    says,
    mayHaveNoRun: true,
    args: [...compared(file), ...short],
    before: place => write(place, file, code)
  }
}

/** A terminal that closes sends SIGHUP, and takes no more output: the run is interrupted. @param {string} stage @returns {Fault} */
function closedTerminal(stage) {
  return {
    fault: 'the terminal is closed',
    stage,
    codes: [130],
    says: /^/,
    isUnseen: true,
    mayHaveNoRun: stage === 'start',
    wrapper: terminalThatCloses,
    endsWithinMs: 20_000,
    async during(run) {
      if (stage === 'start') await run.until(() => run.processes(/misbehaves\.cjs$/).length > 0, 'a server runs')
      else if (stage === 'warm-up')
        await run.until(() => run.processes(/generator-process/).length > 0, 'a generator runs')
      else await run.untilSlices(4)
      run.child.kill('SIGUSR1')
    }
  }
}

/** @type {(place: Place, name: string, text: string) => void} */
function write({ folder }, name, text) {
  writeFileSync(path.join(folder, name), text)
}
