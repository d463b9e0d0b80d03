/** @import { Baseline } from '../../../src/verdict/types.js' */

/**
 * Returns a baseline as the first version wrote it: with its environment as texts by label.
 * @param {Baseline} baseline
 */
export function firstBaseline({ environment, ...baseline }) {
  const { load, requests, coldRequests, isShort } = environment
  const texts = {
    processor: environment.cpuModel,
    cores: environment.cores,
    'memory, GiB': environment.memoryGiB,
    platform: environment.platform,
    'cores to pin to': environment.pinnableCores,
    'Node.js': environment.nodeVersions.join(', '),
    variants: environment.variants.join(', '),
    requests: requests.map(({ method, path }) => `${method} ${path}`).join(', '),
    load: load.connections === null ? load.generator : `${load.generator}, ${load.connections} connections`,
    'slice, ms': environment.sliceMs,
    'separate slices': environment.separateSlices,
    'warm-up, ms': environment.warmUpMs,
    'cold requests': coldRequests ?? 'no',
    'short run': isShort ? 'yes' : 'no'
  }
  const asTexts = Object.entries(texts).map(([label, value]) => [label, String(value)])
  return { ...baseline, schemaVersion: 1, environment: Object.fromEntries(asTexts) }
}
