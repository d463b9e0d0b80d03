import { WorkshopError } from '../errors.js'
import { profilers } from '../profilers/index.js'

const profilerNames = [...profilers.keys()].filter(name => name !== 'none').join(', ')

export const usage = `Compares the performance of variants of an HTTP server, and lists the functions that changed.
Example: node scripts/workshop.js run info-log --profiler prof,cdp

Usage: node scripts/workshop.js <command>

  run <experiment...>   measure experiments and save a report of each:
                        info (both in one run), info-log (console.log off and sync), info-gzip (gzip off and on)
  compare <command...>  measure two or more commands that start an HTTP server of Node.js, the first one the
                        baseline: compare 'node server.js' 'LOG=1 node server.js' --path /info
  calibrate             check verdicts and blame on this machine, with identical servers and with servers
                        to which a function was added (about 8 minutes, about 2 with --quick)
                        [--quick] [--max-time s] [--seed n] [--out folder] [--json] [--quiet]
  report                write the index page of all runs and open it in a browser [--out folder] [--json]
  report <run folder>   write the report of a saved run again, also of an interrupted run [--json]
  export <run folder>   convert the call trees of a run: --format cpuprofile, speedscope or folded
                        [--variant name] [--profiler name] [--out file]; --variant is required for
                        cpuprofile and folded, --profiler if the run has several
  inspect [flags]       start the server with the inspector, for Chrome DevTools; --load sends requests
                        to it for 60 s, --load=<seconds> for that time; other flags are passed to the server

Options of run
  --profiler <names>  comma-separated list, default none:
                      ${profilerNames}
  --load <names>      comma-separated list of load generators: autocannon, artillery, paced; default all;
                      the verdict uses the first
  --rounds <n>        number of rounds of the verdict, default 9, of info 7; each starts one new server per
                      variant. With fewer than 6, CPU alone is never slower or faster. Four more rounds, of
                      info three, measure the size of the change and the blame: with profilers, they also
                      start one profiled server per variant and profiler (clinic: in one round only; of info
                      without the variant that has both toggles)
  --only verdict      end after the verdict, in about two minutes: no blame and no other loads
  --cold              compare the first 500 requests of new servers, without warm-up, in about a minute
  --duration <s>      length of a separate slice in closed loop, default 0.5. In a separate slice one variant
                      is under load
  --until <n%>        measure until the 95% interval is at most ±n%, in place of --rounds
  --max-time <s>      maximum duration of all rounds in seconds; a round that is expected to exceed it is not
                      started, except the first; default 600 with --until, otherwise no limit
  --seed <n>          seed of the order of launches and of the arrival times; default a random one
  --quick             counters, bytes and the bound on CPU in at most 45 s: 6 rounds, shorter slices and warm-up,
                      wider intervals, the first load only, and no blame. Name others with --load and --profiler;
                      with profilers one to two minutes
  --out <folder>      folder for run folders, default profiles
  --dry-run           print the plan and its estimated duration, and measure nothing
  --json              print the analysis as JSON on stdout (of several experiments, an array) and the
                      progress on stderr
  --quiet             print the verdict only
  --help              print this help

Options of compare: those of run, with the default --load autocannon,paced and --profiler prof,cdp, and
  --path <path>       of the request, default /
  --method <name>     GET, POST, PUT, PATCH or DELETE
  --header <text>     such as 'authorization: Bearer 1'; can be given several times
  --body <text>       or --body-file <file>
  --ref <revision>    of one command: a git revision, once per variant, each installed from its lockfile in a folder of
                      its own; . is the working tree: compare 'node server.js' --ref main --ref HEAD
  --node <versions>   of one command: versions of Node.js or paths of its binary, such as 20,24
  --preload <file>    of one command: compare it without and with a file, or module, that is loaded first
  --name <name>       of a variant, once per variant; default: what only that variant has
  --cwd <folder>      where the commands start, once or once per variant; default: the current folder

Exit codes: 0 done, 2 invalid arguments or npm ci not run, 3 the measurement failed or has no verdict,
130 interrupted.
The verdict itself does not change the exit code.`

/**
 * Returns the error for arguments that node, or the command itself, cannot read.
 * @param {string} command
 * @param {string} allowed
 * @param {unknown} error
 * @returns {WorkshopError} ERR_BAD_OPTION
 */
export function invalidUse(command, allowed, error) {
  if (error instanceof WorkshopError) return error
  const [problem = ''] = /** @type {Error} */ (error).message.split('. ')
  return badOption(command, problem, allowed, error)
}

/**
 * Returns the error for an option that cannot have its value.
 * @param {string} option
 * @param {string} problem
 * @param {string} allowed
 * @param {unknown} [cause]
 */
export function badOption(option, problem, allowed, cause) {
  return new WorkshopError('ERR_BAD_OPTION', { option, problem, allowed }, cause)
}
