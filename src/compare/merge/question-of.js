import { shorten } from '../../report/words/text.js'

/** @import { RunManifest } from '../../runs/types.js' */

const LONGEST_VALUE = 60

/**
 * Returns what two shards did not ask alike, by the names in run.json, the values of both beside them; nothing where all is the same.
 * @param {RunManifest} one @param {RunManifest} other
 * @returns {string[]}
 */
export function questionDifferences(one, other) {
  const [before = {}, now = {}] = [one, other].map(manifest => Object.fromEntries(leavesOf(questionOf(manifest), '')))
  const names = Object.keys({ ...before, ...now }).filter(name => before[name] !== now[name])
  return names.map(function differenceIn(name) {
    const [there, here] = [before, now].map(({ [name]: json = 'nothing' }) => shorten(json, LONGEST_VALUE))
    return `${name} ${there} there, ${here} here`
  })
}

/**
 * Returns what must be the same in all shards. Machines may differ, as folders may and what a run chooses by what it measures: the metric
 * of its verdict, and profilers that it adds.
 * @param {RunManifest} manifest
 */
function questionOf({ experiment, design, gitCommit, versions, machine }) {
  const { variants, toggles = [], primaryMetric: _, folder: _folder, ...asked } = experiment
  const { seed: _seed, shard, profilers, ...planned } = design
  return {
    experiment: {
      ...asked,
      variants: variants.map(({ cwd: _cwd, root: _root, ...variant }) => variant),
      toggles: toggles.map(({ pairs }) => pairs)
    },
    design: {
      ...planned,
      shard: { count: shard?.count },
      profilers: profilers.flatMap(({ name, ofVariants }) => (ofVariants || name === 'waits' ? [] : name))
    },
    gitCommit,
    versions,
    platform: machine.platform
  }
}

/** @param {unknown} value @param {string} name @returns {[name: string, json: string][]} */
function leavesOf(value, name) {
  if (value === undefined) return []
  if (value === null || typeof value !== 'object') return [[name, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, name === '' ? key : `${name}.${key}`))
}
