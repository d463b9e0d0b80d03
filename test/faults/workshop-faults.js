import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { slicesOf } from './play-fault.js'

/** @import { Fault, Run } from './play-fault.js' */

/**
 * What happens to the workshop itself, at each of its stages.
 * @typedef {{ stage: string, reached: (run: Run) => Promise<unknown>, options?: string[], mayHaveNoRun?: boolean, slices: number }} WorkshopStage
 */

const profiled = ['--duration', '0.2', '--profiler', 'cdp']

/** @type {WorkshopStage[]} */
const stages = [
  {
    stage: 'start',
    reached: run => run.until(() => run.processes(/misbehaves/).length > 0, 'a server runs'),
    mayHaveNoRun: true,
    slices: 0
  },
  { stage: 'warm-up', reached: run => run.untilSaid(/round 1 of/), slices: 0 },
  { stage: 'slice', reached: run => run.untilSlices(4), slices: 4 },
  {
    stage: 'profiled launch',
    reached: run =>
      run.until(
        () => run.processes(/--inspect/).length > 0 || slicesOf(run.runFolder()) > 12,
        'a profiled server runs'
      ),
    options: profiled,
    slices: 4
  },
  {
    stage: 'report',
    reached: run => run.until(() => /"complete"/.test(readManifest(run)), 'all is measured'),
    slices: 4
  }
]

/** @type {Fault[]} */
const signals = stages.flatMap(({ stage, reached, options, mayHaveNoRun = false, slices }) =>
  /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL']).map(signal => ({
    fault: `the workshop gets ${signal}`,
    stage,
    // Where all is measured the report may be ready before the signal comes.
    codes: signal === 'SIGKILL' ? [-1] : stage === 'report' ? [0, 130] : [130],
    says: signal === 'SIGKILL' || stage === 'report' ? /./ : new RegExp(`Interrupted by ${signal}`),
    ...(options && { options }),
    mayHaveNoRun,
    endsWithinMs: 20_000,
    async during(run) {
      await reached(run)
      run.child.kill(signal)
    },
    after(run) {
      if (slicesOf(run.runFolder()) < slices) throw new Error('a finished slice is lost')
    }
  }))
)

/** @type {Fault[]} */
export const faultsOfTheWorkshop = [
  ...signals,
  {
    fault: 'the workshop gets SIGINT twice',
    stage: 'slice',
    codes: [130],
    says: /Interrupted|round/,
    endsWithinMs: 10_000,
    async during(run) {
      await run.untilSlices(4)
      run.child.kill('SIGINT')
      run.child.kill('SIGINT')
    }
  },
  {
    fault: 'the workshop gets SIGKILL while a server is blocked',
    stage: 'slice',
    codes: [-1],
    says: /./,
    serverEnv: { FAULT: 'blocks its event loop', AT: 'signal' },
    async during(run) {
      await run.untilSlices(4)
      for (const pid of run.processes(/misbehaves/)) process.kill(pid, 'SIGUSR2')
      run.child.kill('SIGKILL')
    }
  },
  {
    fault: 'the workshop is stopped for 20 s',
    stage: 'slice',
    codes: [0],
    says: /bad/,
    async during(run) {
      await run.untilSlices(4)
      const all = [Number(run.child.pid), ...run.processes()]
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await pause(20_000)
      for (const pid of all) process.kill(pid, 'SIGCONT')
    }
  },
  {
    fault: 'the generator is killed',
    stage: 'slice',
    codes: [3],
    says: /generator/i,
    during: run => signalGenerator(run, 'SIGKILL')
  },
  {
    fault: 'the generator is stopped',
    stage: 'slice',
    codes: [3],
    says: /generator/i,
    endsWithinMs: 90_000,
    during: run => signalGenerator(run, 'SIGSTOP')
  },
  {
    fault: 'the run folder is removed',
    stage: 'slice',
    codes: [3],
    says: /removed|no longer|does not exist|gone/,
    mayHaveNoRun: true,
    async during(run) {
      await run.untilSlices(4)
      rmSync(run.runFolder(), { recursive: true })
    }
  },
  defect('a call of the workshop throws a TypeError', 'fail()', /is kept in .*defect\.txt/),
  defect('an event of the workshop throws a TypeError', 'setImmediate(fail)', /is kept in .*workshop-defect-/),
  {
    fault: "a stranger connects to the workshop's ports",
    stage: 'slice',
    codes: [0],
    says: /bad/,
    async during(run) {
      await run.untilSlices(2)
      const sockets = portsOf(Number(run.child.pid)).map(port => connect(port, '127.0.0.1'))
      for (const socket of sockets) socket.on('error', () => {}).write('x'.repeat(1e6))
      // They stay open until the row ends: the workshop must not wait for them.
      await new Promise(resolve => run.child.once('exit', resolve))
      for (const socket of sockets) socket.destroy()
    }
  }
]

/**
 * Plants a defect in the workshop: at its fourth slice, as one of its own functions would fail.
 * @type {(fault: string, planted: string, says: RegExp) => Fault}
 */
function defect(fault, planted, says) {
  return {
    fault,
    stage: 'slice',
    codes: [3],
    says: new RegExp(`has a defect and could not go on: TypeError: the planted defect\\. .*${says.source}`),
    env: { NODE_OPTIONS: '--require=./defect.cjs' },
    before: ({ folder }) =>
      writeFileSync(
        path.join(folder, 'defect.cjs'),
        `const fs = require('fs'); const append = fs.appendFileSync; let slices = 0
        function fail() { throw new TypeError('the planted defect') }
        fs.appendFileSync = function (file, ...rest) {
          append(file, ...rest)
          if (String(file).endsWith('slices.jsonl') && ++slices === 4) ${planted}
        }
        require('module').syncBuiltinESMExports()`
      ),
    after({ runFolder, output }) {
      const [, file = ''] = /with the command and (.*), which has the stack/.exec(output.stderr) ?? []
      if (!/TypeError: the planted defect\n\s+at (?:Immediate\.)?fail /.test(readFileSync(file, 'utf8')))
        throw new Error('no stack is saved')
      if (!file.startsWith(runFolder())) rmSync(path.dirname(file), { recursive: true })
      if (slicesOf(runFolder()) < 4) throw new Error('a finished slice is lost')
    }
  }
}

/** @param {Run} run @param {NodeJS.Signals} signal */
async function signalGenerator({ untilSlices, processes }, signal) {
  await untilSlices(4)
  const [generator] = processes(/generator-process/)
  if (!generator) throw new Error('there is no generator')
  process.kill(generator, signal)
}

/** @param {Run} run */
function readManifest(run) {
  try {
    return readFileSync(path.join(run.runFolder(), 'run.json'), 'utf8')
  } catch {
    return ''
  }
}

/**
 * Returns the ports on which a process listens. Source: proc(5), /proc/net/tcp: state 0A is LISTEN.
 * @param {number} pid
 */
function portsOf(pid) {
  const inodes = new Set(socketInodes(pid))
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === '0A' && inodes.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
}

/** @param {number} pid @returns {string[]} */
function socketInodes(pid) {
  return readdirSync(`/proc/${pid}/fd`).flatMap(function inodeOf(name) {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? []
    } catch {
      return []
    }
  })
}
