import { infoExperiment, infoResources, infoVariant } from './info-server.js'

/** @import { Experiment } from './types.js' */

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
