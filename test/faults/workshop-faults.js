import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { terminalWithKeys } from './abilities.js'
import { recordsOf, slicesOf } from './checks.js'
import { BRIEF, statusOf, VERDICT } from './play-fault.js'
import { portsOf } from './ports-of.js'

/** @import { Fault, Run } from './play-fault.js' */

/**
 * What happens to the workshop itself, and to its generators and its folder, at each of its stages.
 * @typedef {object} WorkshopStage
 * @property {string} stage
 * @property {(run: Run) => Promise<unknown>} reached
 * @property {string[]} [options]
 * @property {boolean} [mayHaveNoRun]
 * @property {'read' | 'blamed'} [profiles] that have been measured by then
 * @property {NodeJS.Signals[]} [signals] where all of them take too long: the three that interrupt have one handler
 */

const SIGNALS = /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])
const INTERRUPT_AND_KILL = /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGKILL'])
/** Nothing is printed by a process that is killed. */
const ANYTHING = /^/
const ENDED = /ended\s+before\s+the\s+run\s+did/
/** The system merges signals of which the first was not taken yet. */
const BETWEEN_SIGNALS_MS = 10
/** More than the time in which the same signal counts once, see src/cli/commands/interrupts.js. */
const AGAIN_AFTER_MS = 600
/** @param {string} profiler @param {number} [rounds] */
const profiled = (profiler, rounds = 2) => ['--duration', '0.2', '--rounds', String(rounds), '--profiler', profiler]

/** @type {WorkshopStage[]} */
const stages = [
  {
    stage: 'start',
    reached: run => run.until(() => run.processes(/misbehaves\.cjs$/).length > 0, 'a server runs'),
    mayHaveNoRun: true
  },
  { stage: 'warm-up', reached: run => run.untilSaid(/round 1 of/) },
  { stage: 'slice', reached: run => run.untilSlices(4) },
  {
    stage: 'profiled launch',
    reached: run =>
      run.until(
        () => profiledVariants(run) === 2 && run.processes(/--inspect/).length > 0,
        'both servers were profiled, and a profiled server runs again'
      ),
    options: profiled('cdp'),
    profiles: 'read'
  },
  {
    stage: 'profiles are read',
    reached: run => run.until(() => run.processes(/--prof-process/).length > 0, 'a log is read'),
    options: profiled('prof'),
    profiles: 'blamed',
    signals: INTERRUPT_AND_KILL
  },
  {
    stage: 'flame graph is drawn',
    reached: run => run.until(() => run.processes(/--visualize-only/).length > 0, '0x draws'),
    options: profiled('0x', 1),
    profiles: 'read',
    signals: INTERRUPT_AND_KILL
  },
  { stage: 'report', reached: isMeasured }
]

/** @type {Fault[]} */
const signals = stages.flatMap(({ stage, reached, signals: sent = SIGNALS, ...others }) =>
  sent.map(signal => ({
    ...others,
    fault: `the workshop gets ${signal}`,
    stage,
    ...(signal === 'SIGKILL' ? whenKilled(stage) : whenInterrupted(stage, signal, others.profiles)),
    endsWithinMs: 20_000,
    async during(run) {
      await reached(run)
      run.child.kill(signal)
    }
  }))
)

/** One Ctrl-C, of which npm sends a second signal. @type {Fault[]} */
const doubledInterrupts = stages.map(({ stage, reached, signals: _, ...others }) => ({
  ...others,
  fault: 'the workshop gets one SIGINT twice',
  stage,
  ...whenInterrupted(stage, 'SIGINT', others.profiles),
  endsWithinMs: 20_000,
  async during(run) {
    await reached(run)
    run.child.kill('SIGINT')
    await pause(BETWEEN_SIGNALS_MS)
    run.child.kill('SIGINT')
  }
}))

/** @type {Fault[]} */
const repeatedInterrupts = stages.map(({ stage, reached, signals: _, options = BRIEF, ...others }) => ({
  ...others,
  fault: 'the workshop gets SIGINT twice',
  stage,
  options: [...options, '--clean', 'sleep 60'],
  codes: [130],
  says: /Interrupted again by SIGINT/,
  endsWithinMs: 10_000,
  async during(run) {
    await reached(run)
    run.child.kill('SIGINT')
    // Runs to its end, whatever was interrupted: the command has not ended when the second signal comes.
    await run.until(() => run.processes(/^sleep 60/).length > 0, '--clean runs')
    await pause(AGAIN_AFTER_MS)
    run.child.kill('SIGINT')
  }
}))

/** @type {Fault[]} */
const removals = [
  removal('removed', 'slice'),
  removal('removed', 'profiled launch'),
  removal('removed', 'profiles are read'),
  removal('removed', 'report'),
  removal('renamed', 'slice')
]

/** @type {Fault[]} */
export const faultsOfTheWorkshop = [
  ...signals,
  ...doubledInterrupts,
  ...repeatedInterrupts,
  {
    fault: 'Ctrl-C in a terminal, under npm run',
    stage: 'slice',
    ...whenInterrupted('slice', 'SIGINT'),
    endsWithinMs: 20_000,
    // Bash becomes the command that it runs, and so gets what npm sends on.
    env: { TERM: 'dumb', npm_config_update_notifier: 'false', npm_config_script_shell: 'bash' },
    wrapper: [...terminalWithKeys, 'npm', 'run', '--silent', 'measure', '--'],
    before: ({ folder }) =>
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { measure: 'env' } })),
    async during(run) {
      await run.untilSlices(4)
      run.child.kill('SIGUSR1')
    }
  },
  ...removals,
  {
    fault: 'the workshop gets SIGKILL while a server is blocked',
    stage: 'slice',
    codes: [null],
    says: ANYTHING,
    reportSays: ENDED,
    serverEnv: { FAULT: 'blocks its event loop', AT: 'signal' },
    async during(run) {
      await run.untilSlices(4)
      for (const pid of run.processes(/misbehaves\.cjs$/)) process.kill(pid, 'SIGUSR2')
      run.child.kill('SIGKILL')
    }
  },
  {
    fault: 'the workshop is stopped for 20 s',
    stage: 'slice',
    codes: [0],
    says: VERDICT,
    async during(run) {
      await run.untilSlices(4)
      const all = [Number(run.child.pid), ...run.processes()]
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await pause(20_000)
      for (const pid of all) process.kill(pid, 'SIGCONT')
    }
  },
  ...['warm-up', 'slice', 'profiled launch'].map(stage => killedGenerator(stage)),
  {
    fault: 'the generator is stopped',
    stage: 'slice',
    codes: [3],
    says: /generator/i,
    endsWithinMs: 90_000,
    during: run => signalGenerator(run, 'slice', 'SIGSTOP')
  },
  defect('a call of the workshop throws a TypeError', 'fail()', /is kept in .*defect\.txt/),
  defect('an event of the workshop throws a TypeError', 'setImmediate(fail)', /is kept in .*workshop-defect-/),
  {
    fault: "a stranger connects to the workshop's ports",
    stage: 'slice',
    codes: [0],
    says: VERDICT,
    async during(run) {
      await run.untilSlices(2)
      const sockets = portsOf(Number(run.child.pid)).map(port => connect(port, '127.0.0.1'))
      if (sockets.length === 0) throw new Error('the workshop listens on no port')
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

/** @param {string} stage @returns {Pick<Fault, 'codes' | 'says' | 'reportSays'>} */
function whenKilled(stage) {
  return { codes: [null], says: ANYTHING, reportSays: stage === 'report' ? VERDICT : ENDED }
}

/**
 * Where all is measured, the report is written and the run is complete all the same. The signals are taken until `--clean` has ended,
 * so none comes too late. Profiles that have been measured are left.
 * @param {string} stage
 * @param {string} signal
 * @param {Fault['profiles']} [profiles]
 * @returns {Partial<Fault> & Pick<Fault, 'codes' | 'says'>}
 */
function whenInterrupted(stage, signal, profiles) {
  if (stage === 'report') return { codes: [0], says: VERDICT, options: [...BRIEF, '--clean', 'sleep 2'] }
  const left = profiles ? String.raw`, or read the profiles of \d+ launch(es)? that were left: report <run folder>` : ''
  return {
    codes: [130],
    says: new RegExp(`^Interrupted by ${signal}\\. Measure again${left}\\.\r?$`, 'm'),
    left: checkEnding
  }
}

/** Checks that an interrupted run, if it had begun, was concluded and reported before the command ended. @param {Run} run */
function checkEnding({ runFolder }) {
  const root = runFolder()
  if (root === '') return
  if (statusOf(root) !== 'interrupted') throw new Error(`the run is ${statusOf(root)}`)
  if (!existsSync(path.join(root, 'report.html'))) throw new Error('no report was written')
}

/** @param {string} stage @returns {Fault} */
function killedGenerator(stage) {
  return {
    fault: 'the generator is killed',
    stage,
    codes: [3],
    says: /generator .* failed: killed by SIGKILL/,
    ...(stage === 'profiled launch' && { options: profiled('cdp'), profiles: /** @type {const} */ ('read') }),
    during: run => signalGenerator(run, stage, 'SIGKILL')
  }
}

/** @param {Run} run @param {string} stage @param {NodeJS.Signals} signal */
async function signalGenerator(run, stage, signal) {
  await stageNamed(stage).reached(run)
  await run.until(() => run.processes(/generator-process/).length > 0, 'a generator runs')
  for (const generator of run.processes(/generator-process/)) process.kill(generator, signal)
}

/** Waits until all is measured and the report is to be written. @param {Run} run */
function isMeasured(run) {
  return run.until(() => statusOf(run.runFolder()) === 'complete', 'all is measured')
}

/** Returns of how many servers a profiled launch has ended. @param {Run} run */
function profiledVariants({ runFolder }) {
  const launches = recordsOf(runFolder(), 'launches.jsonl').filter(({ profiler }) => profiler !== 'none')
  return new Set(launches.map(({ variant }) => variant)).size
}

/** @param {'removed' | 'renamed'} what @param {string} stage @returns {Fault} */
function removal(what, stage) {
  const { reached, options } = stageNamed(stage)
  return {
    fault: `the run folder is ${what}`,
    stage,
    codes: [3],
    says: /was removed or renamed/,
    mayHaveNoRun: true,
    ...(options && { options }),
    async during(run) {
      await reached(run)
      const root = run.runFolder()
      if (what === 'renamed') renameSync(root, path.join(run.folder, 'renamed'))
      else removeWhileWritten(root)
    },
    after({ runFolder }) {
      if (runFolder() !== '') throw new Error('the run folder was made anew')
    }
  }
}

/** Removes a folder in which files are made meanwhile. @param {string} folder */
function removeWhileWritten(folder) {
  for (let attempt = 1; existsSync(folder); attempt++)
    try {
      rmSync(folder, { recursive: true })
    } catch (error) {
      if (attempt === 1000) throw error
    }
}

/** @param {string} name @returns {WorkshopStage} */
function stageNamed(name) {
  const found = stages.find(({ stage }) => stage === name)
  if (!found) throw new TypeError(`there is no stage ${name}`)
  return found
}
