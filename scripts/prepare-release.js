import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { writeAtomic } from '../src/system/files/files.js'

/**
 * Writes the repository of the package into package.json: `npm run release:prepare -- <owner/name>`. With `--check` before it, it writes
 * nothing and fails where package.json has none, or another one; the release workflow does so before it packs. `--file` names another
 * package.json.
 */
const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/
const args = process.argv.slice(2)
const isCheck = args[0] === '--check'
const [name = '', , file = path.join(import.meta.dirname, '../package.json')] = isCheck ? args.slice(1) : args

const fault = REPOSITORY.test(name)
  ? await prepare()
  : `"${name}" is no repository: write <owner>/<name>, as in the address on GitHub.`
if (fault !== null) {
  console.error(fault)
  process.exitCode = 2
}

/** @returns {Promise<string | null>} what is wrong */
async function prepare() {
  const found = JSON.parse(readFileSync(file, 'utf8'))
  const wanted = addresses()
  if (!isCheck) {
    await writeAtomic(file, `${JSON.stringify({ ...found, ...wanted }, null, 2)}\n`)
    return null
  }
  const [other] = Object.entries(wanted).find(([key, value]) => !isDeepStrictEqual(found[key], value)) ?? []
  if (other === undefined) return null
  const which = found[other] === undefined ? `no ${other}` : `the ${other} of another repository`
  return `package.json has ${which}: run npm run release:prepare -- ${name}, and commit that before the tag.`
}

function addresses() {
  const url = `https://github.com/${name}`
  return {
    repository: { type: 'git', url: `git+${url}.git` },
    bugs: { url: `${url}/issues` },
    homepage: `${url}#readme`
  }
}
