import { lstat, open, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileInFolder, moveFile } from '../../profile/tree/file-in-folder.js'
import { excerptOf } from '../../profile/tree/source-excerpt.js'
import { sourceMapFinder } from '../../system/files/source-maps.js'

/** @import { SourcePlace } from '../../blame/types.js' */
/** @import { LaunchTrees } from '../../profile/types.js' */
/** @import { RunManifest, SourceExcerpt } from '../../runs/types.js' */

/** @typedef {{ file: string, content: string | null }} Source the file to check, and its content where a source map has it */

const packageFolder = /[\\/]node_modules[\\/]/
/** A profile may name any file, such as one with passwords. */
const script = /\.[cm]?[jt]sx?$/
/** The first line of a script that has no extension, such as the bin/www of Express's generator: node runs it, alone or by `env`. */
const runByNode = /^#!\s*\S*\/(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*(?:\S*\/)?)?node(?:js)?(?:\s|$)/
/** As much as Linux reads of such a line: BINPRM_BUF_SIZE of linux/binfmts.h. */
const FIRST_LINE_BYTES = 256

/**
 * Reads a few lines of source around each place. Where a source map has the text of the original file, that is what was
 * compiled. A file that was written after the run began may not be what ran, and files that belong neither to the servers'
 * folder nor to a package, or are no scripts, are not read. Where each variant has a copy of the project, the last
 * variant that has the line counts.
 * @param {SourcePlace[]} places
 * @param {{ manifest: Pick<RunManifest, 'folder' | 'startedAt' | 'recordedAt' | 'experiment'>, trees: LaunchTrees[] }} run
 * @returns {Promise<SourceExcerpt[]>} one per place
 */
export function readSources(places, { manifest: { folder, startedAt, recordedAt = startedAt, experiment }, trees }) {
  const roots = new Map(experiment.variants.map(({ name, root = folder }) => [name, root]))
  const copies = [...new Set(roots.values())].toReversed()
  const compiled = compiledSources(trees, { folder, rootOf: variant => roots.get(variant) ?? folder })
  return Promise.all(places.map(readOne))

  /** @param {SourcePlace} place @returns {Promise<SourceExcerpt>} */
  async function readOne(place) {
    const known = compiled.get(place.file)
    const sources = known ? [known] : copies.map(root => ({ file: moveFile(place.file, folder, root), content: null }))
    const own = sources.filter(({ file }) => isOwn(file))
    if (own.length === 0) return { ...place, text: null, omitted: 'outside' }
    const read = await Promise.all(own.map(source => readText(place, source)))
    return { ...place, ...(read.find(({ text }) => text) ?? read[0] ?? { text: null, omitted: 'unreadable' }) }
  }

  /** @param {string} file */
  function isOwn(file) {
    const isInCopy = copies.some(root => fileInFolder(file, root) !== file)
    return path.isAbsolute(file) && (isInCopy || packageFolder.test(file))
  }

  /** @param {SourcePlace} place @param {Source} source @returns {Promise<Pick<SourceExcerpt, 'text' | 'omitted'>>} */
  async function readText(place, { file, content }) {
    try {
      if (!(await isScript(file))) return { text: null, omitted: 'no-script' }
      const status = await stat(file)
      if (!status.isFile()) return { text: null, omitted: 'unreadable' }
      if (status.mtimeMs > Date.parse(recordedAt)) return { text: null, omitted: 'changed' }
      const text = excerptOf(content ?? (await readFile(file, 'utf8')), place.line)
      return { text, omitted: text ? null : 'unreadable' }
    } catch {
      return { text: null, omitted: 'unreadable' }
    }
  }
}

/**
 * Returns whether a file is a script by its name, or, where that has no extension, by its first line. A link without an extension is
 * none.
 * @param {string} file
 */
async function isScript(file) {
  if (script.test(file)) return true
  if (path.basename(file).includes('.') || !(await lstat(file)).isFile()) return false
  return runByNode.test(await firstLine(file))
}

/** @param {string} file */
async function firstLine(file) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0)
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1)
    return line
  } finally {
    await handle.close()
  }
}

/**
 * Returns the original files that source maps have the text of, by the name that blame has for them.
 * @param {LaunchTrees[]} launches @param {{ folder: string, rootOf: (variant: string) => string }} project
 * @returns {Map<string, Source>} `file`: the generated one
 */
function compiledSources(launches, { folder, rootOf }) {
  const findMap = sourceMapFinder()
  const generated = new Map(
    launches.flatMap(({ variant, trees }) =>
      trees.flatMap(({ profile: { generatedFiles = [] } }) =>
        generatedFiles.map(file => /** @type {const} */ ([moveFile(file, folder, rootOf(variant)), rootOf(variant)]))
      )
    )
  )
  return new Map(
    [...generated].flatMap(function sourcesOf([file, root]) {
      const { resolvedSources = [], sourcesContent = [] } = findMap(file) ?? {}
      return resolvedSources.flatMap(function contentOf(source, index) {
        const content = sourcesContent?.[index] ?? null
        const name = source === null ? null : moveFile(source, root, folder)
        return content === null || name === null ? [] : [/** @type {const} */ ([name, { file, content }])]
      })
    })
  )
}
