import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { geometricMean } from '../../../src/stats/means.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { costsIn, pause, withServers } from './attach-servers.js'

/** @import { Analysis } from '../../../src/types.js' */
/** @import { AttachedChange } from '../../../src/verdict/types.js' */

/** What the proof of `attach` plays, and how it plays one part. */

/**
 * @typedef {{ part: string, index: number }} AttachRun
 *
 * @typedef {AttachRun & {
 *   at?: string,
 *   wallMs?: number,
 *   afterRatio?: number,
 *   controlRatio?: number,
 *   trueRatio?: number,
 *   against?: AttachedChange | null,
 *   overheads?: (number | null)[]
 * }} AttachRow one line of rows.jsonl. Of a single server CPU per request after an attach over that before, and after a pause; of two sides
 *   what attach found, and CPU per request before it as the servers count it. `overheads`: of the profiler, as attach printed it
 *
 * @typedef {{ folder: string, isShort: boolean, signal: AbortSignal }} Session
 * @typedef {{ processes: number, connections: number, repeats: number, seconds: number, runs: number }} Compared one side of it;
 *   `repeats`: of the candidate's work
 */

/** Of the work of a request, and how much of it makes half and a fifth more CPU per request: about a quarter of that is other work. */
const REPEATS = 20
const REPEATS_OF = { half: 31, fifth: 25 }
const AFTER = { runs: 10, windowMs: 10_000, pauseMs: 12_000, seconds: 6, connections: 8 }
const WARM_UP_MS = 6000
/** As short as `attach` measures. */
const SHORT = { windowMs: 2000, seconds: 4 }

/** @type {Record<string, Compared>} */
export const compared = {
  same: { processes: 1, connections: 5, repeats: REPEATS, seconds: 20, runs: 20 },
  'planted 50%': { processes: 1, connections: 5, repeats: REPEATS_OF.half, seconds: 20, runs: 3 },
  'four and four, planted 20%': { processes: 4, connections: 1, repeats: REPEATS_OF.fifth, seconds: 20, runs: 3 }
}
export const AFTER_PART = 'after an attach'

/** @returns {AttachRun[]} */
export function planAttach() {
  const parts = Object.entries(compared).map(([part, { runs }]) => ({ part, runs }))
  return [{ part: AFTER_PART, runs: AFTER.runs }, ...parts].flatMap(({ part, runs }) =>
    Array.from({ length: runs }, (_, index) => ({ part, index }))
  )
}

/** @param {AttachRun} run */
export function keyOfAttach({ part, index }) {
  return `${part} ${index}`
}

/** @param {AttachRun} run @param {Session} session @returns {Promise<AttachRow>} */
export async function playAttach({ part, index }, session) {
  const startedMs = performance.now()
  console.error(`${part}, ${index + 1}`)
  const asked = compared[part]
  const found = asked ? await compareSides(asked, session) : await lookBeforeAndAfter(index, session)
  return { part, index, at: new Date().toISOString(), wallMs: Math.round(performance.now() - startedMs), ...found }
}

/**
 * Measures one server in three windows: an attach is between two of them, and a pause between two. Which comes first alternates.
 * @param {number} index @param {Session} session
 */
function lookBeforeAndAfter(index, { isShort, signal, folder }) {
  const { windowMs, pauseMs, seconds } = { ...AFTER, ...(isShort && { ...SHORT, pauseMs: 1000 }) }
  return withServers([REPEATS], AFTER.connections, async function lookOnce(servers) {
    const pids = servers.map(({ pid }) => pid)
    /** @type {(number | null)[]} */
    let overheads = []
    await pause(WARM_UP_MS, signal)
    const first = await costOfServer()
    const one = index % 2 === 0 ? await ratioAfterAttach(first) : await ratioAfterPause(first)
    const other = index % 2 === 0 ? await ratioAfterPause(one.cost) : await ratioAfterAttach(one.cost)
    const [after, control] = index % 2 === 0 ? [one, other] : [other, one]
    return { afterRatio: after.ratio, controlRatio: control.ratio, overheads }

    async function costOfServer() {
      const [cost = Number.NaN] = await costsIn(servers, windowMs, signal)
      return cost
    }

    /** @param {number} before */
    async function ratioAfterAttach(before) {
      overheads = (await attach(pids.map(String), seconds, { folder, signal })).map(overheadOf)
      const cost = await costOfServer()
      return { cost, ratio: cost / before }
    }

    /** @param {number} before */
    async function ratioAfterPause(before) {
      await pause(pauseMs, signal)
      const cost = await costOfServer()
      return { cost, ratio: cost / before }
    }
  })
}

/** @param {Compared} asked @param {Session} session */
function compareSides({ processes, connections, repeats, seconds }, { isShort, signal, folder }) {
  const each = Array.from({ length: processes }, (_, index) => index)
  // In turn, so that neither side is always the older one.
  const all = each.flatMap(() => [REPEATS, repeats])
  return withServers(all, connections, async function compareOnce(servers) {
    await pause(WARM_UP_MS, signal)
    const costs = await costsIn(servers, isShort ? SHORT.windowMs : WARM_UP_MS, signal)
    const [before, now] = [0, 1].map(side => costs.filter((_, index) => index % 2 === side))
    const words = servers.flatMap(({ pid }, index) => (index % 2 === 0 ? [String(pid)] : ['--candidate', String(pid)]))
    const analyses = await attach(words, isShort ? SHORT.seconds : seconds, { folder, signal })
    const against = analyses.map(({ profile }) => profile?.attached?.against).find(Boolean) ?? null
    return {
      trueRatio: geometricMean(now ?? []) / geometricMean(before ?? []),
      against,
      overheads: analyses.map(overheadOf)
    }
  })
}

/** @param {Analysis} analysis */
function overheadOf({ profile }) {
  return profile?.attached?.overhead?.relative ?? null
}

/**
 * Runs `workshop attach` as people type it.
 * @param {string[]} words @param {number} seconds @param {Pick<Session, 'folder' | 'signal'>} session @returns {Promise<Analysis[]>}
 */
async function attach(words, seconds, { folder, signal }) {
  const script = path.join(workshopRoot, 'scripts/workshop.js')
  const options = ['--seconds', String(seconds), '--json', '--out', path.join(folder, 'runs')]
  const command = [script, 'attach', ...words, ...options]
  const ended = promisify(execFile)(process.execPath, command, { signal, killSignal: 'SIGINT', maxBuffer: Infinity })
  const { stdout } = await ended.catch(function fail(error) {
    signal.throwIfAborted()
    throw error
  })
  return [JSON.parse(stdout)].flat()
}
