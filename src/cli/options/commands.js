import { measureOptions } from '../../compare/ask/options.js'
import { labs } from '../../labs/index.js'
import { typedCommand } from '../../system/files/workshop-root.js'
import { experimentNames, experiments, experimentsInHelp } from './experiments.js'
import { FORMATS, optionsOf, serverOptions } from './options.js'

/** @import { OptionRow, OptionRows } from '../../compare/ask/option-kinds.js' */
/** @import { Lab } from '../../labs/skeleton/types.js' */

/**
 * @typedef {object} CommandRow
 * @property {string} typed the command with its words, in the help of all commands
 * @property {string} about what it does, there
 * @property {{ least?: number, most: number, problem?: string }} [words] how many it takes, and what is wrong with another number
 * @property {string} [allowed] in errors; the names of its options when absent
 * @property {() => string[]} [completes] words that can follow it; files when absent
 * @property {string} help what stands above its options
 */

/** The columns of a name in a list of options, and in that of the commands. */
const NAME_COLUMNS = 22
const COMMAND_COLUMNS = 24
const ALSO_IN_COMPARE =
  'The options of every measurement, here with the defaults --load autocannon,paced and --profiler prof,cdp:'
/** These list their options. The usage of the others has them. */
const LISTING = ['run', 'compare', 'profile', 'attach', 'init', 'lab']

/** The command `name` is exported as `<name>Command` by commands/<name>.js, which is loaded when it runs. @type {Record<string, CommandRow>} */
export const commands = {
  compare: {
    typed: 'compare <command...>',
    about: 'compare your own servers: commands, git revisions, versions of Node.js or a package, preloads',
    words: { most: Infinity },
    help: `Usage: ${typedCommand} compare <command> <command...> [options]
       ${typedCommand} compare <command> --ref <revision> --ref <revision> [options]
       ${typedCommand} compare <command> --node <version>,<version> [options]
       ${typedCommand} compare <command> --package <name@version>,<version> [options]
       ${typedCommand} compare <command> --preload <file> [options]
       ${typedCommand} compare [options]

Measures two or more variants of an HTTP server of Node.js; the first one is the baseline. Without a command it reads
workshop.config.js or workshop.config.json; what is typed wins over the file.`
  },
  profile: {
    typed: 'profile <command>',
    about: 'measure one server, and list the functions and lines that its CPU goes to',
    words: { most: Infinity },
    help: `Usage: ${typedCommand} profile <command> [options]
       ${typedCommand} profile [options]

Measures one HTTP server of Node.js with the loads, the warm-up and the profilers of compare, in about three minutes, and lists where the
CPU of a request goes: by function, with its lines, and by package. Without a command it reads the server and its request from
workshop.config.js or workshop.config.json. It has no verdict and no gates: compare has them.`
  },
  attach: {
    typed: 'attach <pid or address...>',
    about: 'profile a server that runs already, under the load that it has',
    words: { least: 1, most: Infinity, problem: 'name a process id, or the address of an inspector' },
    help: `Usage: ${typedCommand} attach <pid or address...> [options]

Measures a server of Node.js that runs already under the load that it has, and lists where the CPU of a request goes, as profile does. A
process id opens its inspector by SIGUSR1 and closes it again; an address, such as 127.0.0.1:9229, is that of an open inspector. Several
are processes of one server.`
  },
  init: {
    typed: 'init [command]',
    about: 'write a configuration file for compare: finds how your server starts, and a route',
    words: { most: 1, problem: 'name one command' },
    allowed: "['node server.js'] [--path /items]",
    help: `Usage: ${typedCommand} init [command] [--path <path>]

Writes workshop.config.json: finds the command that starts your server in package.json and among the usual files, starts
it once, and finds a route that a user would ask for. With a branch main, or changes that are not committed, it compares
those; otherwise two servers, of which the second has an environment variable to edit. An existing file is not overwritten.

  command             such as 'node server.js'; default: what is found`
  },
  run: {
    typed: 'run <experiment...>',
    about: wrap(`measure the built-in app: ${experimentNames}`, 96),
    words: { most: Infinity },
    completes: () => [...experiments.keys()],
    help: `Usage: ${typedCommand} run <experiment...> [options]

${wrap(
  `Measures experiments on the built-in app and saves a report of each: ${experimentsInHelp}. The last two need the \
packages of the labs, which the first run installs.`,
  120
)}`
  },
  lab: {
    typed: 'lab <name>',
    about: `answer the question of a paper again: ${[...labs.keys()].join(', ')}`,
    words: { most: Infinity },
    completes: () => [...labs.keys()],
    help: `Usage: ${typedCommand} lab <name> [options]

Answers the question of a paper again, and saves a report beside its figures. The labs, and what an option does in each:

${[...labs.values()].map(labText).join('\n\n')}

The options of every lab:`
  },
  report: {
    typed: 'report [run folder]',
    about: 'write the page of all runs and open it, or the report of a saved run again',
    words: { most: 1, problem: 'name one run folder' },
    allowed: 'workshop report [run folder [--quiet] [--verbose] [--allow-undecided] | --out folder] [--json]',
    help: `Usage: ${typedCommand} report [--out folder] [--json]
       ${typedCommand} report <run folder> [--json] [--quiet] [--verbose] [--allow-undecided]

Writes the index page of all runs and opens it in a browser, or writes the report of a saved run again, also of an
interrupted run. --quiet prints its verdict only, of a lab its result; --verbose prints the tables of a run.`
  },
  merge: {
    typed: 'merge <run folder...>',
    about: 'make one answer of a question that several machines measured, each with --shard',
    words: { least: 1, most: Infinity, problem: 'name the run folders of three shards or more' },
    allowed:
      'workshop merge <run folder...> [--fail-if-slower margin] [--out folder] [--json] [--quiet] [--verbose] [--allow-undecided]',
    help: `Usage: ${typedCommand} merge <run folder...> [--fail-if-slower margin] [--out folder] [--json] [--quiet] [--verbose]
       [--allow-undecided]

Makes one run of the run folders of three shards or more, and reports it. Each is a run of one command with --shard 1/4, 2/4 and so on,
on a machine of its own. Each machine has one vote: the interval is over machines. A shard that asked something else is refused, with
what differs; one that was cut off is left out and counted.`
  },
  list: {
    typed: 'list',
    about: 'print all runs: folder, when, verdict',
    words: { most: 0, problem: 'it takes no arguments' },
    allowed: 'workshop list [--out folder] [--json]',
    help: `Usage: ${typedCommand} list [--out folder] [--json]

Prints the runs of a folder, newest first: folder, when it started, and a verdict per candidate.`
  },
  trend: {
    typed: 'trend <experiment>',
    about: 'print the changes of an experiment from run to run, and where they become other ones',
    words: { least: 1, most: 1, problem: 'name one experiment' },
    allowed: 'workshop trend <experiment> [--out folder] [--json] [--allow-undecided]',
    completes: () => [...experiments.keys(), 'compare'],
    help: `Usage: ${typedCommand} trend <experiment> [--out folder] [--json] [--allow-undecided]

Prints the change of each candidate of an experiment in all runs of a folder, oldest first, and between which runs it becomes another
one (E-divisive, at 5%). Runs have to have the same load, metric and baseline. Runs of compare have the experiment compare.`
  },
  export: {
    typed: 'export <run folder>',
    about: 'convert the call trees of a run for other tools',
    words: { least: 1, most: 1, problem: 'name one run folder' },
    allowed: `workshop export <run folder> --format ${FORMATS.join('|')} [--variant name] [--profiler name] [--out file]`,
    help: `Usage: ${typedCommand} export <run folder> --format ${FORMATS.join('|')} [--variant name]
       [--profiler name] [--out file]

Converts the call trees of a run. --variant is required for cpuprofile, folded and pprof, --profiler if the run has several.
pprof is for go tool pprof, Pyroscope and Polar Signals, with lines, and needs --out.`
  },
  import: {
    typed: 'import <file...>',
    about: 'report profiles that exist, also of other tools, or compare them',
    words: { most: Infinity },
    allowed:
      'workshop import <file...> | --baseline <file...> --candidate <file...> [--out folder] [--json] [--quiet] [--verbose]',
    help: `Usage: ${typedCommand} import <file...> [--out folder] [--json] [--quiet] [--verbose]
       ${typedCommand} import --baseline <file...> --candidate <file...> [...]

Reads CPU and heap profiles of V8 (.cpuprofile, .heapprofile), logs of node --prof, profiles of pprof and speedscope, folded stacks,
and the JSON of autocannon and artillery, whatever their names are. It saves a run with its report. A result of a load generator
beside each profile has the number of requests: costs are then per request. Of several profiles on each side a difference has an
interval. It has no verdict.`
  },
  calibrate: {
    typed: 'calibrate',
    about: 'check verdicts and blame on this machine',
    help: `Usage: ${typedCommand} calibrate [--quick] [--max-time s] [--seed n] [--out folder] [--json] [--quiet]

Checks verdicts and blame on this machine, with identical servers and with servers to which a function was added: about
8 minutes, about 2 with --quick.`
  },
  inspect: {
    typed: 'inspect [flags]',
    about: 'start the built-in app with the inspector, for Chrome DevTools',
    help: `Usage: ${typedCommand} inspect [--load[=<seconds>]] [flags of the app]

Starts the built-in app with the inspector, for Chrome DevTools; --load sends requests to it for 60 s.`
  },
  completion: {
    typed: 'completion <shell>',
    about: 'print a script for bash, zsh or fish that completes commands, options and their values',
    completes: () => ['bash', 'zsh', 'fish'],
    help: `Usage: ${typedCommand} completion bash|zsh|fish

Prints a script that completes the command profiling-workshop, where that is in PATH:

  bash  profiling-workshop completion bash > ~/.local/share/bash-completion/completions/profiling-workshop
  zsh   profiling-workshop completion zsh >> ~/.zshrc
  fish  profiling-workshop completion fish > ~/.config/fish/completions/profiling-workshop.fish`
  },
  schema: {
    typed: 'schema <name>',
    about: 'print the JSON Schema of the configuration file or of the results: config, analysis',
    completes: () => ['config', 'analysis'],
    help: `Usage: ${typedCommand} schema config|analysis

Prints the JSON Schema of workshop.config.json, or of analysis.json, which is what --json prints.`
  }
}

/** Returns the help of a command, or of all. @param {string} [command] */
export function helpOf(command) {
  return command !== undefined && Object.hasOwn(commands, command) ? helpOfCommand(command) : overview()
}

function overview() {
  const list = Object.values(commands).map(({ typed, about }) => entry(typed, about, COMMAND_COLUMNS))
  return `Compares the performance of variants of an HTTP server, and lists the functions that changed.
Example: ${typedCommand} compare 'node server.js' 'LOG=1 node server.js' --path /info

Usage: ${typedCommand} <command>

${list.join('\n')}
  help <command>        the options of a command
  -v, --version         print the version

Exit codes: 0 done, 1 a gate fired (--fail-if-slower, or a budget of the configuration), 2 invalid arguments or npm ci
not run, 3 the measurement failed or has no verdict (a lab: is not complete), 130 interrupted.
Without a gate the verdict does not change the exit code, nor does a strategy of a lab that fails.`
}

/** @param {string} name @returns {string} */
function helpOfCommand(name) {
  const { help = '' } = commands[name] ?? {}
  if (!LISTING.includes(name)) return help
  if (name === 'init') return `${help}\n${linesOf(optionsOf(name))}`
  const above = name === 'compare' ? `${linesOf(serverOptions)}\n\n${ALSO_IN_COMPARE}\n\n` : ''
  const listed = linesOf(name === 'compare' ? measureOptions : optionsOf(name))
  return `${help}\n\n${above}${listed}\n${entry('--help', 'print this help', NAME_COLUMNS)}`
}

/** @param {OptionRows} rows */
function linesOf(rows) {
  /** @param {[string, OptionRow]} row @returns {string[]} */
  function lineOf([name, { kind, help }]) {
    return help === undefined ? [] : [entry(`--${name}${kind.label ? ` ${kind.label}` : ''}`, help, NAME_COLUMNS)]
  }
  return Object.entries(rows).flatMap(lineOf).join('\n')
}

/** Returns a name and its text beside it, or below it where the name is long. @param {string} name @param {string} text @param {number} columns */
function entry(name, text, columns) {
  const indent = `\n${' '.repeat(columns)}`
  const start = `  ${name}`
  const place = start.length < columns ? start.padEnd(columns) : `${start}${indent}`
  return place + text.replace(/\n\s*/g, indent)
}

/** Returns what a lab does, with its parts and lengths, as lines of the help. @param {Lab} lab */
function labText({ question: { name }, help: { about, parts = {}, profiles, full, quick } }) {
  const options = [
    ...Object.entries(parts).map(([part, words]) => [`--part ${part}`, words]),
    ...(profiles ? [['--profiles', profiles]] : []),
    ['--full', full],
    ['--quick', `a trial of every part: ${quick}`]
  ]
  return [
    wrap(`${name}: ${about}`, 118),
    ...options.map(([option = '', words]) => `  ${option.padEnd(20)}${words}`)
  ].join('\n')
}

/** Returns a text in lines that fit. @param {string} text @param {number} columns */
function wrap(text, columns) {
  return text.replace(new RegExp(`(.{1,${columns}})(?: |$)`, 'g'), '$1\n').trimEnd()
}
