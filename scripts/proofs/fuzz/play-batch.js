import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'

/** @import { FuzzFailure } from './run-fuzz.js' */
/** @import { FuzzTarget } from './targets.js' */

/** Plays a batch of cases in a thread, and posts its first failure or null. */
const { target: name, cases, seed, registry, progress } = workerData
const { fuzzTargets } = await import(registry)
/** @type {FuzzTarget | undefined} */
const target = fuzzTargets[name]
if (!target) throw new Error(`there is no target ${name}: ${Object.keys(fuzzTargets).join(', ')}`)
let run = -1
const details = await fc.check(fc.asyncProperty(target.arbitrary, playOne), { seed, numRuns: cases })
progress[0] = 0
await target.close?.()
parentPort?.postMessage(details.failed ? failureOf(details) : null)

/** @param {unknown} input */
async function playOne(input) {
  run++
  progress[0] = run + 1
  await target?.check(input)
}

/** @param {import('fast-check').RunDetails<[unknown]>} details @returns {FuzzFailure} */
function failureOf({ numRuns, counterexample, errorInstance }) {
  const problem =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance)
  return { seed, run: numRuns - 1, problem, input: fc.stringify(counterexample?.[0]) }
}
