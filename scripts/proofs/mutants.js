import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { untilInterrupted } from '../until-interrupted.js'
import { wholeNumber } from '../whole-number.js'
import { readEndMs } from './lib/play-runs.js'
import { playMutant } from './mutants/play-mutant.js'
import { testFinder } from './mutants/related-tests.js'
import { reportOf } from './mutants/results.js'
import { groupOf, idOf, sampleOf } from './mutants/sample.js'
import { filesOf, requireNamespaces, Sandbox } from './mutants/sandbox.js'

/** @import { Equivalent } from './mutants/results.js' */
/** @import { Mutant } from './mutants/sample.js' */
/** @import { Job, PlayedMutant } from './mutants/play-mutant.js' */

/**
 * Changes the code at seeded places, one at a time, and plays the nearest tests, of which one must fail:
 * `node scripts/proofs/mutants.js [results.jsonl] [--count n] [--seed n] [--minutes n] [--again] [--report]`. An interrupted proof
 * continues where it stopped; `--again` plays those that survived once more, `--report` plays nothing. Linux, as root: the tests of a
 * mutant see no process and no file but their own. `mutants/equivalent.json` has the mutants that behave as the program does. Exit code 1
 * where more than 5% survive without a reason there.
 */
const root = path.join(import.meta.dirname, '../..')
const EQUIVALENTS = path.join(import.meta.dirname, 'mutants/equivalent.json')
const WORKERS = 2

await untilInterrupted(async function playMutants(signal) {
  const { file, count, seed, endMs, isAgain, isReport } = readOptions()
  const files = filesOf(root)
  const sources = new Map(files.filter(groupOf).map(name => [name, readFileSync(path.join(root, name), 'utf8')]))
  const sample = sampleOf(sources, { count, seed })
  const equivalents = /** @type {Equivalent[]} */ (JSON.parse(readFileSync(EQUIVALENTS, 'utf8')))
  if (!isReport) await playOpen(sample, { sources, files, file, equivalents, endMs, isAgain, signal })
  const results = readResults(file)
  const passed = new Set(equivalents.map(idOf))
  const played = sample
    .flatMap(mutant => results.get(idOf(mutant)) ?? [])
    .filter(each => each.result !== 'open' || passed.has(idOf(each)))
  const { lines, isPassed } = reportOf(played, equivalents)
  console.log(lines.join('\n'))
  if (played.length < sample.length) console.log(`\n${sample.length - played.length} are not played yet.`)
  if (!isPassed || played.length < sample.length) process.exitCode = 1
})

/**
 * Plays the mutants that have no result yet, two at a time, until all have one or the time is up: first the tests of their own, which take
 * a few seconds each.
 * @param {Mutant[]} sample
 * @param {object} order
 * @param {Map<string, string>} order.sources @param {string[]} order.files @param {string} order.file of the results
 * @param {Equivalent[]} order.equivalents of which the nearest tests are enough
 * @param {number} order.endMs @param {boolean} order.isAgain @param {AbortSignal} order.signal
 */
async function playOpen(sample, { sources, files, file, equivalents, endMs, isAgain, signal }) {
  requireNamespaces()
  const results = readResults(file)
  const find = testFinder(root, files)
  const passed = new Set(equivalents.map(idOf))
  const jobs = sample.flatMap(jobsOf).sort((a, b) => Number(a.isLast) - Number(b.isLast))
  const sound = new Map([...results.values()].flatMap(({ by }) => (by ? [[by, true]] : [])))
  mkdirSync(path.dirname(file), { recursive: true })
  await Promise.all(Array.from({ length: WORKERS }, work))

  /** @param {Mutant} mutant @returns {Job[]} one, or none where it has a result */
  function jobsOf(mutant) {
    const known = results.get(idOf(mutant))?.result
    const { own, others } = find(mutant.file, { faults: mutant.group === 'endings' })
    const isOpen = known === undefined || (isAgain && known === 'survived')
    if (!isOpen && (known !== 'open' || passed.has(idOf(mutant)))) return []
    const last = { mutant, tests: others, isLast: true }
    return known === 'open' || own.length === 0 ? [last] : [{ mutant, tests: own, isLast: false, last }]
  }

  async function work() {
    const sandbox = new Sandbox(root, files)
    try {
      for (let job = next(); job; job = next()) {
        const source = sources.get(job.mutant.file) ?? ''
        const played = await playMutant(job, source, { sandbox, sound, signal })
        if (played.result === 'open' && job.last && !passed.has(idOf(job.mutant))) jobs.push(job.last)
        appendFileSync(file, `${JSON.stringify(played)}\n`)
        const seconds = (played.ms / 1e3).toFixed(0).padStart(3)
        console.error(`${played.result.padEnd(8)} ${seconds} s  ${played.file}:${played.line} ${played.operator}`)
      }
    } finally {
      sandbox.remove()
    }
  }

  function next() {
    return signal.aborted || performance.now() > endMs ? undefined : jobs.shift()
  }
}

/** Returns the last result of each mutant. @param {string} file @returns {Map<string, PlayedMutant>} */
function readResults(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return new Map(
    lines
      .filter(Boolean)
      .map(line => JSON.parse(line))
      .map(result => [idOf(result), result])
  )
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '31' },
      minutes: { type: 'string' },
      again: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false }
    }
  })
  const { again: isAgain, report: isReport, minutes } = values
  const count = wholeNumber(values.count, { option: '--count', least: 5 })
  const seed = wholeNumber(values.seed, { option: '--seed', least: 0 })
  return {
    file: path.resolve(positionals[0] ?? 'profiles/mutants.jsonl'),
    count,
    seed,
    endMs: readEndMs(minutes),
    isAgain,
    isReport
  }
}
