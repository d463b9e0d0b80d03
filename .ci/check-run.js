import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Checks that the one run in a folder answered its question: every part of the job left its mark.
 * node .ci/check-run.js <folder> <profiler that was asked for ...>
 */
const [folder = '', ...profilers] = process.argv.slice(2)
const [name = '', index = '', ...others] = readdirSync(folder).sort()
assert.deepEqual([index, ...others], ['index.html'], 'one run was asked for, and is in the page of all')

/** What each profiler leaves of every variant. */
const kindsOf = {
  prof: ['ticks'],
  '0x': ['ticks', 'flame'],
  cdp: ['cpuprofile'],
  devtools: ['cpuprofile'],
  heap: ['heapprofile'],
  'clinic-doctor': ['clinic'],
  'clinic-flame': ['clinic'],
  'clinic-heap': ['clinic'],
  'clinic-bubble': ['clinic']
}

const root = path.join(folder, name)
const { design, experiment } = JSON.parse(readFileSync(path.join(root, 'run.json'), 'utf8'))
const analysis = JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))
const profiled = [analysis.baseline, ...analysis.candidates]
assert.equal(analysis.status, 'complete')
const isDiscarded = ({ reasons }) => reasons.some(({ discards }) => discards === 'everything')
const discarded = analysis.checks.discarded.filter(isDiscarded).length
assert.ok(discarded <= analysis.checks.slices / 10, 'nearly all slices are valid')
/** Clinic is no longer maintained: a failure of one of its tools is reported, and the rest is there. */
const failed = new Set(analysis.toolProblems.map(problem => problem.profiler))
assert.ok(failed.size <= 1, `one tool may fail: ${[...failed]}`)
assert.equal(analysis.verdicts.length, experiment.toggles?.length ?? experiment.variants.length - 1)
for (const { change, refusal } of analysis.verdicts)
  assert.ok(
    refusal?.code === 'disturbed' || change.low <= change.high,
    'every verdict has an interval, or what disturbed it'
  )
assert.equal(analysis.interactions.length, experiment.toggles ? 1 : 0)
assert.deepEqual(
  analysis.resources?.rows.map(row => row.name),
  experiment.resources?.map(resource => resource.name),
  'each resource of the page has its bytes'
)
assert.deepEqual(
  analysis.profilerOverheads.map(effect => effect.profiler),
  profilers
)

const generators = design.loads.map(load => load.generator)
assert.deepEqual(
  analysis.loads.map(part => part.load.generator),
  generators
)
assert.equal(analysis.latencies.length, generators.includes('paced') ? 1 : 0)
for (const latency of analysis.latencies) {
  const isReported = latency.requests[analysis.baseline] > 0 || latency.roundsDiscarded > 0
  assert.ok(isReported, 'latency below saturation is reported, or why not')
}
/** Those of the experiment, and the light one that size and blame are measured under. */
const loads = [...generators.filter(name => name !== 'paced'), design.detailLoad.generator]
const hasTicks = profilers.some(profiler => kindsOf[profiler].includes('ticks'))
assert.deepEqual([...new Set(analysis.ticks.map(table => table.generator))], hasTicks ? loads : [])
for (const { variants } of analysis.ticks) {
  for (const { rows } of Object.values(variants)) {
    assert.ok(rows.find(row => row.name === 'total').ticks > 0, 'every variant has ticks under every generator')
  }
}

for (const { total } of analysis.blames)
  assert.ok(total.baseline > 0 && total.candidate > 0, 'the difference is printed as a cost')
const units = profilers.includes('heap') ? ['micros', 'bytes'] : ['micros']
assert.deepEqual(
  analysis.blames.map(({ candidate, unit }) => [candidate, unit]),
  analysis.candidates.flatMap(candidate => units.map(unit => [candidate, unit])),
  'each candidate has its blame'
)
for (const blame of analysis.blames) assert.ok(blame.hasAppFrames, "the app's own functions were seen")

const working = profilers.filter(profiler => !failed.has(profiler))
for (const profiler of working) for (const kind of kindsOf[profiler]) checkFiles(kind, profiler, profiled)
checkFiles('table', null, analysis.variants)
for (const { profiler } of analysis.profiledLoads) checkFiles('table', profiler, profiled)
const playing = design.profilers.filter(({ playsLoads, name }) => playsLoads && !failed.has(name))
assert.deepEqual(
  [...new Set(analysis.profiledLoads.map(load => load.profiler))],
  playing.map(({ name }) => name),
  'each profiler has the loads that were played under it'
)
for (const name of ['summary.md', 'flames.json']) assert.ok(existsSync(path.join(root, name)), `${name} is there`)
const page = readFileSync(path.join(root, 'report.html'), 'utf8')
const verdicts = analysis.verdicts.map(({ verdict }) => verdict).join(', ')
assert.ok(page.includes(`: ${verdicts}</title>`), 'the title of the page has the verdicts')
assert.ok(page.includes('id="flame-0"'), 'the page has a flame graph')
assert.ok(readFileSync(path.join(folder, index), 'utf8').includes(`${name}/report.html`), 'the page of all leads to it')
console.log(
  `The short run is whole: ${analysis.checks.slices} slices, ${analysis.artifacts.length} files of the tools.`
)

/**
 * @param {string} kind
 * @param {string | null} profiler
 * @param {string[]} variants
 */
function checkFiles(kind, profiler, variants) {
  const files = analysis.artifacts.filter(artifact => artifact.kind === kind && artifact.profiler === profiler)
  assert.deepEqual(
    [...new Set(files.map(file => file.variant))].sort(),
    [...variants].sort(),
    `a ${kind} of each variant`
  )
  for (const file of files) assert.ok(existsSync(path.join(root, file.path)), `${file.path} is there`)
}
