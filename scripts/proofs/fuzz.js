import { parseArgs } from 'node:util'
import { wholeNumber } from '../whole-number.js'
import { withExitCode } from '../with-exit-code.js'
import { planCases } from './fuzz/plan-cases.js'
import { runFuzz } from './fuzz/run-fuzz.js'
import { fuzzTargets } from './fuzz/targets.js'

/**
 * Plays generated cases against what reads files and input:
 * `node scripts/proofs/fuzz.js [cases] [target=cases ...] [--seed n] [--target name]`. Each target plays that many cases. Exits with 1
 * when a case failed; the line of a failure has the seed that plays it again. A target is a file beside `fuzz/targets.js` and an entry there.
 */
await withExitCode(async function playTargets() {
  const { plan, seed } = readOptions()
  let played = 0
  let failed = 0
  for (const { name, cases } of plan) {
    failed += await playTarget(name, cases, seed)
    played += cases
  }
  console.log(`${played} cases of ${plan.length} targets, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
})

/** @param {string} name @param {number} cases @param {number} seed @returns {Promise<number>} how many failed */
async function playTarget(name, cases, seed) {
  const startMs = performance.now()
  const failures = await runFuzz(name, { cases, seed })
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(`${name.padEnd(16)} ${cases} cases  seed ${seed}  ${failures.length} failed  ${seconds} s`)
  for (const { seed: batch, run, problem, input } of failures)
    console.log(`  --seed ${batch}, case ${run}: ${problem}\n    ${input.slice(0, 2000)}`)
  return failures.length
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '16' }, target: { type: 'string' } }
  })
  const plan = planCases(positionals, { names: Object.keys(fuzzTargets), only: values.target })
  return { plan, seed: wholeNumber(values.seed, { option: '--seed', least: 0 }) }
}
