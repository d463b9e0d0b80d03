import { moveFile, moveTree } from '../../profile/tree/file-in-folder.js'

/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunWriter } from '../../runs/create-run.js' */
/** @import { RunManifest, SliceRecord, SourceExcerpt } from '../../runs/types.js' */
/** @import { Shard } from './read-shards.js' */

/**
 * Writes what the shards measured into one run folder: each record as it is, with the number of its machine, and launches and rounds
 * numbered anew. What the tools left for people to read stays in the folders of the shards.
 * @param {RunWriter<RunManifest>} folder @param {Shard[]} shards the first has the folder of the project
 */
export async function writeRecords(folder, shards) {
  const [first] = shards
  let before = 0
  for (const shard of shards) {
    await writeShard(folder, shard, { before, project: first?.run.manifest.folder ?? '' })
    before += 1 + Math.max(-1, ...shard.run.launches.map(({ round }) => round))
  }
  await folder.writeSources(excerptsOf(shards), first?.run.packageLines ?? [])
}

/**
 * @param {RunWriter<RunManifest>} folder @param {Shard} shard
 * @param {{ before: number, project: string }} merged `before`: the rounds of the shards before it
 */
async function writeShard(folder, { index: machine, run }, { before, project }) {
  for (const slice of [...run.slices, ...run.requestSlices])
    folder.appendSlice({ ...ofMachine(slice), ...launchesOf(slice) })
  for (const launch of run.launches) folder.appendLaunch({ ...ofMachine(launch), id: idOf(launch.id) })
  for (const problem of run.problems)
    folder.appendProblem({ ...problem, round: problem.round + before, id: idOf(problem.id) })
  for (const { launch, ...profile } of run.profiles) {
    await folder.makeLaunchFolder(idOf(launch))
    await folder.writeProfile({ ...profile, launch: idOf(launch), artifacts: [] })
  }
  for (const { launch, trees, ...others } of run.trees) {
    const moved = trees.map(tree => moveTree(tree, run.manifest.folder, project))
    await folder.writeTrees({ ...others, launch: idOf(launch), trees: moved })
  }

  /** @template {{ round: number }} Record @param {Record} record */
  function ofMachine(record) {
    return { ...record, round: record.round + before, machine }
  }

  /** @param {SliceRecord} slice */
  function launchesOf({ launch, beside }) {
    return { launch: idOf(launch), beside: beside.map(idOf) }
  }

  /** @param {string} id */
  function idOf(id) {
    return `m${machine}-${id}`
  }
}

/** Returns the source texts of all shards, of each place one. @param {Shard[]} shards */
function excerptsOf(shards) {
  /** @type {Map<string, SourceExcerpt>} */
  const excerpts = new Map()
  const project = shards[0]?.run.manifest.folder ?? ''
  for (const { run } of shards) {
    for (const excerpt of run.sources ?? []) {
      const moved = { ...excerpt, file: moveFile(excerpt.file, run.manifest.folder, project) }
      const place = `${moved.line} ${moved.file}`
      if (!excerpts.get(place)?.text) excerpts.set(place, moved)
    }
  }
  return [...excerpts.values()]
}
