import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { server } from './play-fault.js'

/** @import { Fault } from './play-fault.js' */

const ENDED = /was ended by process\.exit\(\d\) before it had a result.*remove that call/
const BRIEF = { seed: 1, rounds: 2, only: 'verdict', profilers: [] }
const servers = ['good', 'bad'].map(name => ({ name, command: ['node', server] }))

/** What keeps a gate from its verdict. @type {Fault[]} */
export const faultsOfGates = [
  ...[0, 1].map(code => ended(`the configuration calls process.exit(${code})`, 'start', `process.exit(${code})`)),
  ended('a timer of the configuration calls process.exit(0)', 'slice', exitAtSlice()),
  ended('a module that NODE_OPTIONS preloads calls process.exit(0)', 'slice', '', exitAtSlice()),
  ...['--prepare', '--clean'].flatMap(option =>
    /** @type {const} */ (['TERM', 'KILL']).map(signal => ({
      fault: `${option} sends SIG${signal} to the workshop`,
      stage: option === '--prepare' ? 'start' : 'report',
      codes: [signal === 'KILL' ? null : option === '--prepare' ? 130 : 0],
      says: /^/,
      mayHaveNoRun: true,
      options: ['--duration', '0.2', '--rounds', '2', '--only', 'verdict', option, 'bash parent.sh'],
      before: (/** @type {{ folder: string }} */ { folder }) =>
        writeFileSync(path.join(folder, 'parent.sh'), `kill -${signal} $PPID`)
    }))
  ),
  undecided('a budget on latency in a run without that load', { p99: '50ms' }, /plays nothing that measures it/),
  undecided('a budget of too few rounds', { syscallsPerRequest: '+0.05' }, /rounds? of at least 3/),
  undecided('a budget of too few rounds, which is allowed', { syscallsPerRequest: '+0.05' }, /of at least 3/, [
    '--allow-undecided'
  ])
]

/** Returns what ends the workshop in the middle of its slices. */
function exitAtSlice() {
  return `const fs = require('fs'); const append = fs.appendFileSync; let slices = 0
    fs.appendFileSync = function (file, ...rest) {
      append(file, ...rest)
      if (String(file).endsWith('slices.jsonl') && ++slices === 2) process.exit(0)
    }
    require('module').syncBuiltinESMExports()`
}

/** @type {(fault: string, stage: string, text: string, preload?: string) => Fault} */
function ended(fault, stage, text, preload = '') {
  const config = `${text}\nmodule.exports = ${JSON.stringify({ servers, ...BRIEF })}`
  return {
    fault,
    stage,
    codes: [3],
    says: ENDED,
    mayHaveNoRun: true,
    args: ['compare', '--fail-if-slower', '--duration', '0.2'],
    ...(preload && { env: { NODE_OPTIONS: '--require=./preload.cjs' } }),
    before({ folder }) {
      writeFileSync(path.join(folder, 'workshop.config.js'), config)
      writeFileSync(path.join(folder, 'preload.cjs'), preload)
    }
  }
}

/** @type {(fault: string, budgets: Record<string, string>, says: RegExp, options?: string[]) => Fault} */
function undecided(fault, budgets, says, options = []) {
  return {
    fault,
    stage: 'report',
    codes: [options.length > 0 ? 0 : 3],
    says: new RegExp(`^Gate undecided: .*${says.source}`, 'm'),
    args: ['compare', '--short', '--load', 'autocannon', '--duration', '0.2', ...options],
    before: ({ folder }) =>
      writeFileSync(path.join(folder, 'workshop.config.json'), JSON.stringify({ servers, ...BRIEF, budgets }))
  }
}
