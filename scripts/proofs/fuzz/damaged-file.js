import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { damage, damagedText } from './damages.js'

/** @import { Damage } from './damages.js' */

/** One to three damages of one file. */
export const damages = fc.array(damage, { minLength: 1, maxLength: 3 })
export const noDamages = fc.constant(/** @type {Damage[]} */ ([]))

/**
 * Plays a check in a new folder, which is removed.
 * @param {(folder: string) => Promise<void> | void} check
 */
export async function inNewFolder(check) {
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-file-'))
  try {
    await check(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Writes a file after damages, or what takes its place.
 * @param {string} file
 * @param {string} text
 * @param {Damage[]} damages the ones after that which takes the place of the file change nothing
 */
export function writeDamaged(file, text, damages) {
  /** @type {ReturnType<typeof damagedText>} */
  let content = text
  for (const each of damages) if (typeof content === 'string') content = damagedText(content, each)
  mkdirSync(path.dirname(file), { recursive: true })
  if (typeof content === 'function') content(file)
  else if (content !== null) writeFileSync(file, content)
}
