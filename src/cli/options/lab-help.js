import { labs } from '../../labs/index.js'

/** What the help says of each lab. A lab without words of its own is listed with its question. */

const INDENT = '  '

/**
 * What a lab does and how long it takes, its parts besides the table of its paper, and what is special about its lengths.
 * @type {Record<string, { about: string, parts?: Record<string, string>, profiles?: string, full?: string, quick?: string }>}
 */
const labWords = {
  copy: {
    about:
      'copies files byte by byte, with a buffer, as streams, whole, and in the kernel, and compares times and calls with those of the paper: one to two minutes',
    profiles: 'a server that copies files as a stream, compared with a synchronous copy',
    full: 'files of up to 64 MiB byte by byte too: about half an hour',
    quick: 'about 10 s'
  },
  upload: {
    about:
      'sends 125 files of 1 MiB and 25 of 10 MiB at once to a server with 512 MiB that takes uploads in six ways, and compares times, memory and outcomes with those of the paper: two to four minutes',
    parts: { limits: 'the largest file, and the most uploads at once, that each way survives' },
    full: '125 files of 10 MiB, 10 and 50 at once, and 1 GiB of memory',
    quick: '30 files of 1 MiB'
  },
  gateway: {
    about:
      'plays 200, 400 and 480 requests/s on a server that waits for two calls of 100 ms, with pools of several sizes and other clients, and checks the goals of the paper: about three minutes',
    parts: {
      grid: 'seventeen configurations, in about eight minutes',
      first: 'single requests to new servers',
      step: 'a step from 250 to 500 requests/s',
      overheads: 'what TLS, JSON, a log and another client cost',
      users: 'virtual users of artillery, with and without a limit, compared with requests at the same rates',
      peak: 'a peak of 50% above the goal, and half a core at 50, 100 and 120 requests/s: a minute and a half'
    },
    profiles: 'what TLS, JSON, a log and fetch cost per request, and in which functions: about six minutes',
    full: 'the stages at their full length',
    quick: 'about one minute'
  },
  store: {
    about:
      'compares five ways to put a pool of threads and a queue in front of an embedded store, with PUT and GET: four to five minutes',
    parts: { search: 'the best pool and queue among 12, in about seven minutes' },
    profiles: 'two kinds of queue by CPU, bytes allocated and queue wait: about five minutes',
    full: '25% to 110% of capacity, 64 and 128 connections: about half an hour',
    quick: 'one to two minutes'
  }
}

/** The names of all labs, as part of a line. */
export const labNames = [...labs.keys()].join(', ')

/** Returns what every lab does, with its parts and lengths, as lines of the help. */
export function labsInHelp() {
  return [...labs.values()].map(({ name, question }) => textOf(name, question)).join('\n\n')
}

/** @param {string} name @param {string} question */
function textOf(name, question) {
  const { about, parts = {}, profiles, full, quick } = labWords[name] ?? { about: question }
  const options = [
    ...Object.entries(parts).map(([part, words]) => [`--part ${part}`, words]),
    ...(profiles ? [['--profiles', profiles]] : []),
    ...(full ? [['--full', full]] : []),
    ...(quick ? [['--quick', `a trial of every part: ${quick}`]] : [])
  ]
  const lines = options.map(([option = '', words]) => `${INDENT}${option.padEnd(20)}${words}`)
  return [wrap(`${name}: ${about}`), ...lines].join('\n')
}

/** Returns a text in lines that fit. @param {string} text */
function wrap(text) {
  return text.replace(/(.{1,118})(?: |$)/g, '$1\n').trimEnd()
}
