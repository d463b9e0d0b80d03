import { typedCommand } from '../../system/files/workshop-root.js'
import { labNames, labsInHelp } from './lab-help.js'

/** What a person types, and what it prints. The commands are loaded only when they run: help comes at once. */

const overview = `Compares the performance of variants of an HTTP server, and lists the functions that changed.
Example: ${typedCommand} compare 'node server.js' 'LOG=1 node server.js' --path /info

Usage: ${typedCommand} <command>

  compare <command...>  compare your own servers: commands, git revisions, versions of Node.js, preloads
  init [command]        write a configuration file for compare: finds how your server starts, and a route
  run <experiment...>   measure the built-in app: info (log and gzip in one run), info-log, info-gzip, copy-route,
                        gateway-overheads, store-queues
  lab <name>            answer the question of a paper again: ${labNames}
  report [run folder]   write the page of all runs and open it, or the report of a saved run again
  list                  print all runs: folder, when, verdict
  trend <experiment>    print the changes of an experiment from run to run, and where they become other ones
  export <run folder>   convert the call trees of a run for other tools
  calibrate             check verdicts and blame on this machine
  inspect [flags]       start the built-in app with the inspector, for Chrome DevTools
  completion <shell>    print a script for bash, zsh or fish that completes commands, options and their values
  schema <name>         print the JSON Schema of the configuration file or of the results: config, analysis
  help <command>        the options of a command
  -v, --version         print the version

Exit codes: 0 done, 1 a gate fired (--fail-if-slower, or a budget of the configuration), 2 invalid arguments or npm ci
not run, 3 the measurement failed or has no verdict (a lab: is not complete), 130 interrupted.
Without a gate the verdict does not change the exit code, nor does a strategy of a lab that fails.`

const measureOptions = `  --profiler <names>  comma-separated list, default none:
                      prof, 0x, cdp, devtools, heap, perf, clinic-doctor, clinic-flame, clinic-heap, clinic-bubble
  --load <names>      comma-separated list of load generators: autocannon, artillery, paced; default all;
                      the verdict uses the first
  --rounds <n>        number of rounds of the verdict, default 9, of info 7, of gateway-overheads 8; each starts
                      one new server per variant. With fewer than 6, CPU alone is never slower or faster. Four
                      more rounds, of info and gateway-overheads three, measure the size of the change and the
                      blame: with profilers, they also start one profiled server per variant and profiler
                      (clinic: in one round only; of info without the variant that has both toggles)
  --only <what>       verdict: end after the verdict, in about two minutes, without blame and other loads; counters: end as
                      soon as the system calls and bytes per request are decided, in 10 to 25 s
  --fail-if-slower [margin]
                      exit code 1 when the whole interval of the verdict is slower by more than a margin, such as
                      5%; default the margin of the verdict, 2%
  --save-baseline <name>
                      keep the run as a baseline, in <out>/baselines
  --against <name>    compare each variant with itself in that baseline too, by wider intervals: launches of
                      two times are not paired. Refused where machine, Node.js or settings differ
  --force             compare with it all the same
  --cold              compare the first 500 requests of new servers, without warm-up, in about a minute
  --duration <s>      length of a separate slice in closed loop, default 0.5. In a separate slice one variant
                      is under load
  --until <n%>        measure until the 95% interval is at most ±n%, in place of --rounds
  --max-time <s>      maximum duration of all rounds in seconds; a round that is expected to exceed it is not
                      started, except the first; default 600 with --until, otherwise no limit
  --seed <n>          seed of the order of launches and of the arrival times; default a random one
  --quick             counters, bytes and the bound on CPU in at most 45 s per experiment: as --short, under the
                      first load only and without profilers, also where --load and --profiler name others
  --short             a trial of every part: 6 rounds, shorter slices, and a warm-up of at most 1.5 s, under the
                      loads and with the profilers that are named. Intervals are wider, and servers are not warm:
                      costs and percentages differ from those of a full run
  --out <folder>      folder for run folders, default profiles
  --dry-run           print the plan and its estimated duration, and measure nothing
  --json              print the analysis as JSON on stdout (of several experiments, an array) and the
                      progress on stderr
  --quiet             print the verdict only
  --help              print this help`

/** @type {Record<string, string>} */
const helpTexts = {
  run: `Usage: ${typedCommand} run <experiment...> [options]

Measures experiments on the built-in app and saves a report of each: info (both toggles in one run), info-log
(console.log off and sync), info-gzip (gzip off and on), copy-route (POST /copy, synchronous and not), gateway-overheads
(a gateway with TLS, JSON, a log, or fetch), store-queues (a store behind two kinds of queue). The last two need the
packages of the labs, which the first run installs.

${measureOptions}`,
  compare: `Usage: ${typedCommand} compare <command> <command...> [options]
       ${typedCommand} compare <command> --ref <revision> --ref <revision> [options]
       ${typedCommand} compare <command> --node <version>,<version> [options]
       ${typedCommand} compare <command> --preload <file> [options]
       ${typedCommand} compare [options]

Measures two or more variants of an HTTP server of Node.js; the first one is the baseline. Without a command it reads
workshop.config.js or workshop.config.json; what is typed wins over the file.

  --path <path>       of the request, default /
  --method <name>     GET, POST, PUT, PATCH or DELETE
  --header <text>     such as 'authorization: Bearer 1'; can be given several times
  --body <text>       or --body-file <file>
  --request <text>    one of several requests, once per request: [weight x] [method] path [@file of the body], such as
                      --request '3x GET /items' --request 'POST /items @item.json'. All have the same --header
  --requests <file>   requests of an artillery script (.yml), a HAR file (.har) or a list, one such text per line
  --ref <revision>    of one command: a git revision, once per variant, each installed from its lockfile in a folder of
                      its own; . is the working tree: compare 'node server.js' --ref main --ref HEAD
  --node <versions>   of one command: versions of Node.js or paths of its binary, such as 20,24; a version that is not
                      on this machine is installed into a cache folder
  --preload <file>    of one command: compare it without and with a file, or module, that is loaded first
  --prepare <command> runs in the folder of each variant before its server starts, such as 'npm run build'
  --clean <command>   runs there after everything, also after a failure or Ctrl-C
  --companion <cmd>   a process that the servers need, such as a database: it runs from before --prepare until after
                      --clean, and its CPU is shown apart; can be given several times
  --memory <MB>       end a server whose processes have more resident memory; once or once per variant
  --health <path>     wait until a server responds with 2xx to this path, before anything is compared or measured
  --port <number>     of a server that listens on several ports: the one to load, as its code has it; once or once per
                      variant; default: the first one
  --name <name>       of a variant, once per variant; default: what only that variant has
  --cwd <folder>      where the commands start, once or once per variant; default: the current folder
  --config <file>     a configuration file, .js or .json, also with commands

The options of every measurement, here with the defaults --load autocannon,paced and --profiler prof,cdp:

${measureOptions}`,
  init: `Usage: ${typedCommand} init [command] [--path <path>]

Writes workshop.config.json: finds the command that starts your server in package.json and among the usual files, starts
it once, and finds a route that responds with 2xx. With a branch main, or changes that are not committed, it compares
those; otherwise two servers, of which the second has an environment variable to edit. An existing file is not overwritten.

  command             such as 'node server.js'; default: what is found
  --path <path>       the route; default: the first one of /, the routes in the sources, /health and /api`,
  lab: `Usage: ${typedCommand} lab <name> [options]

Answers the question of a paper again, and saves a report beside its figures. The labs, and what an option does in each:

${labsInHelp()}

The options of every lab:

  --part <name>       another part of the lab, in place of the table of its paper; --limits, --grid and --search are
                      short for --part limits, grid and search
  --profiles          compare servers of the lab as an experiment of run, with profilers, blame and flame graphs
  --full              all that the paper measured
  --quick             a trial of every part
  --seed <n>          seed of the order; default a random one
  --out <folder>      folder for run folders, default profiles
  --dry-run           print the plan and its estimated duration, and measure nothing
  --json              print the analysis as JSON on stdout and the progress on stderr
  --quiet             print the result only
  --help              print this help`,
  calibrate: `Usage: ${typedCommand} calibrate [--quick] [--max-time s] [--seed n] [--out folder] [--json] [--quiet]

Checks verdicts and blame on this machine, with identical servers and with servers to which a function was added: about
8 minutes, about 2 with --quick.`,
  report: `Usage: ${typedCommand} report [--out folder] [--json]
       ${typedCommand} report <run folder> [--json] [--quiet]

Writes the index page of all runs and opens it in a browser, or writes the report of a saved run again, also of an
interrupted run. --quiet prints its verdict only, of a lab its result.`,
  list: `Usage: ${typedCommand} list [--out folder] [--json]

Prints the runs of a folder, newest first: folder, when it started, and a verdict per candidate.`,
  trend: `Usage: ${typedCommand} trend <experiment> [--out folder] [--json]

Prints the change of each candidate of an experiment in all runs of a folder, oldest first, and between which runs it becomes another
one (E-divisive, at 5%). Runs have to have the same load, metric and baseline. Runs of compare have the experiment compare.`,
  export: `Usage: ${typedCommand} export <run folder> --format cpuprofile|speedscope|folded [--variant name] [--profiler name]
       [--out file]

Converts the call trees of a run. --variant is required for cpuprofile and folded, --profiler if the run has several.`,
  inspect: `Usage: ${typedCommand} inspect [--load[=<seconds>]] [flags of the app]

Starts the built-in app with the inspector, for Chrome DevTools; --load sends requests to it for 60 s.`,
  completion: `Usage: ${typedCommand} completion bash|zsh|fish

Prints a script that completes the command profiling-workshop, where that is in PATH:

  bash  profiling-workshop completion bash > ~/.local/share/bash-completion/completions/profiling-workshop
  zsh   profiling-workshop completion zsh >> ~/.zshrc
  fish  profiling-workshop completion fish > ~/.config/fish/completions/profiling-workshop.fish`,
  schema: `Usage: ${typedCommand} schema config|analysis

Prints the JSON Schema of workshop.config.json, or of analysis.json, which is what --json prints.`
}

/**
 * Returns the help of a command, or of all.
 * @param {string} [command]
 */
export function helpOf(command) {
  return (command !== undefined && Object.hasOwn(helpTexts, command) && helpTexts[command]) || overview
}

/** All help that there is. */
export const usage = [overview, ...Object.values(helpTexts)].join('\n\n')
