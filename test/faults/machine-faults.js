import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withoutMounts, withoutNetworks } from './abilities.js'
import { server, VERDICT, workshop } from './play-fault.js'

/** @import { Fault, Place, Run } from './play-fault.js' */

const workshopRoot = path.join(import.meta.dirname, '../..')
const repository = ['--ref', 'HEAD~1', '--ref', 'HEAD', '--rounds', '2', '--only', 'verdict']
const brief = ['--duration', '0.2', '--rounds', '2', '--only', 'verdict']
const profiled = ['--duration', '0.2', '--rounds', '2', '--profiler', 'prof']
/** By how much a clock steps after some seconds: back, and forward. */
const HOUR_MS = 3.6e6

/** What a machine lacks or does. @type {Fault[]} */
export const faultsOfMachines = [
  { fault: 'HOME is not set', stage: 'start', codes: [0], says: VERDICT, wrapper: ['env', '--unset=HOME'] },
  {
    fault: 'TMPDIR does not exist',
    stage: 'start',
    codes: [3],
    says: /no such file or directory, mkdtemp '\/nonexistent\/folder/,
    mayHaveNoRun: true,
    env: { TMPDIR: '/nonexistent/folder' }
  },
  ...['100', '40', '20'].map(most => ({
    fault: `at most ${most} file descriptors`,
    stage: 'start',
    codes: [3],
    says: /fewer than 200 files can be open at a time\. Allow more open files: ulimit -n 1024/,
    wrapper: ['prlimit', `--nofile=${most}`],
    mayHaveNoRun: true
  })),
  {
    fault: 'the heap of the workshop is limited to 24 MB',
    stage: 'start',
    codes: [2],
    says: /heap of Node\.js is limited/,
    env: { NODE_OPTIONS: '--max-old-space-size=24' },
    mayHaveNoRun: true
  },
  {
    fault: 'the heap of the workshop is limited to 100 MB',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    env: { NODE_OPTIONS: '--max-old-space-size=100' }
  },
  {
    fault: 'no programs beside node',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    env: { PATH: path.dirname(process.execPath) }
  },
  {
    fault: 'the command that prepares prints 600 MB',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    options: [...brief, '--prepare', 'head -c 600000000 /dev/zero']
  },
  {
    fault: 'stdout is closed',
    stage: 'report',
    codes: [0],
    says: /round 1 of/,
    after: checkSaved,
    wrapper: ['bash', '-c', '"$@" | head -c 1', '_']
  },
  { fault: 'stderr is closed', stage: 'start', codes: [0], says: VERDICT, wrapper: ['bash', '-c', '"$@" 2>&-', '_'] },
  {
    fault: 'stdout and stderr are closed',
    stage: 'start',
    codes: [0],
    says: /^\s*$/,
    after: checkSaved,
    wrapper: ['bash', '-c', '"$@" >&- 2>&-', '_']
  },
  {
    fault: 'the reader of stderr ends',
    stage: 'warm-up',
    codes: [0],
    says: /\S/,
    after: checkSaved,
    wrapper: ['bash', '-c', 'set -o pipefail; "$@" 2>&1 | head -n 1', '_']
  },
  stepOfClock('back', -HOUR_MS),
  stepOfClock('forward', HOUR_MS),
  {
    fault: 'the port of a server is taken',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    after: checkMovedPort,
    serverEnv: { PORT: '18971' },
    mayHaveNoRun: true,
    wrapper: [
      process.execPath,
      '--eval',
      `const s = require('net').createServer().listen(18971, '127.0.0.1', () => {
        const [program, ...args] = process.argv.slice(1)
        require('child_process').spawn(program, args, { stdio: 'inherit' }).on('exit', (code, signal) => process.exit(signal ? 1 : code))
      })`
    ]
  },
  ...['::1', '::'].map(address => ({
    fault: `the server listens on IPv6 only, at ${address}`,
    stage: 'start',
    codes: [0],
    says: VERDICT,
    serverEnv: { HOST: address }
  })),
  {
    fault: 'there is no /proc',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    cannot: withoutMounts,
    // Its own processes only: nobody else sees them either.
    wrapper: inNamespace(['--mount', '--pid', '--fork', '--kill-child'], 'mount -t tmpfs none /proc')
  },
  {
    fault: 'another container reports the run',
    stage: 'slice',
    codes: [0],
    says: VERDICT,
    cannot: withoutMounts,
    wrapper: inNamespace(['--mount', '--pid', '--fork', '--kill-child'], 'mount -t proc proc /proc'),
    async during(run) {
      await run.untilSlices(2)
      const { stdout } = spawnSync(process.execPath, [workshop, 'report', run.runFolder()], { encoding: 'utf8' })
      if (!/may\s+still\s+be\s+in\s+progress/.test(stdout)) throw new Error('the report says that the run has ended')
    }
  },
  {
    fault: 'two runs at once into one folder',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    wrapper: ['bash', '-c', '"$@" >/dev/null 2>&1 & "$@"; code=$?; wait $! && exit $code', '_']
  },
  {
    fault: 'a dumb terminal',
    stage: 'report',
    codes: [0],
    says: VERDICT,
    env: { TERM: 'dumb' },
    wrapper: inTerminal(),
    after: checkNoEscapes
  },
  {
    fault: 'NO_COLOR in a terminal',
    stage: 'report',
    codes: [0],
    says: VERDICT,
    env: { NO_COLOR: '1', TERM: 'xterm-256color' },
    wrapper: inTerminal(),
    after: checkNoEscapes
  },
  interruptedHelper('git', repository),
  { ...hangingHelper('git', repository), codes: [2], says: /git is not installed or does not end/ },
  interruptedHelper('taskset', brief),
  hangingHelper('taskset', brief),
  interruptedHelper('nm', profiled),
  hangingHelper('nm', profiled),
  {
    ...interruptedHelper('nm', profiled, '[ "$1" = --version ] && exit'),
    stage: 'profiles are read',
    profiles: 'read'
  },
  {
    fault: 'the machine has no IPv4',
    stage: 'start',
    codes: [3],
    says: /127\.0\.0\.1/,
    cannot: withoutNetworks,
    mayHaveNoRun: true,
    serverEnv: { HOST: '::1' },
    wrapper: inNamespace(['--net'], 'ip link set lo up && ip address del 127.0.0.1/8 dev lo')
  },
  {
    fault: 'the generator is not installed',
    stage: 'start',
    codes: [3],
    says: /The load generator autocannon failed: .*Cannot find package '.*autocannon/s,
    cannot: withoutMounts,
    mayHaveNoRun: true,
    wrapper: inNamespace(['--mount'], `mount -t tmpfs none '${workshopRoot}/node_modules/autocannon'`)
  },
  {
    fault: 'no package is installed',
    stage: 'start',
    codes: [2],
    says: /npm ci/,
    cannot: withoutMounts,
    mayHaveNoRun: true,
    wrapper: inNamespace(['--mount'], `mount -t tmpfs none '${workshopRoot}/node_modules'`)
  },
  {
    fault: 'the path of the servers has spaces and other letters',
    stage: 'start',
    codes: [0],
    says: VERDICT,
    serverFile: placeWithSpaces,
    before: place => cpSync(server, placeWithSpaces(place)),
    options: [...profiled.slice(0, -1), 'cdp'],
    profiles: 'blamed'
  }
]

/** Runs a command with a terminal of its own, whose output comes through. */
function inTerminal() {
  return [
    'python3',
    '-c',
    'import pty, sys, os; status = pty.spawn(sys.argv[1:]); sys.exit(os.waitstatus_to_exitcode(status))'
  ]
}

/** @param {Run} run */
function checkNoEscapes({ output }) {
  if (output.stdout.includes('\u001b')) throw new Error('prints escape codes')
}

/** @param {string[]} options of `unshare` @param {string} setup a command of a shell, before the workshop in the namespace */
function inNamespace(options, setup) {
  return ['unshare', ...options, 'sh', '-c', `${setup} && exec "$@"`, '_']
}

/** @param {Place} place */
function placeWithSpaces({ folder }) {
  return path.join(folder, 'mit Leerzeichen', 'сервер 服务.cjs')
}

/**
 * The clock of each process steps: that of the workshop while it starts a server of the second round, and those of its children a
 * second after they began.
 * @param {string} direction
 * @param {number} stepMs
 * @returns {Fault}
 */
function stepOfClock(direction, stepMs) {
  const file = 'step-clock.cjs'
  const text = `const processes = require('child_process'); const { spawn } = processes; const System = Date
  let stepMs = 0; let servers = 0
  globalThis.Date = class extends System {
    constructor(...args) { super(...(args.length > 0 ? args : [System.now() + stepMs])) }
    static now() { return System.now() + stepMs }
  }
  if (!/workshop\\.js$/.test(process.argv[1])) setTimeout(step, 1000).unref()
  function step() { stepMs = ${stepMs} }
  processes.spawn = function (...args) {
    const child = spawn(...args)
    if (String(args[1]).includes('misbehaves') && ++servers === 5) step()
    return child
  }
  require('module').syncBuiltinESMExports()`
  return {
    fault: `the clock steps ${direction} by an hour`,
    stage: 'slice',
    codes: [0],
    says: VERDICT,
    env: { NODE_OPTIONS: `--require=./${file}` },
    before: ({ folder }) => writeFileSync(path.join(folder, file), text),
    after: checkRead
  }
}

/** @param {Run} run */
function checkSaved({ runFolder }) {
  const missing = ['analysis.json', 'summary.md', 'report.html'].filter(
    name => !existsSync(path.join(runFolder(), name))
  )
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing`)
}

/** @param {Run} run */
function checkRead({ runFolder }) {
  const { checks } = JSON.parse(readFileSync(path.join(runFolder(), 'analysis.json'), 'utf8'))
  const unread = checks.warnings.filter((/** @type {{ code: string }} */ { code }) => code === 'unread-file')
  if (unread.length > 0) throw new Error(`records are not read: ${JSON.stringify(unread)}`)
}

/** @param {Run} run */
function checkMovedPort({ runFolder }) {
  const summary = readFileSync(path.join(runFolder(), 'summary.md'), 'utf8')
  if (!summary.includes('instead of 18971')) throw new Error('summary.md does not say which port was replaced')
}

/**
 * A program that the workshop calls never ends: its time limit must end it.
 * @param {string} name
 * @param {string[]} options
 * @param {string} [unless] a line of its script before it hangs
 * @returns {Fault}
 */
function hangingHelper(name, options, unless = '') {
  return {
    fault: `${name} never ends`,
    stage: 'start',
    codes: [0],
    says: VERDICT,
    mayHaveNoRun: options === repository,
    options,
    endsWithinMs: 200_000,
    ...(options === repository && { args: ['compare', `node ${path.basename(server)}`, ...options] }),
    before({ folder }) {
      if (options === repository) makeRepository(folder)
      const programs = path.join(folder, 'programs')
      mkdirSync(programs)
      writeFileSync(path.join(programs, name), `#!/bin/sh\n${unless}\nexec sleep 1000\n`, { mode: 0o755 })
    },
    wrapper: ['bash', '-c', 'PATH="$PWD/programs:$PATH" exec "$@"', '_']
  }
}

/** Ctrl-C while a program hangs. @type {(...helper: Parameters<typeof hangingHelper>) => Fault} */
function interruptedHelper(name, ...helper) {
  return {
    ...hangingHelper(name, ...helper),
    fault: `${name} never ends, and Ctrl-C`,
    codes: [130],
    says: /Interrupted by SIGINT/,
    mayHaveNoRun: true,
    endsWithinMs: 30_000,
    async during(run) {
      await run.until(() => run.processes(/^sleep 1000/).length > 0, `${name} runs`)
      run.child.kill('SIGINT')
    }
  }
}

/** @param {string} folder */
function makeRepository(folder) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'ignore' })
  execFileSync('cp', [server, folder])
  git('init', '--quiet')
  for (const text of ['one', 'two']) {
    writeFileSync(path.join(folder, 'text'), text)
    git('add', '--all')
    git('commit', '--quiet', '--message', text)
  }
}
