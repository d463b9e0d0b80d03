import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { originalPositionFor } from '@jridgewell/trace-mapping'
import { fileInFolder, moveFile } from '../../profile/tree/file-in-folder.js'
import { categoriseFrame } from '../../profile/tree/frames.js'
import { getOrAdd } from '../../stats/group-by.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'
import { sourceMapFinder } from '../../system/files/source-maps.js'

/** @import { LaunchTrees } from '../../profile/types.js' */
/** @import { PackageLine, RunManifest } from '../../runs/types.js' */
/** @import { PackageUse } from './package-uses.js' */

/** @typedef {{ root: string, entries: string[] }} Copy of the project, that one or more variants ran */

/** What is parsed takes about 10 ms per file, while the user waits for the report. */
const MOST_FILES = 500
const MOST_BYTES = 1e6
const MOST_BYTES_IN_ALL = 10e6
/** Of one package. */
const MOST_LINES = 50
/** `npm run` in a script of npm. */
const MOST_SCRIPTS = 5
const packageFolder = /[\\/]node_modules[\\/]/
const script = /\.[cm]?[jt]sx?$/
const endings = ['', '.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.jsx', '.tsx', '/index.js', '/index.ts']
const packageManager = /^(npm|pnpm|yarn)(\.cmd)?$/

/**
 * Returns the lines of the app that bring packages in. Read are the files of the app in the call trees, the script that the command
 * starts, and what these import by a path, all of them within the folder of the servers. Left out are files that were written after the run
 * began, that are larger than 1 MB or cannot be parsed, and all after the first 500 files or 10 MB. Where each variant has a copy of the
 * project, a file is that of the last variant. Lines of generated code are those of its sources, as far as it has a map.
 * @param {{ manifest: Pick<RunManifest, 'folder' | 'startedAt' | 'recordedAt' | 'experiment'>, trees: LaunchTrees[] }} run
 * @returns {Promise<PackageLine[]>}
 */
export async function readPackageLines({ manifest: { folder, startedAt, recordedAt = startedAt, experiment }, trees }) {
  // The parser takes 50 ms to load, which most commands do without.
  const { packageUses } = await import('./package-uses.js')
  const findMap = sourceMapFinder()
  /** @type {Set<string>} as the files are named in `folder` */
  const seen = new Set()
  /** @type {Map<string, Map<string, PackageLine>>} by package, then by place */
  const found = new Map()
  let bytes = 0
  for (const { root, entries } of copiesOf(experiment, folder).toReversed()) {
    const ahead = [...entries, ...appFiles(trees).map(file => moveFile(file, folder, root))]
    // Files that are found on the way come last.
    for (const file of ahead) ahead.push(...readFile(file, root))
  }
  return [...found.values()].flatMap(lines => [...lines.values()].slice(0, MOST_LINES))

  /** @param {string} file @param {string} root @returns {string[]} the files that it imports */
  function readFile(file, root) {
    const name = moveFile(file, root, folder)
    if (seen.has(name) || seen.size >= MOST_FILES || !isOwn(file, root) || !mayBeScript(file)) return []
    seen.add(name)
    try {
      if (statSync(file).mtimeMs > Date.parse(recordedAt)) return []
      const text = readPlainFile(file, { within: root, mostBytes: Math.min(MOST_BYTES, MOST_BYTES_IN_ALL - bytes) })
      bytes += Buffer.byteLength(text)
      const { uses, files } = packageUses(text, file)
      for (const use of uses) add(use, file, root)
      return files.flatMap(each => existing(path.resolve(path.dirname(file), each)) ?? [])
    } catch {
      // It is missing, too large or no code, and brings nothing in.
      return []
    }
  }

  /** @param {PackageUse} use @param {string} file @param {string} root */
  function add({ packageName, line, column }, file, root) {
    const map = findMap(file)
    const original = map && originalPositionFor(map, { line, column })
    const place = original?.source ? { file: original.source, line: original.line } : { file, line }
    if (!isOwn(place.file, root)) return
    const own = { packageName, file: moveFile(place.file, root, folder), line: place.line }
    getOrAdd(found, packageName, () => new Map()).set(`${own.file}:${own.line}`, own)
  }
}

/** @param {string} file @param {string} root */
function isOwn(file, root) {
  const inRoot = fileInFolder(file, root)
  return inRoot !== file && !packageFolder.test(`/${inRoot}`)
}

/** @param {string} file such as server.js, or bin/www */
function mayBeScript(file) {
  return script.test(file) || !path.basename(file).includes('.')
}

/** @param {LaunchTrees[]} launches @returns {string[]} */
function appFiles(launches) {
  const frames = launches.flatMap(({ trees }) => trees.flatMap(({ profile }) => profile.frames))
  return [...new Set(frames.flatMap(frame => (categoriseFrame(frame).group === 'app' ? frame.file : [])))]
}

/** @param {RunManifest['experiment']} experiment @param {string} folder @returns {Copy[]} in the order of the variants */
function copiesOf({ variants }, folder) {
  /** @type {Map<string, string[]>} */
  const copies = new Map()
  for (const { root = folder, cwd = root, command } of variants)
    getOrAdd(copies, root, () => []).push(...entriesOf(command, path.resolve(root, cwd)))
  return [...copies].map(([root, entries]) => ({ root, entries }))
}

/**
 * Returns the scripts that a command names, itself or in the script of package.json that it runs.
 * @param {string[]} command @param {string} cwd @returns {string[]} paths
 */
function entriesOf([program = '', ...words], cwd, depth = 0) {
  if (packageManager.test(path.basename(program))) {
    const scripts = depth < MOST_SCRIPTS ? scriptsIn(cwd) : {}
    const [name = ''] = words.filter(word => typeof scripts[word] === 'string')
    return commandsIn(scripts[name] ?? '').flatMap(each => entriesOf(each, cwd, depth + 1))
  }
  return words.flatMap(function fileOf(word) {
    if (word.startsWith('-')) return []
    const file = path.resolve(cwd, word)
    // `tsx watch server.ts` does not name a file watch.js.
    const mayLackEnding = program === 'node' || /[\\/]/.test(word)
    return (mayLackEnding ? existing(file) : script.test(word) ? file : null) ?? []
  })
}

/** Returns the words of each command of a script, without the variables that it sets. @param {string} text */
function commandsIn(text) {
  const commands = text.split(/&&|\|\||[;&|]/).map(part => part.trim().split(/\s+/))
  return commands.map(words => words.slice(words.findIndex(word => !/^\w+=/.test(word) && !/^cross-env$/.test(word))))
}

/** @param {string} folder @returns {Record<string, string>} */
function scriptsIn(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).scripts ?? {}
  } catch {
    return {}
  }
}

/** Returns the file that an import by a path leads to; TypeScript may name what it compiles to. @param {string} target */
function existing(target) {
  const source = target.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')
  const names = [...endings.map(ending => target + ending), source, `${source}x`]
  return names.find(name => statSync(name, { throwIfNoEntry: false })?.isFile()) ?? null
}
