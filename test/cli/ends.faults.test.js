import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { RunFolder } from '../../src/runs/run-folder.js'
import { terminalThatCloses } from '../faults/abilities.js'
import { writeProgram } from '../helpers/fake-programs.js'
import { onLinux } from '../helpers/on-linux.js'
import { descendantsOf, survivorsOf } from '../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { until } from '../helpers/until.js'
import { startWorkshop } from '../helpers/workshop.js'

jest.setTimeout(180_000)
removeTemporaryFolders()

const servers = path.resolve('test/fixtures/servers')
/** The shortest comparison that there is. */
const brief = ['--quick', '--only', 'verdict', '--rounds', '1', '--duration', '0.2', '--seed', '1']

/** @param {string} name @param {string} [env] variables that both servers have */
function bothServers(name, env = '') {
  return ['A', 'B'].map(label => `${env} VARIANT=${label} node ${path.join(servers, name)}`)
}

/** Starts a comparison in a new folder. On a busy machine its slices may be discarded, and the code is 3. @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
function compare(args, env) {
  const folder = temporaryFolder()
  const out = path.join(folder, 'profiles')
  const started = startWorkshop(['compare', ...args, ...brief, '--out', out], { ...process.env, ...env })
  return { ...started, runFolder, status }

  function runFolder() {
    const [name = ''] = readdirSync(out).filter(each => each.includes('compare'))
    return path.join(out, name)
  }
  function status() {
    return new RunFolder(runFolder()).read().manifest.status
  }
}

/** @param {string} file with a process id per line */
function pidsIn(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
}

onLinux('helpers that servers start in sessions of their own end with each launch, and the command ends', async () => {
  const pids = path.join(temporaryFolder(), 'pids')
  const { ended, status } = compare([
    ...bothServers('leaves-helper.js', `PIDS=${pids} HELPER_PORT=3998 PORT=3999`),
    '--port',
    '3999'
  ])
  await ended
  expect(status()).toBe('complete')
  expect(pidsIn(pids).length).toBeGreaterThanOrEqual(8)
  expect(await survivorsOf(pidsIn(pids), 5000)).toEqual([])
})

onLinux('a server whose event loop is blocked ends with its helper when the workshop is killed', async () => {
  const pids = path.join(temporaryFolder(), 'pids')
  const { child, ended } = compare(bothServers('leaves-helper.js', `PIDS=${pids} BLOCKS=1`))
  await until(() => pidsIn(pids).length === 2, 'the server blocks')
  const all = [...pidsIn(pids), ...descendantsOf(Number(child.pid))]
  child.kill('SIGKILL')
  await ended
  expect(await survivorsOf(all, 5000)).toEqual([])
})

onLinux('what a workshop that was killed has left in the temporary folder is removed by the next one', async () => {
  const TMPDIR = temporaryFolder()
  const { child, ended } = compare(bothServers('never-listens.js'), { TMPDIR })
  await until(() => readdirSync(TMPDIR).some(name => name.startsWith('workshop-')), 'a server is started')
  child.kill('SIGKILL')
  await ended
  expect(readdirSync(TMPDIR)).toHaveLength(1)
  const next = compare(['no-such-program', 'no-such-program --other'], { TMPDIR })
  expect(await next.ended).toMatchObject({ code: 3, stderr: expect.stringMatching(/no such program/) })
  expect(readdirSync(TMPDIR)).toEqual([])
})

onLinux('a terminal that is closed interrupts the command, and does not abort Node.js', async () => {
  const command = [process.execPath, 'scripts/workshop.js', 'compare', ...bothServers('never-listens.js'), '--quick']
  const [program = '', ...args] = terminalThatCloses
  const terminal = spawn(program, [...args, ...command, '--out', temporaryFolder()], { stdio: 'ignore' })
  const ended = once(terminal, 'close')
  await until(
    () => descendantsOf(Number(terminal.pid)).some(pid => environmentOf(pid).includes('WORKSHOP_AGENT=')),
    'a server is started'
  )
  terminal.kill('SIGUSR1')
  expect(await ended).toEqual([130, null])
})

onLinux('where few files can be open, the command says so', async () => {
  const limited = spawnSync('sh', ['-c', 'ulimit -n 20; exec node scripts/workshop.js list'], { encoding: 'utf8' })
  expect(limited).toMatchObject({ status: 3, stdout: '' })
  expect(limited.stderr).toBe(
    'The run could not begin: fewer than 200 files can be open at a time. Allow more open files: ulimit -n 1024\n'
  )
})

test('a run is completed and saved though nobody reads its output', async () => {
  const { child, ended, status, runFolder } = compare(bothServers('answers.js'))
  child.stderr.destroy()
  child.stdout.destroy()
  await ended
  expect(status()).toBe('complete')
  expect(existsSync(path.join(runFolder(), 'report.html'))).toBe(true)
})

onLinux.each([
  ['', 'git'],
  [' before the run', 'taskset']
])('a program that hangs%s can be interrupted: %s', async (_when, program) => {
  const folder = temporaryFolder()
  const started = path.join(folder, 'started')
  writeProgram(path.join(folder, 'bin', program), `touch ${started}\nexec sleep 600`)
  const { child, ended } = compare(bothServers('answers.js'), { PATH: `${folder}/bin:${process.env.PATH}` })
  await until(() => existsSync(started), `${program} was started`)
  const all = descendantsOf(Number(child.pid))
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130 })
  expect(await survivorsOf(all, 5000)).toEqual([])
})

test('a connection of a stranger does not keep the command', async () => {
  const { ended, child, status } = compare(bothServers('answers.js'))
  const port = await agentsPortOf(Number(child.pid))
  const stranger = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  stranger.on('error', () => {})
  await ended
  expect(status()).toBe('complete')
  stranger.destroy()
})

/** Returns the port that agents connect to, from the environment of a server. @param {number} workshop */
async function agentsPortOf(workshop) {
  let port = 0
  await until(() => {
    const found = descendantsOf(workshop).map(pid => /WORKSHOP_AGENT=(\d+):/.exec(environmentOf(pid))?.[1])
    port = Number(found.find(each => each !== undefined) ?? 0)
    return port > 0
  }, 'a server has the port of the agents')
  return port
}

/** @param {number} pid */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

test('a server that stops to respond ends the run before its time limits add up', async () => {
  const { ended, status } = compare(bothServers('hangs-later.js', 'HANGS_AFTER=200'))
  const { code, stderr } = await ended
  expect(code).toBe(3)
  expect(stderr).toMatch(/cannot be measured: .*timeouts?.*Run it by hand, and request \/: .*VARIANT=[AB] node/s)
  expect(stderr).not.toMatch(/127\.0\.0\.1/)
  expect(status()).toBe('failed')
})

test('a server whose heap is full is reported with that', async () => {
  const { ended } = compare(bothServers('fills-heap.js', 'NODE_OPTIONS=--max-old-space-size=32'))
  const { code, stderr } = await ended
  expect(code).toBe(3)
  expect(stderr).toMatch(/ended before it listened \(.*\)\. Its stderr ended with:.* Its heap is out of memory/s)
})

test('what a server prints is cut in the middle, and the file says by how much', async () => {
  const { ended, runFolder } = compare(bothServers('prints.js', 'PRINTS_BYTES=2000000'))
  await ended
  const launches = path.join(runFolder(), 'launches')
  for (const launch of readdirSync(launches)) {
    for (const name of ['stdout.log', 'stderr.log']) {
      const file = path.join(launches, launch, name)
      expect(statSync(file).size).toBeLessThan(200_000)
      expect(readFileSync(file, 'utf8')).toMatch(/\n\.\.\. 18\d{5} bytes cut here by the workshop \.\.\.\n/)
    }
  }
})

test('a server that listens on several ports is loaded on the first, and the command says which', async () => {
  const { ended } = compare([...bothServers('several-ports.js'), '--quiet'])
  expect((await ended).stderr).toMatch(
    /port 3998 is loaded, which it opened first; also open: 3999, any\. --port chooses another one\./
  )
})
