import { presets, STAGES } from '../../measure/rounds/presets.js'
import { MOST_ROUNDS } from '../../stats/detectable-effect.js'
import {
  baselineName,
  choice,
  flag,
  folder,
  goal,
  list,
  margin,
  number,
  once,
  profilerNames,
  seconds,
  shardNumber
} from './option-kinds.js'

/** Where runs are saved, relative to the working directory. */
const PROFILES_FOLDER = 'profiles'
/** The load generators that can be named. */
export const GENERATORS = ['autocannon', 'artillery', 'paced']

/**
 * The options of every command that measures servers: parser, reader, the command that repeats a run, help, completion and the schema of
 * the configuration (`npm run schemas`) follow from a row.
 */
export const measureOptions = /** @type {const} */ ({
  profiler: {
    as: 'profilers',
    kind: profilerNames,
    help: `comma-separated list, default none: prof, 0x, cdp, devtools, heap, waits, perf,
      clinic-doctor, clinic-flame, clinic-heap, clinic-bubble`,
    key: {
      name: 'profilers',
      about:
        'prof and cdp when absent; on Windows cdp where a command does not begin with node. An empty list: no blame.',
      examples: [['prof', 'cdp']]
    }
  },
  load: {
    as: 'generators',
    kind: list(GENERATORS),
    help: `comma-separated list of load generators: autocannon, artillery, paced; default all;
      the verdict uses the first`,
    key: {
      name: 'loads',
      about: 'The load generators; the verdict uses the first one. autocannon and paced when absent.',
      examples: [['autocannon', 'paced']]
    }
  },
  rounds: {
    kind: number('<n>', { min: 1, max: MOST_ROUNDS }),
    help: `number of rounds of the verdict, default 9, of info and gateway-overheads 6; each starts
      one new server per variant. With fewer than 6, CPU alone is never slower or faster. Four
      more rounds, of info and gateway-overheads three, measure the size of the change and the
      blame: with profilers, they also start one profiled server per variant and profiler
      (clinic: in one round only; of info without the variant that has both toggles)`,
    key: { name: 'rounds', about: 'Rounds of the verdict.', examples: [9] }
  },
  only: {
    kind: choice('<what>', STAGES),
    help: `verdict: end after the verdict, in about two minutes, without blame and other loads; counters: end as
      soon as the system calls and bytes per request are decided, in 10 to 25 s`,
    key: {
      name: 'only',
      about: 'Ends the run after its verdict, or as soon as the exact counters are decided.',
      examples: ['verdict']
    }
  },
  'fail-if-slower': {
    as: 'failIfSlower',
    kind: margin,
    help: `exit code 1 when the whole interval of the verdict is slower by more than a margin, such as
      5%; default the margin of the verdict, 2%`,
    also: ['merge']
  },
  'allow-undecided': {
    as: 'allowUndecided',
    kind: flag,
    help: 'no exit code 3 for a budget that the run cannot decide, or a trend with runs that cannot be read',
    also: ['report', 'trend', 'merge']
  },
  'save-baseline': {
    as: 'save',
    kind: once(baselineName),
    help: 'keep the run as a baseline, in <out>/baselines'
  },
  against: {
    kind: baselineName,
    help: `compare each variant with itself in that baseline too, by wider intervals: launches of
      two times are not paired. Refused where machine, Node.js or settings differ`
  },
  force: { kind: flag, help: 'compare with it all the same' },
  cold: {
    as: 'isCold',
    kind: flag,
    help: `compare the first ${presets.cold.coldRequests} requests of new servers, without warm-up, in about a minute`
  },
  duration: {
    as: 'sliceMs',
    kind: seconds({ min: 0.2, max: 600 }),
    help: `length of a separate slice in closed loop, default 0.5. In a separate slice one variant
      is under load`
  },
  until: {
    as: 'untilHalfWidth',
    kind: goal,
    help: 'measure until the 95% interval is at most ±n%, in place of --rounds'
  },
  'max-time': {
    as: 'maxMs',
    kind: seconds({ min: 1, max: 86_400 }),
    help: `maximum duration of all rounds in seconds; a round that is expected to exceed it is not
      started, except the first and two for blame; default 600 with --until, otherwise no limit`,
    also: ['calibrate'],
    key: { name: 'maxSeconds', about: 'Time limit of all rounds, in seconds.', examples: [600] }
  },
  seed: {
    kind: once(number('<n>', { min: 0, max: 2 ** 31 - 1 })),
    help: 'seed of the order of launches and of the arrival times; default a random one',
    also: ['calibrate'],
    key: {
      name: 'seed',
      about: 'Seed of the order of launches and of the arrival times; a random one when absent.',
      examples: [1]
    }
  },
  shard: {
    kind: shardNumber,
    help: `measure as one machine of several, such as 2/4: the same question, in another order. merge makes one
      answer of the run folders of at least three; the default seed is then 1`
  },
  quick: {
    as: 'isQuick',
    kind: flag,
    help: `counters, bytes and the bound on CPU in at most 45 s per experiment: as --short, under the
      first load only and without profilers, also where --load and --profiler name others`
  },
  short: {
    as: 'isShort',
    kind: flag,
    help: `a trial of every part: ${presets.short.rounds} rounds, shorter slices, and a warm-up of at most 1.5 s, under the
      loads and with the profilers that are named. Intervals are wider, and servers are not warm:
      costs and percentages differ from those of a full run`
  },
  out: {
    kind: once(folder),
    default: PROFILES_FOLDER,
    help: 'folder for run folders, default profiles',
    also: ['calibrate', 'import', 'list', 'report', 'trend', 'merge'],
    key: { name: 'out', about: 'The folder for run folders, profiles when absent.', examples: ['profiles'] }
  },
  'dry-run': {
    as: 'dryRun',
    kind: once(flag),
    help: 'print the plan and its estimated duration, and measure nothing'
  },
  json: {
    kind: once(flag),
    help: `print the analysis as JSON on stdout (of several experiments, an array) and the
      progress on stderr`,
    also: ['calibrate', 'import', 'list', 'report', 'trend', 'merge']
  },
  quiet: { kind: once(flag), help: 'print the verdict only', also: ['calibrate', 'import', 'report', 'merge'] },
  verbose: {
    kind: once(flag),
    help: 'print the tables of the report in place of its short form',
    also: ['import', 'report', 'merge']
  }
})
