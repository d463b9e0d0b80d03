import { WorkshopError } from '../errors.js'
import { profilers } from '../profilers/index.js'

const profilerNames = [...profilers.keys()].filter(name => name !== 'none').join(', ')

export const usage = `Compares the performance of two variants of an Express app, and lists the functions that changed.
Example: node scripts/workshop.js run info-log --profiler prof,cdp

Usage: node scripts/workshop.js <command>

  run <experiment...>   measure experiments and save a report of each:
                        info (both in one run), info-log (console.log off and sync), info-gzip (gzip off and on)
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
  --help              print this help

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
