/**
 * Which profilers work on which Node: short runs of info-log under every profiler, printed as a Markdown table.
 *
 *     node scripts/profiler-table.js [node binary ...]      default: the one that runs it
 *
 * About four minutes a binary on two cores, of which the machine should be left alone. A cell says whether the profiler
 * left all its files and saw the app's own functions, and what it costs: CPU per request against unprofiled servers of the same
 * rounds, with a 95 % interval. Clinic's tools watch one round, which has no interval.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { messageOf, WorkshopError } from '../src/errors/errors.js'
import { RunFolder } from '../src/runs/run-folder.js'
import { workshopRoot } from '../src/system/files/workshop-root.js'
import { runProgram } from '../src/system/processes.js'
import { untilInterrupted } from './until-interrupted.js'

/** @import { LaunchTrees, ProfilerName } from '../src/profile/types.js' */
/** @import { ArtifactKind } from '../src/runs/types.js' */
/** @import { Analysis } from '../src/types.js' */

/** @typedef {{ analysis: Analysis | null, trees: LaunchTrees[], problem: string }} Outcome */

const appFolder = path.join(workshopRoot, 'src/app')
/** Three of six rounds are profiled: the fewest with an interval that says something. */
const measured = ['--rounds', '6', '--duration', '0.3', '--load', 'autocannon']
const drawn = ['--rounds', '1', '--short', '--load', 'autocannon']

/** @type {{ name: ProfilerName, kinds: ArtifactKind[], hasTrees: boolean }[]} what each has to leave */
const expected = [
  { name: 'prof', kinds: ['ticks'], hasTrees: true },
  { name: '0x', kinds: ['ticks', 'flame'], hasTrees: true },
  { name: 'cdp', kinds: ['cpuprofile'], hasTrees: true },
  { name: 'devtools', kinds: ['cpuprofile'], hasTrees: true },
  { name: 'heap', kinds: ['heapprofile'], hasTrees: true },
  { name: 'clinic-doctor', kinds: ['clinic'], hasTrees: false },
  { name: 'clinic-flame', kinds: ['clinic'], hasTrees: false },
  { name: 'clinic-heap', kinds: ['clinic'], hasTrees: false },
  { name: 'clinic-bubble', kinds: ['clinic'], hasTrees: false }
]

await untilInterrupted(signal =>
  printTable(process.argv.length > 2 ? process.argv.slice(2) : [process.execPath], signal)
)

/** @param {string[]} nodes @param {AbortSignal} signal */
async function printTable(nodes, signal) {
  const columns = []
  for (const node of nodes) {
    const { stdout, problem } = await runProgram(node, ['--version'], { signal })
    if (problem) throw new WorkshopError('ERR_BAD_OPTION', { option: node, problem, allowed: 'paths of node binaries' })
    const startedMs = performance.now()
    columns.push({ version: stdout.trim(), outcomes: await watchAll(node, signal) })
    console.error(`${node}: ${Math.round((performance.now() - startedMs) / 1e3)} s`)
  }
  console.log(`| profiler |${columns.map(({ version }) => ` Node ${version.slice(1)} |`).join('')}`)
  console.log(`|---|${columns.map(() => '---|').join('')}`)
  for (const { name } of expected) {
    console.log(`| ${name} |${columns.map(({ outcomes }) => ` ${outcomes.get(name) ?? '-'} |`).join('')}`)
  }
}

/**
 * All in one run, which shares the unprofiled servers; where that does not go to its end, each in a run of its own.
 * @param {string} node
 * @param {AbortSignal} signal
 * @returns {Promise<Map<ProfilerName, string>>}
 */
async function watchAll(node, signal) {
  const cells = new Map()
  for (const group of [expected.filter(each => each.hasTrees), expected.filter(each => !each.hasTrees)]) {
    const together = await watch(node, group, signal)
    const isWhole = together.analysis?.status === 'complete'
    for (const each of group) cells.set(each.name, cellOf(each, isWhole ? together : await watch(node, [each], signal)))
  }
  return cells
}

/**
 * @param {string} node
 * @param {typeof expected} group
 * @param {AbortSignal} signal
 * @returns {Promise<Outcome>}
 */
async function watch(node, group, signal) {
  const out = await mkdtemp(path.join(tmpdir(), 'profiler-table-'))
  try {
    const profilers = group.map(({ name }) => name).join(',')
    console.error(`${node}: ${profilers}`)
    const options = [...(group[0]?.hasTrees ? measured : drawn), '--profiler', profilers, '--quiet', '--out', out]
    const args = [path.join(workshopRoot, 'scripts/workshop.js'), 'run', 'info-log', ...options]
    const { stderr } = await runProgram(node, args, { signal })
    const [folder] = await readdir(out)
    if (folder === undefined) return { analysis: null, trees: [], problem: stderr }
    const root = path.join(out, folder)
    const analysis = JSON.parse(await readFile(path.join(root, 'analysis.json'), 'utf8'))
    return { analysis, trees: new RunFolder(root).read().trees, problem: stderr }
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/**
 * @param {typeof expected[0]} profiler
 * @param {Outcome} outcome
 */
function cellOf({ name, kinds, hasTrees }, { analysis, trees, problem }) {
  if (!analysis) return `no: ${firstSentence(problem)}`
  const { baseline, candidates, artifacts, toolProblems } = analysis
  const files = [baseline, ...candidates].flatMap(variant => kinds.map(kind => ({ variant, kind })))
  const missing = files.filter(
    file => !artifacts.some(each => each.profiler === name && each.variant === file.variant && each.kind === file.kind)
  )
  const complaints = [
    ...(analysis.problem ? [messageOf(analysis.problem)] : []),
    ...toolProblems.filter(each => each.profiler === name).map(each => messageOf(each.problem))
  ]
  const reasons = complaints.flatMap(text => (text ? [firstSentence(text)] : []))
  reasons.push(...missing.map(({ kind, variant }) => `no ${kind} of ${variant}`))
  if (hasTrees && !trees.some(tree => tree.profiler === name && seesTheApp(tree)))
    reasons.push('no function of the app')
  const word = reasons.length === 0 ? 'works' : missing.length === files.length ? 'no' : 'partly'
  return [word, ...new Set(reasons), costOf(name, analysis)].filter(text => text !== '').join('; ')
}

/** @param {LaunchTrees} tree */
function seesTheApp({ trees }) {
  return trees.some(({ profile }) => profile.frames.some(frame => frame.file.startsWith(appFolder)))
}

/**
 * @param {ProfilerName} name
 * @param {Analysis} analysis
 */
function costOf(name, { profilerOverheads }) {
  const effect = profilerOverheads.find(each => each.profiler === name)
  const change = effect?.changes.find(({ variant }) => variant === null)?.changes[
    effect.metrics.indexOf('cpuPerRequest')
  ]
  if (!change) return ''
  const [middle = 0, low, high] = [change.relative, change.low, change.high].map(ratio => Math.round(ratio * 100))
  return `${middle < 0 ? '' : '+'}${middle}% (${low} to ${high})`
}

/** @param {string} text */
function firstSentence(text) {
  return (text.trim().split('\n')[0] ?? '').split('. ')[0]?.replaceAll(workshopRoot, '').replaceAll('|', '/') ?? ''
}
