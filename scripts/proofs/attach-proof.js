import path from 'node:path'
import { parseArgs } from 'node:util'
import { untilInterrupted } from '../until-interrupted.js'
import { keyOfAttach, planAttach, playAttach } from './lib/attach-plan.js'
import { claimsOf, claimsTable, runsTable } from './lib/attach-tables.js'
import { playOpenRows, readEndMs, readRows } from './lib/play-runs.js'

/** @import { AttachRow } from './lib/attach-plan.js' */

/**
 * Shows what `attach` does to servers, and what it finds: `node scripts/proofs/attach-proof.js [folder] [--part words] [--minutes n]
 * [--short] [--report]`. CPU per request after an attach over that before; two processes of one server; planted 50%; four processes against four,
 * planted 20%. Servers and load are started here, and signalled by process id, so port 9229 must be free. Each run is one line of
 * <folder>/full/rows.jsonl; an interrupted proof continues where it stopped. --short plays each run as short as it goes, to try it, into
 * <folder>/short.
 * Exit code 1 when a claim does not hold.
 */
const text = /** @type {const} */ ({ type: 'string' })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: text, minutes: text, short: { type: 'boolean' }, report: { type: 'boolean' } }
})
const isShort = values.short ?? false
const folder = path.resolve(positionals[0] ?? 'profiles/attach', isShort ? 'short' : 'full')
const planned = planAttach().filter(({ part }) => part.includes(values.part ?? ''))

await untilInterrupted(async function proveAttach(signal) {
  if (!values.report)
    await playOpenRows(planned, keyOfAttach, run => playAttach(run, { folder, isShort, signal }), {
      folder,
      endMs: readEndMs(values.minutes)
    })
  /** @type {AttachRow[]} */
  const rows = readRows(path.join(folder, 'rows.jsonl'))
  const claims = claimsOf(rows)
  console.log([...claimsTable(claims), '', ...runsTable(rows)].join('\n'))
  if (claims.some(({ runs, isHeld }) => runs > 0 && !isHeld)) process.exitCode = 1
})
