import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { groupBy } from '../../../src/stats/group-by.js'
import { checkSlices, isSeparate } from '../../../src/verdict/slices/slice-validity.js'
import { readRows } from '../lib/play-runs.js'
import { completeRuns } from '../lib/record.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */
/** @import { BankSeries } from './servers.js' */

/**
 * A round of the bank: of each variant the requests and the CPU of its slices on a shared core, in µs, on all threads and on the main
 * thread. Discarded slices are left out.
 * @typedef {[requests: number, all: number, main: number]} BankSlice
 * @typedef {{ server: string, run: string, round: number, variants: Record<string, BankSlice[]> }} BankRound
 */

const file = path.join(import.meta.dirname, 'rounds.jsonl')

/** @returns {BankRound[]} */
export function savedRounds() {
  return readRows(file)
}

/** Adds the rounds of all complete runs below a folder to those that are saved. @param {string} folder */
export function saveRounds(folder) {
  const saved = savedRounds()
  const known = new Set(saved.map(keyOf))
  const rounds = completeRuns(folder).flatMap(roundsOf)
  const all = [...saved, ...rounds.filter(round => !known.has(keyOf(round)))]
  if (all.length > 0) writeFileSync(file, `${all.map(round => JSON.stringify(round)).join('\n')}\n`)
}

/** Returns how many rounds of a series are saved. @param {BankSeries} series */
export function countSaved({ server: { name }, planted }) {
  return savedRounds().filter(({ server, variants }) => server === name && variants[`plus-${planted[0]}`]).length
}

/** @param {BankRound} round */
function keyOf({ server, run, round }) {
  return `${server} ${run} ${round}`
}

/** @param {Pick<ReturnType<typeof completeRuns>[0], 'manifest' | 'slices'>} run @returns {BankRound[]} */
export function roundsOf({ manifest, slices }) {
  const valid = checkSlices(slices, manifest.experiment).valid.filter(slice => !isSeparate(slice))
  return [...groupBy(valid, ({ round }) => round)].map(([round, own]) => ({
    server: manifest.experiment.name.replace('bank-', ''),
    run: manifest.startedAt,
    round,
    variants: Object.fromEntries(
      [...groupBy(own, ({ variant }) => variant)].map(([name, all]) => [name, all.map(toBankSlice)])
    )
  }))
}

/** @param {SliceRecord} slice @returns {BankSlice} */
function toBankSlice({ completed, server: { cpuMicros, cpuMainThreadMicros } }) {
  return [completed, Math.round(cpuMicros), Math.round(cpuMainThreadMicros ?? 0)]
}
