import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { readRunWithProfiles } from '../../../src/compare/save/read-left-profiles.js'
import { labs } from '../../../src/labs/index.js'
import { isLab } from '../../../src/runs/read-manifest.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { changedFiles } from '../../../src/verdict/gates/gates.js'
import { sealRun } from '../../seal-run.js'
import { inNewFolder } from './damaged-file.js'
import { recordedFolders } from './recorded-folders.js'
import { assertRefused } from './refusal.js'

/** @import { Unread } from '../../../src/runs/types.js' */
/** @import { FuzzTarget } from './targets.js' */

/** @typedef {{ manifest: object, unread: Unread[] }} Read what is read of a run, apart from its checksums */

const session = { signal: new AbortController().signal, notify() {}, warn() {} }
/** The files of the recorded folders with checksums, and what is read of them. @type {Map<string, { files: Map<string, Buffer>, read: Read }>} */
const sealed = new Map()

/**
 * Recorded folders with checksums, in which one byte is another: what is read is the same, or a sentence names the file and a gate ends with
 * exit code 3.
 * @type {FuzzTarget<{ recorded: string, file: number, at: number, by: number }>}
 */
export const changedBytes = {
  arbitrary: fc.record({
    recorded: fc.constantFrom(...Object.keys(recordedFolders)),
    file: fc.oneof(fc.constant(0), fc.nat(1000)),
    at: fc.nat(100_000_000),
    by: fc.integer({ min: 1, max: 255 })
  }),
  async check({ recorded, file, at, by }) {
    if (!sealed.has(recorded)) await inNewFolder(base => keepSealed(recorded, base))
    const { files = new Map(), read } = sealed.get(recorded) ?? {}
    const names = ['run.json', ...files.keys()]
    const name = names[file % names.length] ?? ''
    await inNewFolder(async function checkOne(root) {
      writeFiles(root, new Map(files).set(name, otherByte(files.get(name), at, by)))
      try {
        const found = await readAll(root)
        const own = found.unread.filter(each => each.file === name)
        if (own.length > 0) assert.notDeepEqual(changedFiles({ unread: own }), [])
        else assert.ok(isDeepStrictEqual(found, read), `${name} is another, and nothing says so`)
      } catch (error) {
        assertRefused(error, new RegExp(`/${path.basename(name).replaceAll('.', '\\.')}\\b|contains run\\.json`))
      }
    })
  },
  close() {
    sealed.clear()
  }
}

/** @type {(recorded: string, root: string) => Promise<void>} */
async function keepSealed(recorded, root) {
  const texts = /** @type {Map<string, string>} */ (recordedFolders[recorded])
  writeFiles(root, new Map([...texts].map(([name, text]) => [name, Buffer.from(text, 'latin1')])))
  sealRun(root)
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(path.join(root, name)).isFile()
  )
  const files = new Map(names.sort().map(name => [name, readFileSync(path.join(root, name))]))
  const read = await readAll(root)
  assert.deepEqual(read.unread, [])
  sealed.set(recorded, { files, read })
}

/** @param {string} root @returns {Promise<Read>} */
async function readAll(root) {
  const folder = new RunFolder(root)
  const read = isLab(folder.readManifest(labs)) ? folder.readLab(labs) : await readRunWithProfiles(folder, session)
  if (read === null) throw new TypeError('a lab is none')
  const { checksum, checksums, ...manifest } = read.manifest
  return { ...read, manifest }
}

/** @param {Buffer} bytes @param {number} at @param {number} by */
function otherByte(bytes, at, by) {
  const changed = Buffer.from(bytes)
  if (changed.length > 0) changed[at % changed.length] = ((changed[at % changed.length] ?? 0) + by) % 256
  return changed
}

/** @param {string} root @param {Map<string, Buffer>} files */
function writeFiles(root, files) {
  for (const [name, bytes] of files) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}
