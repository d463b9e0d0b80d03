import path from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom, shuffled } from '../../../src/stats/seeded-random.js'
import { chosenCases, readEndMs } from './play-runs.js'

/** @typedef {{ name: string, major: string, isFull: boolean }} DrawnRun `major`: version of Node.js; `isFull`: by `workshop compare` as people type it */

export const MAIN_MAJOR = '24'
export const OTHER_MAJORS = ['20', '22', '26']

/**
 * Returns the runs of a proof: every case on Node 24, a quarter on the other versions, then some as full comparisons.
 * @template {{ name: string }} Case
 * @param {Case[]} all @param {Case[]} chosen those that are played
 * @param {{ quarterSeed: number, fullSeed: number, fullRuns: number }} draw chosen before anything was measured, and never changed
 * @returns {DrawnRun[]}
 */
export function drawnRuns(all, chosen, { quarterSeed, fullSeed, fullRuns }) {
  const runs = [
    ...all.map(({ name }) => ({ name, major: MAIN_MAJOR, isFull: false })),
    ...OTHER_MAJORS.flatMap(major => drawn(quarterSeed, all.length >> 2).map(name => ({ name, major, isFull: false }))),
    ...drawn(fullSeed, fullRuns).map(name => ({ name, major: MAIN_MAJOR, isFull: true }))
  ]
  return runs.filter(run => chosen.some(({ name }) => name === run.name))

  /** @param {number} seed @param {number} count @returns {string[]} names of cases, in their order */
  function drawn(seed, count) {
    const picked = new Set(shuffled(all, seededRandom(seed)).slice(0, count))
    return all.filter(each => picked.has(each)).map(({ name }) => name)
  }
}

/** Returns what distinguishes a run from all others. @param {DrawnRun} run */
export function keyOfDrawn({ name, major, isFull }) {
  return [name, major, isFull ? 'full' : 'short'].join(' ')
}

/**
 * Returns what the command line of such a proof asks for: `[folder] [--minutes n] [--node path] [--cases a,b] [--half tuning|held-out]`.
 * @template {{ name: string, half: 'tuning' | 'held-out' }} Case
 * @param {Case[]} all @param {string} usualFolder
 */
export function readDrawnOptions(all, usualFolder) {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = { minutes: text, node: text, cases: text, half: text }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const { minutes, node, cases, half } = values
  return {
    folder: path.resolve(positionals[0] ?? usualFolder),
    endMs: readEndMs(minutes),
    chosen: chosenCases(all, { cases, half }),
    node
  }
}
