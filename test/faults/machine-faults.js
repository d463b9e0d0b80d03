import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { server } from './play-fault.js'

/** @import { Fault, Run } from './play-fault.js' */

const isRoot = process.getuid?.() === 0
const NOBODY = '65534'
const onlyRoot = () => (isRoot ? null : 'needs the rights of root')
const repository = ['--ref', 'HEAD~1', '--ref', 'HEAD', '--only', 'verdict']

/** What a machine lacks or does. @type {Fault[]} */
export const faultsOfMachines = [
  ...['start', 'slice'].map(stage => diskFull(stage)),
  {
    fault: 'the folder for runs is a file',
    stage: 'start',
    codes: [3],
    says: /runs/,
    mayHaveNoRun: true,
    before: ({ out }) => writeFileSync(out, '')
  },
  {
    fault: 'the folder for runs is read-only, as another user',
    stage: 'start',
    codes: [3],
    says: /Cannot write the run folder|EACCES|permission/,
    mayHaveNoRun: true,
    cannot: onlyRoot,
    wrapper: ['setpriv', '--reuid', NOBODY, '--clear-groups'],
    before({ folder, out }) {
      mkdirSync(out)
      chmodSync(folder, 0o755)
      chmodSync(out, 0o555)
    }
  },
  {
    fault: 'another user runs it, without a home',
    stage: 'start',
    codes: [0],
    says: /bad/,
    cannot: onlyRoot,
    env: { HOME: '/nonexistent' },
    wrapper: ['setpriv', '--reuid', NOBODY, '--clear-groups'],
    before: ({ folder }) => chmodSync(folder, 0o777)
  },
  { fault: 'HOME is not set', stage: 'start', codes: [0], says: /bad/, wrapper: ['env', '--unset=HOME'] },
  {
    fault: 'TMPDIR does not exist',
    stage: 'start',
    codes: [0, 3],
    says: /bad|TMPDIR|temporary/,
    env: { TMPDIR: '/nonexistent/folder' }
  },
  ...['40', '24'].map(most => ({
    fault: `at most ${most} file descriptors`,
    stage: 'start',
    codes: [0, 3],
    says: /bad|file descriptors|open files/,
    wrapper: ['prlimit', `--nofile=${most}`],
    mayHaveNoRun: true
  })),
  {
    fault: 'little memory for the workshop',
    stage: 'start',
    codes: [0, 3],
    says: /bad|memory/,
    env: { NODE_OPTIONS: '--max-old-space-size=24' },
    mayHaveNoRun: true
  },
  {
    fault: 'no programs beside node',
    stage: 'start',
    codes: [0],
    says: /bad/,
    env: { PATH: path.dirname(process.execPath) }
  },
  {
    fault: 'stdout is closed',
    stage: 'report',
    codes: [0],
    says: /round/,
    wrapper: ['bash', '-c', '"$@" | head -c 1', '_']
  },
  { fault: 'stderr is closed', stage: 'start', codes: [0], says: /bad/, wrapper: ['bash', '-c', '"$@" 2>&-', '_'] },
  {
    fault: 'stdout and stderr are closed',
    stage: 'start',
    codes: [0],
    says: /^\s*$/,
    wrapper: ['bash', '-c', '"$@" >&- 2>&-', '_']
  },
  {
    fault: 'the reader of stderr ends',
    stage: 'warm-up',
    codes: [0],
    says: /./,
    wrapper: ['bash', '-c', 'set -o pipefail; "$@" 2>&1 | head -n 1', '_']
  },
  {
    fault: 'the clock steps back by an hour',
    stage: 'slice',
    codes: [0],
    says: /bad/,
    env: { NODE_OPTIONS: '--require=./step-clock.cjs' },
    before: ({ folder }) =>
      writeFileSync(
        path.join(folder, 'step-clock.cjs'),
        'const now = Date.now; const start = now(); Date.now = () => (now() - start > 6000 ? now() - 3.6e6 : now())'
      )
  },
  {
    fault: 'the port of both servers is taken',
    stage: 'start',
    codes: [0],
    says: /port/,
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
    says: /bad/,
    serverEnv: { HOST: address }
  })),
  {
    fault: 'there is no /proc',
    stage: 'start',
    codes: [0, 3],
    says: /bad|proc/,
    cannot: onlyRoot,
    wrapper: ['unshare', '--mount', 'bash', '-c', 'mount -t tmpfs none /proc && exec "$@"', '_']
  },
  {
    fault: 'two runs at once into one folder',
    stage: 'start',
    codes: [0],
    says: /bad/,
    wrapper: ['bash', '-c', '"$@" >/dev/null 2>&1 & "$@"; code=$?; wait $! && exit $code', '_']
  },
  {
    fault: 'a dumb terminal',
    stage: 'report',
    codes: [0],
    says: /bad/,
    env: { TERM: 'dumb' },
    wrapper: inTerminal(),
    after: checkNoEscapes
  },
  {
    fault: 'NO_COLOR in a terminal',
    stage: 'report',
    codes: [0],
    says: /bad/,
    env: { NO_COLOR: '1' },
    wrapper: inTerminal(),
    after: checkNoEscapes
  },
  ...['SIGINT', ''].map(signal => hangingHelper('git', repository, signal)),
  hangingHelper('taskset', ['--duration', '0.2', '--only', 'verdict'], 'SIGINT'),
  hangingHelper('nm', ['--duration', '0.2', '--profiler', 'prof'], 'SIGINT')
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

/** @param {string} stage @returns {Fault} */
function diskFull(stage) {
  return {
    fault: 'the disk is full',
    stage,
    codes: [3],
    says: /ENOSPC|no space/i,
    mayHaveNoRun: stage === 'start',
    cannot: onlyRoot,
    before({ out }) {
      mkdirSync(out)
      execFileSync('mount', ['-t', 'tmpfs', '-o', stage === 'start' ? 'size=4k' : 'size=600k', 'none', out])
    },
    async during(run) {
      if (stage === 'start') return
      await run.untilSlices(2)
      fill(path.join(run.out, 'filler'))
    },
    after: ({ out }) => void execFileSync('umount', ['--lazy', out])
  }
}

/** @param {string} file */
function fill(file) {
  try {
    writeFileSync(file, Buffer.alloc(2e6))
  } catch {
    // It is full now.
  }
}

/**
 * A program that the workshop calls never ends. Without a signal its time limit must end it.
 * @param {string} name @param {string[]} options @param {string} signal @returns {Fault}
 */
function hangingHelper(name, options, signal) {
  return {
    fault: `${name} never ends${signal && ', and Ctrl-C'}`,
    stage: 'start',
    codes: signal ? [130] : [0, 2, 3],
    says: signal ? /Interrupted/ : new RegExp(name),
    mayHaveNoRun: true,
    options,
    endsWithinMs: signal ? 30_000 : 120_000,
    ...(options === repository && { args: ['compare', `node ${path.basename(server)}`, ...options] }),
    before({ folder }) {
      if (options === repository) makeRepository(folder)
      const programs = path.join(folder, 'programs')
      mkdirSync(programs)
      writeFileSync(path.join(programs, name), '#!/bin/sh\nexec sleep 1000\n', { mode: 0o755 })
    },
    wrapper: ['bash', '-c', 'PATH="$PWD/programs:$PATH" exec "$@"', '_'],
    async during(run) {
      if (!signal) return
      await run.until(() => run.processes(/^sleep 1000/).length > 0, `${name} runs`)
      run.child.kill(/** @type {NodeJS.Signals} */ (signal))
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
