import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileInFolder } from '../profile/file-in-folder.js'
import { excerptOf } from '../profile/source-excerpt.js'

/**
 * @import { SourcePlace } from '../blame/types.js'
 * @import { RunManifest, SourceExcerpt } from '../runs/types.js'
 */

const packageFolder = /[\\/]node_modules[\\/]/

/**
 * Reads a few lines of source around each place. A file that was written after the run began may not be what ran, and files
 * that belong neither to the servers' folder nor to a package are not read.
 * @param {SourcePlace[]} places
 * @param {Pick<RunManifest, 'folder' | 'startedAt'>} run
 * @returns {Promise<SourceExcerpt[]>} one per place
 */
export function readSources(places, { folder, startedAt }) {
  return Promise.all(places.map(readOne))

  /** @param {SourcePlace} place @returns {Promise<SourceExcerpt>} */
  async function readOne(place) {
    const { file } = place
    const isOwn = path.isAbsolute(file) && (fileInFolder(file, folder) !== file || packageFolder.test(file))
    if (!isOwn) return { ...place, text: null, omitted: 'outside' }
    try {
      const status = await stat(file)
      if (!status.isFile()) return { ...place, text: null, omitted: 'unreadable' }
      if (status.mtimeMs > Date.parse(startedAt)) return { ...place, text: null, omitted: 'changed' }
      const text = excerptOf(await readFile(file, 'utf8'), place)
      return { ...place, text, omitted: text ? null : 'unreadable' }
    } catch {
      return { ...place, text: null, omitted: 'unreadable' }
    }
  }
}
