import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { generators } from '../../load/generators.js'
import { printToolTable } from '../../load/tool-tables.js'
import { writeAtomic } from '../system/files.js'

/**
 * @typedef {import('../runs/write-run.js').RunWriter} RunWriter
 * @typedef {import('../runs/read-run.js').SavedRun} SavedRun
 */

/**
 * Saves, one file a variant, what the tools themselves say: the generators' own tables of the launches without a
 * profiler, the text of --prof-process, and 0x's page.
 * @param {RunWriter} run
 * @param {SavedRun} saved
 */
export async function saveTexts(run, saved) {
  for (const { name } of saved.manifest.experiment.variants) {
    for (const { generator } of saved.manifest.design.loads) {
      await saveToolTable(run, saved, name, generator)
      await saveTicks(run, saved, name, generator)
    }
    await saveFlame(run, saved, name)
  }
}

/**
 * @param {RunWriter} run
 * @param {SavedRun} saved
 * @param {string} variant
 * @param {import('../types.js').GeneratorName} generator
 */
async function saveToolTable({ layout }, { slices }, variant, generator) {
  const own = slices.filter(
    slice => slice.variant === variant && slice.load.generator === generator && slice.profiler === 'none'
  )
  if (own.length === 0) return
  const results = own.map(slice => slice.toolResult)
  const notes = generators[generator].notes.map(note => `- ${note}\n`).join('')
  await writeAtomic(layout.toolTable(variant, generator), `${printToolTable(generator, results)}\n${notes}`)
}

/**
 * @param {RunWriter} run
 * @param {SavedRun} saved
 * @param {string} variant
 * @param {import('../types.js').GeneratorName} generator
 */
async function saveTicks({ layout }, { profiles }, variant, generator) {
  const own = profiles.filter(profile => profile.variant === variant)
  const artifacts = own.flatMap(({ launch, artifacts }) => artifacts.map(artifact => ({ launch, ...artifact })))
  const parts = artifacts.filter(artifact => artifact.kind === 'ticks' && artifact.generator === generator).map(textOf)
  if (parts.length === 0) return
  await writeAtomic(layout.ticks(variant, generator), (await Promise.all(parts)).join('\n'))

  /** @param {{ launch: string, path: string }} artifact */
  async function textOf({ launch, path: file }) {
    return `==== launch ${launch}, under ${generator} ====\n${await readFile(path.join(layout.root, file), 'utf8')}`
  }
}

/**
 * @param {RunWriter} run
 * @param {SavedRun} saved
 * @param {string} variant
 */
async function saveFlame({ layout }, { profiles }, variant) {
  const own = profiles.filter(profile => profile.variant === variant)
  const page = own.flatMap(profile => profile.artifacts).find(artifact => artifact.kind === 'flame')
  if (!page) return
  const target = layout.flame(variant)
  await mkdir(path.dirname(target), { recursive: true })
  await copyFile(path.join(layout.root, page.path), target)
}
