import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** @import { Command } from './play.js' */

/** The right uses of the command line. */

const experiments = ['info', 'info-log', 'info-gzip', 'copy-route', 'gateway-overheads', 'store-queues']
const labs = {
  copy: [['--profiles']],
  upload: withLengths('limits'),
  gateway: [['--profiles'], ...['grid', 'first', 'step', 'overheads', 'users', 'peak'].flatMap(withLengths)],
  store: [['--profiles'], ...withLengths('search')]
}
const commands = [
  'compare',
  'init',
  'run',
  'lab',
  'report',
  'list',
  'trend',
  'export',
  'calibrate',
  'inspect',
  'completion',
  'schema'
]
/** Other plans of an experiment: how much of it is measured, and how. */
const lengths = [
  ['--quick'],
  ['--short'],
  ['--cold'],
  ['--only', 'verdict'],
  ['--only', 'counters'],
  ['--until', '1%'],
  ['--rounds', '3', '--load', 'artillery,paced', '--profiler', 'prof,cdp,heap,clinic-doctor', '--duration', '1'],
  ['--max-time', '60', '--profiler', '0x', '--load', 'autocannon']
]
const twoServers = ['compare', 'node a.js', 'LOG=1 node a.js']
const planned = ['--dry-run', '--seed', '1']

/** Returns the commands that report a run. @param {string} name of its folder @returns {Command[]} */
export function reportsOf(name) {
  const args = ['report', `profiles/${name}`]
  return [
    ...[80, 100].map(columns => ({ group: 'terminal', args, columns })),
    ...['--quiet', '--verbose'].map(option => ({ group: 'terminal', args: [...args, option], columns: 80 }))
  ]
}

/** What is printed of all runs, once each is reported. @type {Command[]} */
export const afterReports = [
  ...[80, 100].map(columns => ({ group: 'list', args: ['list', '--out', 'profiles'], columns })),
  { group: 'list', args: ['list', '--out', 'profiles', '--json'] },
  { group: 'list', args: ['report', '--out', 'profiles'] },
  ...[...experiments, 'compare'].flatMap(name => [
    { group: 'trend', args: ['trend', name, '--out', 'profiles'], columns: 80 },
    { group: 'trend', args: ['trend', name, '--out', 'profiles', '--json'] }
  ])
]

/** What needs no run. @type {Command[]} */
export const withoutRuns = [
  ...[[], ...lengths].flatMap(length => [
    ...experiments.map(name => ({ group: 'plans', args: ['run', name, ...length, ...planned] })),
    { group: 'plans', args: [...twoServers, ...length, ...planned] }
  ]),
  { group: 'plans', args: ['run', 'info-log', 'info-gzip', '--quick', ...planned] },
  { group: 'plans', args: ['compare', '--config', 'right.json', ...planned] },
  ...Object.entries(labs).flatMap(([lab, parts]) =>
    [[], ['--quick'], ['--full'], ...parts].map(part => ({ group: 'plans', args: ['lab', lab, ...part, ...planned] }))
  ),
  ...[['--help'], ['help'], ['--version'], ['-v'], []].map(args => ({ group: 'help', args })),
  ...commands.map(name => ({ group: 'help', args: ['help', name] })),
  // `inspect --help` would start the app: what is not its own option is one of the app.
  ...commands.filter(name => name !== 'inspect').map(name => ({ group: 'help', args: [name, '--help'] })),
  ...['bash', 'zsh', 'fish'].map(shell => ({ group: 'completion', args: ['completion', shell] })),
  ...['config', 'analysis'].map(name => ({ group: 'schemas', args: ['schema', name] }))
]

/** Returns a part of a lab in every length. @param {string} part @returns {string[][]} */
function withLengths(part) {
  return [[], ['--quick'], ['--full']].map(length => ['--part', part, ...length])
}

/**
 * Returns the exports of a run: in every format, by each profiler of its plan, of the last variant that was profiled.
 * @param {string} work
 * @param {string} name of the run folder
 * @returns {Promise<Command[]>}
 */
export async function exportsOf(work, name) {
  const args = ['export', `profiles/${name}`, '--format']
  const { design } = JSON.parse(await readFile(path.join(work, 'profiles', name, 'run.json'), 'utf8'))
  const variant = design?.profiledVariants?.at(-1)
  const profilers = /** @type {{ name: string }[]} */ (design?.profilers ?? []).map(profiler => profiler.name)
  return profilers.flatMap(profiler =>
    [['speedscope'], ...['cpuprofile', 'folded'].map(format => [format, '--variant', variant])].map(format => ({
      group: 'exports',
      args: [...args, ...format, '--profiler', profiler]
    }))
  )
}
