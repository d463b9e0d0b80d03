/** @import { StoreLab, StorePool, StoreVariant } from './types.js' */

const level = { half: { share: 0.5, connections: 64 }, near: { share: 0.9, connections: 64 } }

/** The paper's question (docs/labs/store.md): which pool and which queue stand best before a store. @type {StoreLab} */
export const store = {
  name: 'store',
  question:
    'Which pool and which queue are the best in front of an embedded store, and does a pool pay in Node.js at all?',
  variants: [
    variant('inline', null),
    variant('hand-over', { min: 1, max: 16, queue: 0 }),
    variant('queue 10', { min: 2, max: 4, queue: 10 }),
    variant('queue 128', { min: 2, max: 4, queue: 128 }),
    variant('unbounded', { min: 2, max: 2, queue: null })
  ],
  filler: 'src/labs/store/app/fill.js',
  entities: 62 ** 3,
  alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  idLength: 3,
  valueLength: 300,
  operations: ['PUT', 'GET'],
  levels: {
    quick: [level.half],
    usual: [level.half, level.near],
    full: [64, 128].flatMap(connections => [0.25, 0.5, 0.9, 1.5, 2.5].map(share => ({ share, connections })))
  },
  durationMs: { quick: 400, usual: 1000, full: 3000 },
  repeats: { quick: { all: 2, dropped: 0 }, usual: { all: 5, dropped: 0 }, full: { all: 5, dropped: 0 } },
  cost: {
    operation: 'GET',
    inline: 'inline',
    pool: 'unbounded',
    connections: 64,
    rounds: { quick: [0, 2000], usual: [0, 500, 1000, 2000], full: [0, 250, 500, 1000, 2000, 4000] },
    repeats: { quick: 2, usual: 3, full: 5 }
  },
  search: {
    // None is unbounded: 64 connections never fill a queue of 128, which then does the same.
    candidates: [1, 2, 4, 8].flatMap(min => [10, 32, 128].map(queue => candidate({ min, max: 2 * min, queue }))),
    paper: '8 / 16 / 128',
    operation: 'PUT',
    level: level.near,
    rounds: { quick: 1, usual: 2, full: 3 }
  },
  marginRatio: 0.02
}

/** @param {string} name @param {StorePool | null} pool @returns {StoreVariant} */
function variant(name, pool) {
  const command = ['node', 'src/labs/store/app/server.js']
  return { name, command, env: { DATA: 'store-data', ...(pool && poolSettings(pool)) }, contentEncoding: null, pool }
}

/** @param {StorePool} pool */
function candidate(pool) {
  return variant(`${pool.min} / ${pool.max} / ${pool.queue}`, pool)
}

/** Returns the variables that the server reads. @param {StorePool} pool */
function poolSettings({ min, max, queue }) {
  const words = queue === null ? 'unbounded' : queue === 0 ? 'hand-over' : String(queue)
  return { EXECUTOR: 'pool', MIN: String(min), MAX: String(max), QUEUE: words }
}
