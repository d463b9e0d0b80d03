import path from 'node:path'
import { open as openDatabase } from 'lmdb'

/** @import { Engine } from './engine.js' */

/**
 * Opens a store of lmdb. Its `put` resolves when the transaction is committed. By default (`overlappingSync`) the transaction is
 * flushed to the disk after that, while the next one is already being written.
 * https://github.com/kriszyp/lmdb-js#overlapping-sync-options
 * @param {string} folder @returns {Engine}
 */
export function open(folder) {
  /** @type {import('lmdb').RootDatabase<string>} */
  const database = openDatabase({ path: path.join(folder, 'store.mdb'), encoding: 'string' })
  return { get, put, putAll, close }

  /** @type {Engine['get']} */
  function get(id) {
    // A thread keeps its snapshot for a turn of its event loop: it would not see what another one has committed meanwhile.
    database.resetReadTxn()
    return database.get(id)
  }

  /** @type {Engine['put']} */
  function put(id, value) {
    return database.put(id, value)
  }

  /** @type {Engine['putAll']} */
  function putAll(entities) {
    database.transactionSync(function putEach() {
      for (const [id, value] of entities) database.putSync(id, value)
    })
  }

  async function close() {
    await database.flushed
    await database.close()
  }
}
