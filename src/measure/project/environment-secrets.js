import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { hidden, isSecretName, masked } from '../../errors/secrets.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'

/** @import { Variant } from '../../experiments/types.js' */

/** Those that are in git have no secrets. */
const ENV_FILE = /^\.env(?:$|\.(?!dist|example|sample|template))/
const MOST_BYTES = 1e6
/** What is no secret where its name does not say so: a word or several, a number, a date, a path, an address. */
const PLAIN = /^(?:[a-z]+(?:[\W_]+[a-z]+)*|[\d.:,TZ+-]+|\.{0,2}[\\/][^=\s]*|[a-z0-9.-]+:\d+|[a-z]+:\/\/[^?]*)$/i
const SHORTEST = 8

/**
 * Finds the secrets of the environment, and of the .env files in the folders of servers: what a server prints is masked by them. A value
 * that is a part of a folder's path is none.
 * @param {Pick<Variant, 'cwd'>[]} variants
 */
export function findEnvironmentSecrets(variants) {
  const folders = [...new Set(variants.flatMap(({ cwd }) => cwd ?? []))]
  const inherited = Object.entries(process.env).filter(([name]) => isSecretName(name))
  for (const [name, value = ''] of [...inherited, ...folders.flatMap(fieldsIn)]) {
    const isPlain = masked(value) === value && (value.length < SHORTEST || PLAIN.test(value))
    if ((!isSecretName(name) && isPlain) || folders.some(folder => folder.includes(value))) continue
    hidden(name, value)
    // A server may print the lines of a value one by one.
    for (const line of value.split('\n').filter(({ length }) => length >= SHORTEST)) hidden(name, line)
  }
}

/** @param {string} folder */
function fieldsIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => ENV_FILE.test(name)) : []
  return names.flatMap(function fieldsOf(name) {
    try {
      return Object.entries(parseEnv(readPlainFile(path.join(folder, name), { mostBytes: MOST_BYTES })))
    } catch {
      // A folder, a special file, or one that only the server may read.
      return []
    }
  })
}
