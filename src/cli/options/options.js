import { inTypedOrder } from '../../compare/ask/measure-options.js'
import { flag, number, text, texts } from '../../compare/ask/option-kinds.js'
import { measureOptions } from '../../compare/ask/options.js'
import { VERDICT_OPTIONS } from '../../compare/ask/verdict-options.js'
import { METHODS } from '../../compare/requests/asked-requests.js'
import { labs } from '../../labs/index.js'
import { PROFILER_NAMES } from '../../profilers/names.js'

/** @import { OptionRow, OptionRows } from '../../compare/ask/option-kinds.js' */

const REVISIONS = { type: 'array', items: { type: 'string' } }
const COMMAND = { $ref: '#/definitions/command' }
const PATH = { $ref: '#/definitions/path' }

/** The formats of `workshop export`. */
export const FORMATS = ['cpuprofile', 'speedscope', 'folded', 'pprof']

/** The options of `workshop compare` besides those of every measurement. @type {OptionRows} */
export const serverOptions = {
  path: {
    kind: { ...text('<path>'), schema: PATH },
    help: 'of the request, default /; of a full URL its path is taken',
    key: { name: 'path', of: 'request' }
  },
  method: {
    kind: { ...text('<name>'), values: METHODS },
    help: 'GET, POST, PUT, PATCH or DELETE; also -X, -m',
    key: { name: 'method', of: 'request' }
  },
  header: {
    kind: { ...texts('<text>'), typed: headerLines },
    help: "such as 'authorization: Bearer 1'; can be given several times; also -H",
    key: { name: 'headers', of: 'request' }
  },
  secret: {
    kind: texts('<text>'),
    help: 'a text that nothing saved or shown may have, beside those that are found; can be given several times'
  },
  body: {
    kind: text('<text>'),
    help: 'or --body-file <file>; also -b, and --data as in curl',
    key: { name: 'body', of: 'request' }
  },
  'body-file': { kind: text('<file>') },
  request: {
    kind: texts('<text>'),
    help: `one of several requests, once per request: [weight x] [method] path [@file of the body], such as
      --request '3x GET /items' --request 'POST /items @item.json'. All have the same --header`,
    key: { name: 'requests' }
  },
  requests: {
    kind: text('<file>'),
    help: 'requests of an artillery script (.yml), a HAR file (.har) or a list, one such text per line'
  },
  login: {
    kind: text('<file>'),
    help: `requests that each server is sent once before its warm-up, as JSON; what they capture of a response, such as
      a token, is {{token}} in path, headers and body of the measured requests: docs/compare.md`,
    key: { name: 'login' }
  },
  ref: {
    kind: { ...texts('<revision>'), schema: REVISIONS },
    help: `of one command: a git revision, once per variant, each installed from its lockfile in a folder of
      its own; . is the working tree: compare 'node server.js' --ref main --ref HEAD`,
    key: {
      name: 'refs',
      about: 'Git revisions of the one server, the baseline first. `.` is the working tree.',
      examples: [['main', '.']]
    }
  },
  node: {
    kind: { ...text('<versions>'), schema: REVISIONS, typed: String },
    help: `of one command: versions of Node.js or paths of its binary, such as 20,24; a version that is not
      on this machine is installed into a cache folder`,
    key: {
      name: 'nodes',
      about: 'Versions of Node.js, or paths of its binary, that run the one server, the baseline first.',
      examples: [['20', '24']]
    }
  },
  package: {
    kind: text('<name@versions>'),
    help: `of one command: versions of a package that it needs, such as express@4,5, each in a copy of the folder
      that is installed from its package-lock.json`
  },
  preload: {
    kind: { ...texts('<file>'), schema: REVISIONS },
    help: 'of one command: compare it without and with a file, or module, that is loaded first',
    key: {
      name: 'preloads',
      about: 'Files or modules that are loaded before the one server; the baseline is without.',
      examples: [['./instrumentation.js']]
    }
  },
  prepare: {
    kind: { ...text('<command>'), schema: COMMAND },
    help: "runs in the folder of each variant before its server starts, such as 'npm run build'",
    key: {
      name: 'prepare',
      about: 'A command that runs in the folder of each server before it starts.',
      examples: ['npm run build']
    }
  },
  clean: {
    kind: { ...text('<command>'), schema: COMMAND },
    help: 'runs there after everything, also after a failure or Ctrl-C',
    key: {
      name: 'clean',
      about: 'A command that runs in the folder of each server after everything, also after a failure.',
      examples: ['npm run drop']
    }
  },
  companion: {
    kind: texts('<cmd>'),
    help: `a process that the servers need, such as a database: it runs from before --prepare until after
      --clean, and its CPU is shown apart; can be given several times`,
    key: { name: 'companions' }
  },
  memory: {
    kind: { ...texts('<MB>'), typed: String },
    help: 'end a server whose processes have more resident memory; once or once per variant',
    key: { name: 'memoryMB', of: 'servers' }
  },
  health: {
    kind: { ...text('<path>'), schema: PATH },
    help: 'wait until a server responds with 2xx to this path, before anything is compared or measured',
    key: { name: 'health', about: 'A path that responds with 2xx once a server is ready.', examples: ['/ready'] }
  },
  port: {
    kind: { ...texts('<number>'), typed: String },
    help: `of a server that listens on several ports: the one to load, as its code has it; once or once per
      variant; default: the first one`,
    key: { name: 'port', of: 'servers' }
  },
  name: {
    kind: texts('<name>'),
    help: 'of a variant, once per variant; default: what only that variant has',
    key: { name: 'name', of: 'servers' }
  },
  cwd: {
    kind: texts('<folder>'),
    help: 'where the commands start, once or once per variant; default: the current folder',
    key: { name: 'cwd', of: 'servers' }
  },
  config: { kind: text('<file>'), help: 'a configuration file, .js or .json, also with commands' }
}

/** What options mean for one server alone, where that is something else. @type {Record<string, string>} */
const helpOfProfile = {
  load: 'comma-separated list of load generators: autocannon, artillery, paced; default autocannon,paced',
  rounds: 'number of launches without a profiler, default 4; with each profiler there are as many, at most 4',
  ref: 'a git revision, installed from its lockfile in a folder of its own; default: the folder as it is',
  node: 'a version of Node.js, which is installed where it is not on this machine, or the path of its binary',
  preload: 'a file, or module, that is loaded first',
  name: 'of the server in the report; default: its command',
  duration: 'length of a slice of load in closed loop, default 0.5',
  'max-time': 'maximum duration of all launches in seconds, except two per profiler; default: no limit',
  short: 'a trial: two launches of each kind, and shorter slices; the server is not warm, so requests cost more',
  quiet: 'print the CPU per request only'
}

const partsOfLabs = [...new Set([...labs.values()].flatMap(({ help }) => Object.keys(help.parts ?? {})))]

/** @param {Record<string, string>} headers */
function headerLines(headers) {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** The options of one command each; a row of {@link measureOptions} names the other commands that have it. */
const ownOptions = /** @type {Record<string, OptionRows>} */ ({
  attach: {
    seconds: {
      kind: number('<n>', { min: 4, max: 600 }),
      help: 'how long it is measured, default 30; half of it with the CPU profiler'
    },
    candidate: {
      kind: texts('<pid>'),
      help: `a process of another server, or its address, measured at the same time and compared; once per
      process`
    },
    against: { kind: text('<run folder>'), help: 'compare with an earlier run of attach, as before a deployment' },
    remote: { kind: flag, help: 'also an address that is not of this machine' },
    out: measureOptions.out,
    json: measureOptions.json,
    quiet: { kind: flag, help: 'print the CPU per request only' },
    verbose: measureOptions.verbose
  },
  calibrate: { quick: { kind: flag, help: 'fewer rounds' } },
  lab: {
    part: {
      kind: { ...texts('<name>'), values: partsOfLabs },
      help: `another part of the lab, in place of the table of its paper; --limits, --grid and --search are
      short for --part limits, grid and search`
    },
    limits: { kind: flag, shortFor: 'part' },
    grid: { kind: flag, shortFor: 'part' },
    search: { kind: flag, shortFor: 'part' },
    profiles: {
      kind: flag,
      help: 'compare servers of the lab as an experiment of run, with profilers, blame and flame graphs'
    },
    full: { kind: flag, help: 'all that the paper measured' },
    quick: { kind: flag, help: 'a trial of every part' },
    seed: { ...measureOptions.seed, help: 'seed of the order; default a random one' },
    out: measureOptions.out,
    'dry-run': measureOptions['dry-run'],
    json: { kind: flag, help: 'print the analysis as JSON on stdout and the progress on stderr' },
    quiet: { kind: flag, help: 'print the result only' }
  },
  export: {
    format: { kind: { ...text(FORMATS.join('|')), values: FORMATS } },
    variant: { kind: text('name') },
    profiler: { kind: { ...text('name'), values: PROFILER_NAMES } },
    out: { kind: text('file') }
  },
  import: {
    baseline: { kind: texts('file...') },
    candidate: { kind: texts('file...') }
  },
  init: {
    path: {
      kind: text('<path>'),
      help: 'the route; default: of / and the routes in the sources the one with the largest response'
    }
  }
})

/**
 * Returns the options of a command by their names, in the order of its help.
 * @param {string} command @returns {OptionRows}
 */
export function optionsOf(command) {
  if (command === 'run') return measureOptions
  if (command === 'compare') return { ...serverOptions, ...measureOptions }
  if (command === 'profile') return profileOptions()
  /** @type {[string, OptionRow][]} */
  const shared = Object.entries(measureOptions)
  return { ...ownOptions[command], ...Object.fromEntries(shared.filter(([, { also = [] }]) => also.includes(command))) }
}

function profileOptions() {
  const rows = Object.entries(optionsOf('compare')).filter(([name]) => !VERDICT_OPTIONS.includes(name))
  return Object.fromEntries(rows.map(([name, row]) => [name, { ...row, help: helpOfProfile[name] ?? row.help }]))
}

/**
 * Returns the options of a command in the order in which they are completed and named in errors.
 * @param {string} command
 */
export function typedOptionsOf(command) {
  const rows = optionsOf(command)
  return command === 'run' || command === 'compare' || command === 'profile' ? inTypedOrder(rows) : rows
}
