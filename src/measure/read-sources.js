import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileInFolder } from '../profile/file-in-folder.js'
import { excerptOf } from '../profile/source-excerpt.js'
import { sourceMapFinder } from '../system/source-maps.js'

/**
 * @import { SourcePlace } from '../blame/types.js'
 * @import { LaunchTrees } from '../profile/types.js'
 * @import { RunManifest, SourceExcerpt } from '../runs/types.js'
 */

/** @typedef {{ file: string, content: string | null }} Source the file to check, and its content where a source map has it */

const packageFolder = /[\\/]node_modules[\\/]/

/**
 * Reads a few lines of source around each place. Where a source map has the text of the original file, that is what was
 * compiled. A file that was written after the run began may not be what ran, and files that belong neither to the servers'
 * folder nor to a package are not read.
 * @param {SourcePlace[]} places
 * @param {{ manifest: Pick<RunManifest, 'folder' | 'startedAt'>, trees: LaunchTrees[] }} run
 * @returns {Promise<SourceExcerpt[]>} one per place
 */
export function readSources(places, { manifest: { folder, startedAt }, trees }) {
  const compiled = compiledSources(trees)
  return Promise.all(places.map(readOne))

  /** @param {SourcePlace} place @returns {Promise<SourceExcerpt>} */
  async function readOne(place) {
    const { file, content } = compiled.get(place.file) ?? { file: place.file, content: null }
    const isOwn = path.isAbsolute(file) && (fileInFolder(file, folder) !== file || packageFolder.test(file))
    if (!isOwn) return { ...place, text: null, omitted: 'outside' }
    try {
      const status = await stat(file)
      if (!status.isFile()) return { ...place, text: null, omitted: 'unreadable' }
      if (status.mtimeMs > Date.parse(startedAt)) return { ...place, text: null, omitted: 'changed' }
      const text = excerptOf(content ?? (await readFile(file, 'utf8')), place)
      return { ...place, text, omitted: text ? null : 'unreadable' }
    } catch {
      return { ...place, text: null, omitted: 'unreadable' }
    }
  }
}

/**
 * Returns the original files that source maps have the text of, by the name that blame has for them.
 * @param {LaunchTrees[]} launches
 * @returns {Map<string, Source>} `file`: the generated one
 */
function compiledSources(launches) {
  const files = launches.flatMap(({ trees }) => trees.flatMap(({ profile }) => profile.generatedFiles ?? []))
  const findMap = sourceMapFinder()
  return new Map(
    [...new Set(files)].flatMap(function sourcesOf(file) {
      const { resolvedSources = [], sourcesContent = [] } = findMap(file) ?? {}
      return resolvedSources.flatMap(function contentOf(source, index) {
        const content = sourcesContent?.[index] ?? null
        return content === null ? [] : [/** @type {const} */ ([source, { file, content }])]
      })
    })
  )
}
