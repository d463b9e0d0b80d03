import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sealRun } from '../seal-run.js'
import { derived, packedFile } from './saved-runs.js'

/**
 * The large files of a run that no report reads once the run has ended: what V8, 0x and clinic recorded, of which the run has the call
 * trees, and what servers printed.
 */
const unread = ['*v8.log', '*/launches/*/0x', '*/launches/*/clinic', 'stdout.log']
/** A page of 0x or clinic is linked where it begins with a policy. */
const READ_BYTES = 4096

/** Packs a run folder, without what a report derives or does not read. @param {string} folder @param {string} name */
export async function packRun(folder, name) {
  const file = packedFile(name)
  await mkdir(path.dirname(file), { recursive: true })
  await cutPages(path.join(folder, name, 'profiles'))
  sealRun(path.join(folder, name))
  const without = [...derived.map(each => `${name}/${each}`), ...unread].map(each => `--exclude=${each}`)
  // The order of files and their owner are not part of a run: the same folder gives the same file.
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  const compressed = ['--use-compress-program', 'gzip -9n']
  execFileSync('tar', [...same, ...without, ...compressed, '-cf', file, '-C', folder, name])
}

/** Cuts the pages of tools to what a report reads of them. @param {string} folder */
async function cutPages(folder) {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder))
    if (name.endsWith('.html')) await truncate(path.join(folder, name), READ_BYTES)
}

/**
 * Replaces folders of the machine in all files of a run by others: a run that is published names no place of who recorded it.
 * @param {string} folder
 * @param {Record<string, string>} places the folder to replace, and what stands for it
 */
export async function withoutPlaces(folder, places) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter(each => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    // Latin 1 keeps every byte, also of files that are not text.
    const before = await readFile(file, 'latin1')
    const after = Object.entries(places).reduce((text, [place, other]) => text.replaceAll(place, other), before)
    if (after !== before) await writeFile(file, after, 'latin1')
  }
}
