import { autocannonOptions, infoRequest } from '../../load/info.js'

/** @import { Load } from '../load/types.js' */
/** @import { Experiment, Resource, Variant } from './types.js' */

/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: autocannonOptions.connections },
  // The same as in load/info.yml.
  { generator: 'artillery', mode: 'batch', users: 50, requestsPerUser: 20 },
  { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
]

/** What the experiments on the /info route share. @satisfies {Partial<Experiment>} */
export const infoExperiment = { request: infoRequest, loads, marginRatio: 0.02 }

const { headers } = infoRequest

/**
 * What a browser loads of the page. All are requested with gzip, except that a browser accepts brotli for Bootstrap too, which the app
 * has compressed once.
 * @type {Resource[]}
 */
export const infoResources = [
  { name: 'document', path: infoRequest.path, headers },
  { name: 'stylesheet', path: '/assets/style.css', headers },
  { name: 'Bootstrap', path: '/assets/bootstrap.min.css', headers: { ...headers, 'accept-encoding': 'gzip, br' } },
  { name: 'logo', path: '/assets/logo.png', headers }
].map(resource => ({ ...resource, headers: { ...resource.headers, accept: 'text/html,*/*;q=0.8' } }))

/**
 * Both toggles in one run: every combination is launched in every round, and the effect of a toggle is the mean over both levels of
 * the other one.
 * @type {Experiment}
 */
export const info = {
  name: 'info',
  question: 'What do a synchronous console.log and gzip compression cost the /info route?',
  variants: [
    infoVariant('off', { gzip: 'off', log: 'off' }),
    infoVariant('log=sync', { gzip: 'off', log: 'sync' }),
    infoVariant('gzip=on', { gzip: 'on', log: 'off' }),
    infoVariant('both', { gzip: 'on', log: 'sync' })
  ],
  ...infoExperiment,
  resources: infoResources,
  primaryMetric: 'cpuMainThread',
  toggles: [
    {
      // Formatting and writing the line both happen on the main thread.
      primaryMetric: 'cpuMainThread',
      pairs: [
        ['off', 'log=sync'],
        ['gzip=on', 'both']
      ]
    },
    {
      // Most of the compression happens in the thread pool.
      primaryMetric: 'cpuPerRequest',
      pairs: [
        ['off', 'gzip=on'],
        ['log=sync', 'both']
      ]
    }
  ]
}

/** @type {Experiment} */
export const infoLog = {
  name: 'info-log',
  question: 'What does a synchronous console.log cost the /info route?',
  variants: [infoVariant('log=off', { gzip: 'on', log: 'off' }), infoVariant('log=sync', { gzip: 'on', log: 'sync' })],
  ...infoExperiment,
  // Formatting and writing the line both happen on the main thread.
  primaryMetric: 'cpuMainThread'
}

/** @type {Experiment} */
const infoGzip = {
  name: 'info-gzip',
  question: 'What does gzip compression cost the /info route?',
  variants: [infoVariant('gzip=off', { gzip: 'off', log: 'off' }), infoVariant('gzip=on', { gzip: 'on', log: 'off' })],
  ...infoExperiment,
  resources: infoResources,
  // Most of the compression happens in the thread pool.
  primaryMetric: 'cpuPerRequest'
}

/** Of this folder, with what the help says of each, `brief` in the list of commands: those of the labs stand in theirs. */
export const builtIn = [
  { experiment: info, about: 'both toggles in one run', brief: 'log and gzip in one run' },
  { experiment: infoLog, about: 'console.log off and sync' },
  { experiment: infoGzip, about: 'gzip off and on' }
]

/**
 * Returns one way to run the app: views are compiled for every request, and every setting that the shell could change
 * is stated.
 * @param {string} name @param {{ gzip: 'on' | 'off', log: 'off' | 'sync' }} toggles @returns {Variant}
 */
function infoVariant(name, { gzip, log }) {
  return {
    name,
    command: ['node', 'src/app/server.js', '--gzip', gzip, '--log', log, '--view-cache', 'off'],
    env: { PORT: '0', HOST: '127.0.0.1', MODE: 'fork', NODE_ENV: 'development' },
    contentEncoding: gzip === 'on' ? 'gzip' : 'identity'
  }
}
