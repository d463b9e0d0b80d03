/**
 * @typedef {object} Recording a run to record, as short as the options allow
 * @property {string} name
 * @property {string[][]} commands of the command line, one after the other; the last one makes the run
 * @property {string} [interruptAfter] the last command gets Ctrl-C once its run folder has this file
 */

const short = ['--short', '--rounds', '2', '--load', 'autocannon', '--seed', '1']
const infoLog = ['run', 'info-log', ...short]
const twoServers = ['compare', 'node server.js', 'WORK=2 node server.js']
const labRuns = {
  'copy-quick': ['copy'],
  'upload-quick': ['upload'],
  'store-quick': ['store'],
  'store-search': ['store', '--part', 'search'],
  'gateway-quick': ['gateway'],
  ...Object.fromEntries(
    ['first', 'step', 'overheads', 'users', 'peak'].map(part => [`gateway-${part}`, ['gateway', '--part', part]])
  )
}

/** The runs that no folder of the repository has: one per kind of run folder. @type {Recording[]} */
export const recordings = [
  {
    name: 'requests',
    commands: [[...twoServers, '--request', '3x GET /items', '--request', 'GET /users', '--profiler', 'cdp', ...short]]
  },
  { name: 'refs', commands: [['compare', 'node server.js', '--ref', 'HEAD~1', '--ref', 'HEAD', ...short]] },
  {
    name: 'three',
    commands: [
      [
        ...twoServers,
        'WORK=3 node server.js',
        '--companion',
        'node server.js',
        '--health',
        '/',
        '--profiler',
        'none',
        ...short
      ]
    ]
  },
  { name: 'quick', commands: [['run', 'info', '--quick', '--seed', '1']] },
  { name: 'cold', commands: [['run', 'info-log', '--cold', '--rounds', '3', '--seed', '1']] },
  { name: 'counters', commands: [['run', 'info-log', '--only', 'counters', '--seed', '1']] },
  { name: 'verdict', commands: [[...infoLog, '--only', 'verdict']] },
  {
    name: 'interrupted',
    commands: [['run', 'info-log', '--short', '--load', 'autocannon', '--profiler', 'cdp', '--seed', '1']],
    interruptAfter: 'slices.jsonl'
  },
  // The first launch answers one request, to compare the answers of the servers.
  ...Object.entries({ 'failed-early': 1, failed: 4 }).map(([name, launch]) => ({
    name,
    commands: [['compare', 'node server.js', `FAILING_LAUNCH=${launch} node server.js`, '--profiler', 'none', ...short]]
  })),
  { name: 'heap', commands: [[...infoLog, '--profiler', 'heap']] },
  { name: 'devtools', commands: [[...infoLog, '--profiler', 'devtools,prof']] },
  { name: 'clinic', commands: [[...infoLog, '--profiler', 'clinic-doctor,clinic-flame,clinic-heap,clinic-bubble']] },
  { name: 'zero-x', commands: [[...infoLog, '--profiler', '0x']] },
  {
    name: 'against',
    commands: [
      [...twoServers, ...short, '--profiler', 'none', '--save-baseline', 'main'],
      ['compare', '--config', 'budgets.json', ...short, '--against', 'main', '--fail-if-slower', '5%']
    ]
  },
  { name: 'copy-profiles', commands: [['lab', 'copy', '--profiles', '--quick', '--seed', '1']] },
  ...Object.entries(labRuns).map(([name, args]) => ({ name, commands: [['lab', ...args, '--quick', '--seed', '1']] }))
]
