import { infoExperiment, infoResources, infoVariant } from './info-server.js'

/** @import { Experiment } from './types.js' */

/** @type {Experiment} */
export const infoGzip = {
  name: 'info-gzip',
  question: 'What does gzip compression cost the /info route?',
  variants: [infoVariant('gzip=off', { gzip: 'off', log: 'off' }), infoVariant('gzip=on', { gzip: 'on', log: 'off' })],
  ...infoExperiment,
  resources: infoResources,
  // Most of the compression happens in the thread pool.
  primaryMetric: 'cpuPerRequest'
}
