import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkUpstream } from '../../src/labs/gateway/measure/cells.js'
import { withCompanions } from '../../src/measure/launch/companions.js'
import { workshopRoot } from '../../src/system/files/workshop-root.js'
import { freePortLike } from '../../src/system/ports.js'
import { header, row } from './lib/tables.js'

/**
 * Shows what the upstream of the gateway lab holds: `node scripts/proofs/upstream-limits.js [seconds]`. The aim is 3,000 requests/s
 * with at most 10 ms of added latency (p99), the limit of the paper's mock. Exit code 1 when it is missed.
 */
const RATES = [500, 1000, 2000, 3000]
const MOST_ADDED_MS = 10
const durationMs = Number(process.argv[2] ?? 10) * 1000

const folder = await mkdtemp(path.join(tmpdir(), 'workshop-'))
const { signal } = new AbortController()
const port = await freePortLike(9080)
const upstream = {
  name: 'upstream',
  command: ['node', 'src/labs/gateway/app/upstream.js'],
  env: { PORT: String(port), NODE_OPTIONS: '' },
  cwd: workshopRoot
}
console.log(header(['requests/s', 'sent', 'failed', 'added, median', 'p99', 'max', 'send delay, p99']).join('\n'))
try {
  await withCompanions([upstream], { signal, notify: () => {} }, async function measureAll() {
    for (const ratePerSecond of RATES) await measure(ratePerSecond)
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** @param {number} ratePerSecond */
async function measure(ratePerSecond) {
  const logPath = path.join(folder, 'generator.log')
  const check = await checkUpstream(`http://127.0.0.1:${port}`, { ratePerSecond, durationMs, logPath, signal })
  const { sent, failed, addedP50Ms, addedP99Ms, addedMaxMs, generatorDelayP99Ms } = check
  const times = [addedP50Ms, addedP99Ms, addedMaxMs, generatorDelayP99Ms].map(
    ms => `${(ms ?? Number.NaN).toFixed(2)} ms`
  )
  console.log(row(String(ratePerSecond), String(sent), String(failed), ...times))
  const isHeld = failed === 0 && addedP99Ms !== null && addedP99Ms <= MOST_ADDED_MS
  if (!isHeld) process.exitCode = 1
}
