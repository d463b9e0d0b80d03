/** @import { RunManifest } from '../../runs/types.js' */

const MOST_DIFFERENCES = 4
const LONGEST_VALUE = 60

/**
 * Returns what two shards did not ask alike, by the names in run.json, the values of both beside them; nothing where all is the same.
 * @param {RunManifest} one @param {RunManifest} other
 * @returns {string[]}
 */
export function questionDifferences(one, other) {
  const [before, now] = [one, other].map(manifest => new Map(leavesOf(questionOf(manifest), '')))
  const names = [...new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])]
  const different = names.filter(name => before?.get(name) !== now?.get(name))
  const shown = different
    .slice(0, MOST_DIFFERENCES)
    .map(name => `${name} ${valueText(before?.get(name))} there, ${valueText(now?.get(name))} here`)
  const more = different.length - shown.length
  return more > 0 ? [...shown, `${more} more`] : shown
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

/** @param {string} [json] */
function valueText(json = 'nothing') {
  return json.length > LONGEST_VALUE ? `${json.slice(0, LONGEST_VALUE)}...` : json
}
