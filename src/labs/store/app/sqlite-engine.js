import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** @import { Engine } from './engine.js' */

/** For the locks of other threads. */
const BUSY_LIMIT_MS = 5000

/**
 * Opens a store of node:sqlite with a write-ahead log, which is flushed to the disk at checkpoints and not at every commit:
 * https://www.sqlite.org/pragma.html#pragma_synchronous
 * @param {string} folder @returns {Engine}
 */
export function open(folder) {
  const database = new DatabaseSync(path.join(folder, 'store.sqlite'))
  database.exec(`PRAGMA busy_timeout = ${BUSY_LIMIT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`)
  database.exec('CREATE TABLE IF NOT EXISTS entities (id TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
  const read = database.prepare('SELECT value FROM entities WHERE id = ?')
  const write = database.prepare('INSERT OR REPLACE INTO entities VALUES (?, ?)')
  return { get, put, putAll, close }

  /** @type {Engine['get']} */
  function get(id) {
    const row = /** @type {{ value: string } | undefined} */ (read.get(id))
    return row?.value
  }

  /** @type {Engine['put']} */
  async function put(id, value) {
    return write.run(id, value)
  }

  /** @type {Engine['putAll']} */
  function putAll(entities) {
    database.exec('BEGIN IMMEDIATE')
    for (const [id, value] of entities) write.run(id, value)
    database.exec('COMMIT')
  }

  async function close() {
    database.close()
  }
}
