import { analyse } from '../../src/analyse.js'
import { subtreeWeights } from '../../src/profile/tree/tree-columns.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { baselineOf } from '../../src/verdict/gates/against-baseline.js'
import { checkSlices, unprofiledOf } from '../../src/verdict/slices/slice-validity.js'
import { sampleRoot } from './sample-run.js'

/** @import { LaunchTrees, Profile } from '../../src/profile/types.js' */
/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { Budget } from '../../src/verdict/types.js' */

/** Sets the title and the clipboard of a terminal, clears it, turns text around, hides characters and ends a line. */
const TERMINAL =
  '\u001b]0;title\u0007\u001b]52;c;aGk=\u0007\u001b[2J\u009b2K\u202e\u2066\u200b\u3164\u2028\ud800\u007f\r\n'
/** Ends a cell, a table, code and HTML, and makes a list, links, a mention, references, a picture and a script. */
const MARKUP =
  ' | a | ``` </details></summary></script><script>attack()</script><img src=x onerror=attack()>"\' onclick=attack() ' +
  '@team #1 !2 ~label GH-3 [x](http://evil.example) ![y](//evil.example/z) https://evil.example www.evil.example a@evil.example'

/** What a server, a folder or a file of a run may be called. */
export const HOSTILE = `${TERMINAL}${MARKUP}`

/** Names, places and words of the sample that servers, projects and machines choose. */
const chosen = [
  'log=sync',
  'showAppInfo',
  'route.js',
  'compression',
  '/info',
  'toggles',
  'console.log',
  'What do a synchronous'
]

/** The candidates exceed them. The second one is on a saved baseline too. @type {Budget[]} */
const budgets = [
  { name: 'cpuPerRequest', kind: 'relative', amount: 0.001 },
  { name: 'slower', kind: 'relative', amount: 0.001 }
]

/**
 * Returns the committed run with hostile text in the names of variants, functions, files, packages, paths, versions and a saved
 * baseline, in source lines, in the commit, and in the output of a tool, of git and of a server. It has gates, and lines in the profiles.
 */
export function hostileRun() {
  const run = withHostileText(new RunFolder(sampleRoot).read())
  const { manifest } = run
  const tail = `  first\n${HOSTILE}\n::error::last`
  /** @type {SavedRun} */
  const hostile = {
    ...run,
    trees: run.trees.map(withLines),
    manifest: {
      ...manifest,
      changes: { files: [], problem: HOSTILE },
      gitCommit: HOSTILE,
      reproduce: HOSTILE,
      versions: { ...manifest.versions, [HOSTILE]: HOSTILE },
      machine: { ...manifest.machine, cpuModel: HOSTILE },
      design: { ...manifest.design, budgets },
      against: baselineOf(HOSTILE, manifest, unprofiledOf(checkSlices(run.slices, manifest.experiment)), HOSTILE)
    },
    slices: run.slices.map((slice, index) =>
      index === 0 ? { ...slice, errors: 1, errorMessages: { [HOSTILE]: 1 } } : slice
    ),
    problems: [
      {
        id: '99',
        round: 0,
        variant: manifest.experiment.variants[0]?.name ?? '',
        profiler: 'clinic-flame',
        code: 'ERR_TOOL',
        details: { tool: HOSTILE, what: HOSTILE, problem: HOSTILE, tail }
      }
    ]
  }
  return { run: hostile, ...analyse(hostile) }
}

/** Returns call trees whose functions do all that they do on their first lines. @param {LaunchTrees} launch @returns {LaunchTrees} */
function withLines({ trees, ...launch }) {
  return {
    ...launch,
    trees: trees.map(tree => ({ ...tree, profile: { ...tree.profile, lines: firstLines(tree.profile) } }))
  }
}

/** @param {Profile} profile @returns {Profile['lines']} */
function firstLines({ frames, nodes }) {
  const totals = subtreeWeights(nodes.parent, Float64Array.from(nodes.self))
  return {
    self: linesWith(node => ({ holder: node, weight: nodes.self[node] ?? 0 })),
    calls: linesWith(node => ({ holder: nodes.parent[node] ?? -1, weight: totals[node] ?? 0 }))
  }

  /** @param {(node: number) => { holder: number, weight: number }} partOf `holder`: the node whose function has the line */
  function linesWith(partOf) {
    const parts = Array.from(nodes.self, function lineOf(_, node) {
      const { holder, weight } = partOf(node)
      return { node, weight, line: frames[nodes.frame[holder] ?? -1]?.line ?? 0 }
    }).filter(({ line, weight }) => line > 0 && weight > 0)
    return {
      node: parts.map(each => each.node),
      line: parts.map(each => each.line),
      weight: parts.map(each => each.weight)
    }
  }
}

/** Returns what the page of {@link hostileRun} is drawn from. */
export function hostilePage() {
  const { run, analysis, graphs } = hostileRun()
  const tickTexts = new RunFolder(sampleRoot)
    .readTickTexts(new RunFolder(sampleRoot).read().artifacts)
    .map(withHostileText)
  return { run, analysis, graphs: graphs(), tickTexts }
}

/** @template Value @param {Value} value @returns {Value} the same with hostile text after each chosen name */
function withHostileText(value) {
  return /** @type {Value} */ (changed(value))
}

/** @param {unknown} value @returns {unknown} */
function changed(value) {
  if (typeof value === 'string') return changedText(value)
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(changed)
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [changedText(key), changed(each)]))
}

/** @param {string} text */
function changedText(text) {
  return chosen.reduce((changed, name) => changed.replaceAll(name, () => `${name}${HOSTILE}`), text)
}
