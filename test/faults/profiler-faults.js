import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { recordsOf } from './checks.js'
import { VERDICT } from './play-fault.js'

/** @import { Fault, Place, Run } from './play-fault.js' */

const profiled = (/** @type {string} */ profiler) => ['--duration', '0.2', '--rounds', '2', '--profiler', profiler]
const HUGE_BYTES = 3e9

/** What happens to a V8 log, as lines of a shell, between the end of its server and the tool that reads it. */
const LOG_DAMAGES = [
  { what: 'is empty', damage: ': > "$log"', codes: [3], says: /has no samples/ },
  {
    what: 'is cut off before its samples',
    damage: 'head -c "$(($(wc -c < "$log") / 10))" "$log" > "$log.part" && mv "$log.part" "$log"',
    codes: [3],
    says: /has no samples/
  },
  {
    what: 'is cut off in its last line',
    damage: 'head -c -20 "$log" > "$log.part" && mv "$log.part" "$log"',
    codes: [0],
    says: VERDICT
  },
  {
    what: 'has 20 MB',
    damage:
      'cp "$log" "$log.part"; while [ "$(wc -c < "$log")" -lt 20000000 ]; do cat "$log.part" >> "$log"; done; rm "$log.part"',
    codes: [0],
    says: VERDICT
  }
]

/** What happens to a CPU profile that a run has left. */
const PROFILE_DAMAGES = [
  { what: 'is empty', damage: (/** @type {string} */ file) => writeFileSync(file, '') },
  {
    what: 'is cut off',
    damage: (/** @type {string} */ file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))
  },
  { what: 'has 3 GB', damage: (/** @type {string} */ file) => truncateSync(file, HUGE_BYTES) }
]

/** What happens to the files that profilers write. @type {Fault[]} */
export const faultsOfProfilers = [
  ...LOG_DAMAGES.map(({ what, damage, codes, says }) => ({
    fault: `the log of a profiler ${what}`,
    stage: 'profiles are read',
    codes,
    says,
    options: profiled('prof'),
    profiles: /** @type {const} */ ('read'),
    before: (/** @type {Place} */ place) => writeNode(place, damage),
    node: nodeOf,
    after: (/** @type {Run} */ { folder }) => void readdirSync(path.join(folder, 'programs', 'damaged'))
  })),
  ...PROFILE_DAMAGES.map(({ what, damage }) => ({
    fault: `a profile that was left ${what}`,
    stage: 'report',
    codes: [null],
    says: /^/,
    reportSays: /ended\s+before\s+the\s+run\s+did/,
    options: profiled('cdp'),
    profiles: /** @type {const} */ ('read'),
    async during(/** @type {Run} */ run) {
      await run.until(() => profilesOf(run).length >= 2, 'two profiles are saved')
      run.child.kill('SIGKILL')
    },
    left: (/** @type {Run} */ run) => profilesOf(run).forEach(damage),
    after(/** @type {Run} */ run) {
      const problems = recordsOf(run.runFolder(), 'problems.jsonl')
      if (problems.length === 0) throw new Error('the damaged profile is named nowhere')
    }
  }))
]

/** Writes a program that is node, and damages the first log that it is asked to read. @param {Place} place @param {string} damage */
function writeNode({ folder }, damage) {
  const programs = path.join(folder, 'programs')
  mkdirSync(programs)
  const text = `#!/bin/sh
for log; do :; done
[ "$1" = --prof-process ] && mkdir "$(dirname "$0")/damaged" 2> /dev/null && { ${damage}; }
exec '${process.execPath}' "$@"
`
  writeFileSync(path.join(programs, 'node'), text, { mode: 0o755 })
}

/** @param {Place} place */
function nodeOf({ folder }) {
  return `'${path.join(folder, 'programs', 'node')}'`
}

/** @param {Run} run @returns {string[]} files of profiles of launches that have ended */
function profilesOf(run) {
  const root = run.runFolder()
  const ended = recordsOf(root, 'launches.jsonl').filter(({ profiler }) => profiler === 'cdp')
  return ended.flatMap(({ id }) => {
    const folder = path.join(root, 'launches', id)
    const names = readdirSync(folder).filter(name => name.endsWith('.cpuprofile'))
    return names.map(name => path.join(folder, name))
  })
}
