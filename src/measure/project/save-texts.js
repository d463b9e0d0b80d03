import { generators } from '../../load/generator.js'
import { toDevtools } from '../../profile/export/to-devtools.js'
import { mergeLaunches } from '../../profile/tree/merge-profiles.js'
import { wrongValueIn } from '../../runs/check-record.js'
import { isSeparate } from '../../verdict/slices/slice-validity.js'

/** @import { GeneratorName } from '../../load/types.js' */
/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */

/** The results that have a schema: those of the workshop's own generators. @type {Partial<Record<GeneratorName, string>>} */
const RESULT_TYPES = { paced: 'PacedToolResult', sockets: 'SocketsToolResult' }

/**
 * Saves the files that users open besides the report, per variant: the generators' own tables without and under each
 * profiler, and the profilers' own texts, pages and profiles, with all launches in one file where the format allows.
 * @param {RunFolder} run @param {SavedRun} saved
 * @param {(file: string) => void} [skipTable] of a run that was not measured now: is called with the name of each table whose slices have damaged
 *   results of the tool, in place of an error
 */
export async function saveTexts(run, saved, skipTable) {
  const { experiment, design } = saved.manifest
  const profilers = design.profilers.map(({ name }) => name)
  for (const { name: variant } of experiment.variants) {
    for (const { generator } of design.loads)
      for (const profiler of [null, ...profilers])
        await saveToolTable(run, saved, { variant, profiler, generator }, skipTable)
    for (const profiler of profilers) await saveArtifacts(run, saved, variant, profiler)
  }
  await saveMerged(run, saved)
}

/**
 * Saves a generator's own table of the separate slices of a variant, without a profiler or under one.
 * @type {(run: RunFolder, saved: SavedRun, of: { variant: string, profiler: ProfilerName | null, generator: GeneratorName },
 *   skipTable: Parameters<typeof saveTexts>[2]) => Promise<void>}
 */
async function saveToolTable(run, { slices }, { variant, profiler, generator }, skipTable) {
  const own = slices.filter(
    slice =>
      slice.variant === variant &&
      slice.load.generator === generator &&
      slice.profiler === (profiler ?? 'none') &&
      isSeparate(slice)
  )
  const tool = generators[generator]
  if (own.length === 0 || !tool) return
  const results = own.map(slice => slice.toolResult)
  const printTable = await tool.tablePrinter()
  const artifact = /** @type {const} */ ({ kind: 'table', variant, profiler, generator })
  const table = printedTable()
  if (table === null) return skipTable?.(run.nameOf(artifact))
  await run.writeArtifact(artifact, `${table}\n${tool.notes.map(note => `- ${note}\n`).join('')}`)

  /** @returns {string | null} null of one to skip */
  function printedTable() {
    const type = RESULT_TYPES[generator]
    if (skipTable && type && results.some(result => wrongValueIn(type, result))) return null
    try {
      return printTable(results)
    } catch (error) {
      // No schema says what the other tools return: their own printers find what is damaged.
      if (skipTable) return null
      throw error
    }
  }
}

/**
 * Saves the texts of --prof-process one after the other, and the page of the launch that was drawn.
 * @type {(run: RunFolder, saved: SavedRun, variant: string, profiler: ProfilerName) => Promise<void>}
 */
async function saveArtifacts(run, { manifest, profiles }, variant, profiler) {
  const own = profiles.filter(profile => profile.variant === variant && profile.profiler === profiler)
  const artifacts = own.flatMap(({ launch, artifacts }) => artifacts.map(artifact => ({ launch, ...artifact })))
  for (const { generator } of manifest.design.loads) {
    const ticks = artifacts.filter(artifact => artifact.kind === 'ticks' && artifact.generator === generator)
    if (ticks.length === 0) continue
    const text = (await Promise.all(ticks.map(textOf))).join('\n')
    await run.writeArtifact({ kind: 'ticks', variant, profiler, generator }, text)
  }
  const page = artifacts.find(({ kind }) => kind === 'flame' || kind === 'clinic')
  if (page) await run.copyArtifact({ kind: page.kind, variant, profiler, generator: null }, page.path)

  /** @param {{ launch: string, path: string, generator?: string }} artifact */
  async function textOf({ launch, path: file, generator }) {
    return `==== launch ${launch}, under ${generator} ====\n${await run.readText(file)}`
  }
}

/**
 * Saves all launches of a variant in one file that opens in Chrome DevTools, with the totals of the bottom-up table, except
 * ticks, which have a text of their own.
 * @param {RunFolder} run @param {SavedRun} saved
 */
async function saveMerged(run, { trees }) {
  const kinds = new Map(trees.map(({ variant, profiler }) => [`${variant} ${profiler}`, { variant, profiler }]))
  for (const { variant, profiler } of kinds.values()) {
    const own = trees.filter(tree => tree.variant === variant && tree.profiler === profiler)
    const merged = mergeLaunches(own, variant)
    if (merged.unit === 'samples') continue
    const { kind, content } = toDevtools(merged)
    await run.writeArtifact({ kind, variant, profiler, generator: null }, JSON.stringify(content))
  }
}
