/**
 * @import { Variant } from '../experiments/types.js'
 * @import { Machine } from '../runs/types.js'
 */

/** Where a run was made and what it ran, in words. */

/** @param {Pick<Machine, 'cpuModel' | 'cores' | 'memoryBytes' | 'platform' | 'release'>} machine */
export function machineInWords({ cpuModel, cores, memoryBytes, platform, release }) {
  return `${cores} cores (${cpuModel}), ${Math.round(memoryBytes / 2 ** 30)} GiB, ${platform} ${release}`
}

/**
 * What starts the server of a variant, its environment first.
 * @param {Pick<Variant, 'command' | 'env'>} variant
 */
export function commandInWords({ command, env }) {
  return [...Object.entries(env).map(entry => entry.join('=')), ...command].join(' ')
}
