import assert from 'node:assert/strict'
import { profileProblem } from '../../src/errors/profile-problem.js'
import { toFolded } from '../../src/profile/export/to-folded.js'
import { toPprof } from '../../src/profile/export/to-pprof.js'
import { toSpeedscope } from '../../src/profile/export/to-speedscope.js'
import { checkCpuprofile } from '../../src/profile/read/check-cpuprofile.js'
import { ProfileError } from '../../src/profile/read/profile-error.js'
import { cutCpuprofile, readCpuprofile } from '../../src/profile/read/read-cpuprofile.js'
import { readFolded } from '../../src/profile/read/read-folded.js'
import { readHeapprofile } from '../../src/profile/read/read-heapprofile.js'
import { readPerfScript } from '../../src/profile/read/read-perf-script.js'
import { readPprof } from '../../src/profile/read/read-pprof.js'
import { readSpeedscope } from '../../src/profile/read/read-speedscope.js'
import { readTickSummary } from '../../src/profile/read/read-tick-summary.js'
import { readV8Ticks } from '../../src/profile/read/read-v8-ticks.js'
import { rowsOf } from './call-trees.js'
import { changeJson, changeText, jsonChanges, textChanges } from './mutations.js'
import { recording, tickText } from './recordings.js'

/** @import fc from 'fast-check' */
/** @import { Profile } from '../../src/profile/types.js' */

/**
 * The readers of profiles as targets of generated cases: recorded files with a few changes. Each is read as a sound profile, or
 * refused with a fault that has words.
 *
 * @typedef {object} FuzzTarget
 * @property {string} name
 * @property {fc.Arbitrary<any>} arbitrary of changes
 * @property {(changes: any) => void | Promise<void>} check throws where the property does not hold
 */

const about = { startedAt: '2026-01-02T03:04:05.678Z', sampleNanos: 1_000_000 }

/** @type {FuzzTarget[]} */
export const profileTargets = [
  ofJson('cpuprofile-20', smallCpuprofile('20'), readCut),
  ofJson('cpuprofile-26', smallCpuprofile('26'), readCut),
  ofJson('heapprofile', smallHeapprofile(), content => readHeapprofile(content)),
  ofJson('speedscope', toSpeedscope([exported()], 'a'), ofAll(readSpeedscope)),
  ofText('folded', toFolded(exported()), text => soundOrRefused(() => readFolded(text))),
  ofText('pprof', Buffer.from(toPprof(exported(), about)).toString('latin1'), text =>
    soundOrRefused(() => readPprof(Buffer.from(text, 'latin1')))
  ),
  ofJson('v8-log-entries', smallLog('24'), content => readV8Ticks(JSON.stringify(content, null, 2).split('\n'))),
  ofText('v8-log-text', JSON.stringify(smallLog('20'), null, 2), text =>
    soundOrRefused(() => readV8Ticks(text.split('\n')))
  ),
  ofText('perf-script', recording('perf/node-20/pool.txt').split('\n').slice(0, 400).join('\n'), checkPerf),
  ofText('tick-summary', tickText('20'), function checkSummary(text) {
    const summary = readTickSummary(text)
    assert.ok(summary === null || Object.values(summary).every(Number.isSafeInteger))
  })
]

/** @type {(name: string, base: object, read: (content: unknown) => Profile | Promise<Profile>) => FuzzTarget} */
function ofJson(name, base, read) {
  const json = JSON.stringify(base)
  return { name, arbitrary: jsonChanges, check: changes => soundOrRefused(() => read(changeJson(json, changes))) }
}

/** @type {(name: string, base: string, check: (text: string) => void | Promise<void>) => FuzzTarget} */
function ofText(name, base, check) {
  return { name, arbitrary: textChanges, check: changes => check(changeText(base, changes)) }
}

/** @param {string} text */
async function checkPerf(text) {
  const { trees, sampleCount } = await readPerfScript(text.split('\n'), perfWindows())
  assert.ok(sampleCount >= 0)
  for (const { profile } of trees) assertSound(profile)
}

/** @param {() => Profile | Promise<Profile>} read */
async function soundOrRefused(read) {
  try {
    assertSound(await read())
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    assert.match(profileProblem(error.fault), /^(?!.*(undefined|NaN|\[object)).+$/s)
  }
}

/** @param {unknown} content @returns {Profile} what a run reads: the part of a profile under load */
function readCut(content) {
  const file = checkCpuprofile(content)
  const startMicros = file.startTime
  return readCpuprofile(cutCpuprofile(file, [{ startMicros, endMicros: startMicros + 1e15 }]))
}

/**
 * Asserts that all figures of a profile are numbers from 0 on, and that its tree is one.
 * @param {Profile} profile
 */
export function assertSound({ frames, nodes, idle, samples }) {
  assert.ok(isWeight(idle))
  rowsOf(nodes).forEach(function isSound({ frame, parent, self }, node) {
    assert.ok(isWeight(self) && parent >= -1 && parent < node && frames[frame])
  })
  for (const { name, file, line, column } of frames) {
    assert.ok(typeof name === 'string' && typeof file === 'string')
    assert.ok([line, column].every(position => position === null || isWeight(position)))
  }
  if (!samples) return
  assert.equal(samples.nodes.length, samples.atMicros.length)
  assert.ok(samples.nodes.every(node => node >= -1 && node < nodes.self.length))
  assert.ok(samples.atMicros.every(isWeight))
}

/** @param {number} value */
function isWeight(value) {
  return Number.isFinite(value) && value >= 0
}

/** @param {string} major */
function smallCpuprofile(major) {
  const file = JSON.parse(recording(`cpu-prof/node-${major}/esm.cpuprofile`))
  const { startTime, timeDeltas } = file
  const first = timeDeltas
    .slice(0, 150)
    .reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0)
  return cutCpuprofile(file, [{ startMicros: startTime, endMicros: startTime + first }])
}

/** Returns what the exporters are given. */
function exported() {
  return readCpuprofile(smallCpuprofile('24'))
}

/** Returns a reader of the first of several profiles, each of which is sound. @param {(content: unknown) => Profile[]} read */
function ofAll(read) {
  return function readFirst(/** @type {unknown} */ content) {
    const profiles = read(content)
    profiles.forEach(assertSound)
    return profiles[0] ?? exported()
  }
}

function smallHeapprofile() {
  const { head } = JSON.parse(recording('heap-prof/node-24/esm.heapprofile'))
  return { head: { ...head, children: head.children.slice(0, 12) } }
}

/**
 * Returns a log with few ticks, and with the code of these alone.
 * @param {string} major
 */
function smallLog(major) {
  const { code, functions, ticks } = JSON.parse(recording(`prof/node-${major}/esm.json`))
  const few = ticks.slice(-40)
  const used = [...new Set(few.flatMap((/** @type {{ s: number[] }} */ { s }) => s.filter((_, i) => i % 2 === 0)))]
  const kept = used.filter(index => index !== -1)
  const named = new Set(kept.flatMap(index => code[index].source?.fns ?? []))
  return {
    code: kept.map(index => code[index]),
    functions: functions
      .slice(0, Math.max(0, ...named) + 1)
      .map((/** @type {{ name: string }} */ { name }) => ({ name })),
    ticks: few.map((/** @type {{ tm: number, vm: number, s: number[] }} */ { tm, vm, s }) => ({
      tm,
      vm,
      s: s.map((value, i) => (i % 2 === 0 && value !== -1 ? kept.indexOf(value) : value))
    }))
  }
}

function perfWindows() {
  const [, pid] = /\s(\d+)\/\d+\s/.exec(recording('perf/node-20/pool.txt')) ?? []
  return [{ pid: Number(pid), startMicros: 0, endMicros: Number.POSITIVE_INFINITY }]
}
