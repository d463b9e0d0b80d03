import { infoExperiment, infoVariant } from './info-server.js'

/** @import { Experiment } from './types.js' */

/** @type {Experiment} */
export const infoLog = {
  name: 'info-log',
  question: 'What does a synchronous console.log cost the /info route?',
  variants: [infoVariant('log=off', { gzip: 'on', log: 'off' }), infoVariant('log=sync', { gzip: 'on', log: 'sync' })],
  ...infoExperiment,
  // Formatting and writing the line both happen on the main thread.
  primaryMetric: 'cpuMainThread'
}
