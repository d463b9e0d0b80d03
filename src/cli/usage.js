import { profilers } from '../profilers/index.js'

const profilerNames = [...profilers.keys()].filter(name => name !== 'none').join(', ')

export const usage = `Usage: workshop <command>

  run <experiment...>   measure, compare and save; experiments: info-log, info-gzip
  calibrate             what verdicts and blame are worth on this machine: servers that are the same, and
                        costs planted on purpose [--quick] [--max-time s] [--out folder]
  report                all runs as a page, to look at and to compare, opened where there is a display
                        [--out folder] [--json]
  report <run folder>   analyse and tell a saved run again, also an interrupted one [--json]
  export <run folder>   call trees for other tools: --format cpuprofile, speedscope or folded
                        [--variant name] [--profiler name] [--out file]
  inspect [flags]       leave the server up for Chrome DevTools; with --load or --load=<seconds> send
                        traffic to look at; other flags go to the server

Options of run
  --profiler <names>  one or several with a comma, default none:
                      ${profilerNames}
  --load <names>      autocannon, artillery, paced or several with a comma; default all. The first decides
  --rounds <n>        fresh servers of each variant; default 8 (half of them also under each profiler,
                      under clinic's only the first)
  --duration <s>      seconds of a slice in which a variant is alone (requests/s), four to a launch; default 0.5
  --until <n%>        go on until the 95 % interval is this narrow (± n %), instead of --rounds
  --max-time <s>      begin no round that would end later; default with --until 600
  --seed <n>          decides the order of everything; default: a new one each time
  --quick             an answer in half a minute, more coarsely
  --out <folder>      where run folders go; default profiles
  --dry-run           print the plan and how long it will take
  --json              print the analysis as JSON, progress to stderr (several experiments: an array)
  --quiet             print the verdict only
  --help              print this

Exit codes: 0 done, 2 bad use, 3 the measurement failed or is void, 130 interrupted.`
