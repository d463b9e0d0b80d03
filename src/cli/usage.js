import { WorkshopError } from '../errors.js'
import { profilers } from '../profilers/index.js'

const profilerNames = [...profilers.keys()].filter(name => name !== 'none').join(', ')

export const usage = `Usage: workshop <command>

Compares the performance of two variants of an Express app. Example: workshop run info-log --profiler cdp

  run <experiment...>   measure experiments and save a report of each: info-log (console.log off, on), info-gzip
                        (gzip off, on)
  calibrate             measure the accuracy of verdicts on this machine, with A/A tests and injected costs
                        [--quick] [--max-time s] [--seed n] [--out folder] [--json] [--quiet]
  report                write the index page of all runs, and open it where there is a display
                        [--out folder] [--json]
  report <run folder>   analyse a saved run again, also an interrupted one, and write its report [--json]
  export <run folder>   convert call trees for other tools: --format cpuprofile, speedscope or folded
                        [--variant name] [--profiler name] [--out file]
  inspect [flags]       start the server with the inspector for Chrome DevTools; --load or --load=<seconds>
                        sends requests; other flags are passed to the server

Options of run
  --profiler <names>  comma-separated list, default none:
                      ${profilerNames}
  --load <names>      comma-separated list of load generators: autocannon, artillery, paced; default all.
                      The verdict uses the first
  --rounds <n>        number of rounds; each starts a new server of each variant; default 8. Half of them also
                      run with each profiler, clinic only in the first
  --duration <s>      length of a separate slice (requests/s, latency) in seconds, four per launch; default 0.5
  --until <n%>        measure until the 95% interval is at most ± n %; replaces --rounds
  --max-time <s>      start no round that would end after s seconds; default: 600 with --until, otherwise none
  --seed <n>          seed of the random order of launches and slices; default random
  --quick             short run with wide intervals: about half a minute without profilers
  --out <folder>      folder of the run folders; default profiles
  --dry-run           print the plan and its duration
  --json              print the analysis as JSON on stdout (an array for several experiments)
  --quiet             print the verdict only
  --help              print this

Exit codes: 0 done, whatever the verdict; 2 invalid arguments; 3 the measurement failed or is invalid; 130 interrupted.`

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
  return new WorkshopError('ERR_BAD_OPTION', { option: command, problem, allowed }, error)
}
