import { createHash } from 'node:crypto'
import { orExplain } from '../../skeleton/app/settings.js'
import { openEngine } from './engine.js'
import { ALPHABET, allIds, VALUE_LENGTH } from './entities.js'
import { readStoreSettings } from './settings.js'

/** Entities per transaction. */
const BATCH = 5000

await orExplain(() => main(process.env))

/**
 * Fills a folder with all entities that ids of 3 characters allow, about 72 MB: `DATA=<folder> SEED=1 node fill.js`. The same seed
 * gives the same values.
 * @param {NodeJS.ProcessEnv} env
 */
async function main(env) {
  const engine = await openEngine(readStoreSettings(env))
  const filled = fill(engine, env.SEED || '1')
  await engine.close()
  console.log(`Filled ${env.DATA} with ${filled} entities.`)
}

/** @param {import('./engine.js').Engine} engine @param {string} seed @returns {number} entities */
function fill(engine, seed) {
  const ids = [...allIds()]
  for (let at = 0; at < ids.length; at += BATCH)
    engine.putAll(ids.slice(at, at + BATCH).map(id => [id, valueFor(id, seed)]))
  return ids.length
}

/** Returns the value of an id: the bytes of a hash as characters. @param {string} id @param {string} seed */
function valueFor(id, seed) {
  const bytes = createHash('shake256', { outputLength: VALUE_LENGTH }).update(`${seed} ${id}`).digest()
  return Array.from(bytes, byte => ALPHABET[byte % ALPHABET.length]).join('')
}
