import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { VERDICT, workshop } from './play-fault.js'

/** @import { Fault, Run } from './play-fault.js' */

const UNFIT = /does\s+not\s+fit\s+its\s+checksum/
const profiled = ['--duration', '0.2', '--rounds', '1', '--profiler', 'cdp']

/** What changes in a run folder after the run, before its report is read again. @type {Fault[]} */
export const faultsOfChanges = [
  changed('a byte of slices.jsonl is another', 'slices.jsonl', changeByte, UNFIT),
  changed('a byte of launches.jsonl is another', 'launches.jsonl', changeByte, UNFIT),
  changed(
    'a line of slices.jsonl is removed',
    'slices.jsonl',
    text => text.slice(text.indexOf('\n') + 1),
    /slices\.jsonl:/
  ),
  changed('slices.jsonl is removed', 'slices.jsonl', () => null, /slices\.jsonl:\s+it\s+is\s+missing/),
  changed('a byte of run.json is another', 'run.json', changeByte, /Cannot read .*run\.json \(/),
  changed('the checksums of run.json are removed', 'run.json', withoutChecksums, UNFIT),
  changed('a byte of a profile is another', 'launches/*/call-trees.json', changeByte, UNFIT),
  changed('lines of slices.jsonl change places', 'slices.jsonl', moveLine, /slices\.jsonl:/)
]

/** @type {(fault: string, file: string, change: (text: string) => string | null, reportSays: RegExp) => Fault} */
function changed(fault, name, change, reportSays) {
  const isProfiled = name.includes('*')
  return {
    fault,
    stage: 'report',
    codes: [0, 3],
    says: VERDICT,
    reportSays,
    ...(isProfiled && { options: profiled }),
    left(run) {
      const file = path.join(run.runFolder(), isProfiled ? name.replace('*', profiledLaunch(run)) : name)
      const text = change(readFileSync(file, 'utf8'))
      if (text === null) rmSync(file)
      else writeFileSync(file, text)
    },
    after: checkGates
  }
}

/** Changes a digit in the middle of a text, or else a letter. @param {string} text */
function changeByte(text) {
  const middle = Math.floor(text.length / 2)
  const rest = text.slice(middle).replace(/[0-9a-z]/, found => (found === '7' ? '8' : '7'))
  return text.slice(0, middle) + rest
}

/** Puts the first line of a text behind the others. @param {string} text */
function moveLine(text) {
  const end = text.indexOf('\n') + 1
  return text.slice(end) + text.slice(0, end)
}

/** @param {string} text */
function withoutChecksums(text) {
  const { checksums, ...others } = JSON.parse(text)
  return JSON.stringify(others)
}

/** Checks that both gates that read the folder end with exit code 3. @param {Run} run */
function checkGates({ runFolder, out }) {
  for (const args of [
    ['report', runFolder()],
    ['trend', 'compare', '--out', out]
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [workshop, ...args], { encoding: 'utf8' })
    // Of runs that cannot be read at all there is no trend.
    const right = args[0] === 'report' ? [3] : [2, 3]
    if (!right.includes(Number(status))) throw new Error(`${args[0]} ends with ${status}: ${stderr.slice(0, 200)}`)
  }
}

/** @param {Run} run */
function profiledLaunch({ runFolder }) {
  const lines = readFileSync(path.join(runFolder(), 'launches.jsonl'), 'utf8').trim().split('\n')
  const [launch] = lines.map(line => JSON.parse(line)).filter(({ profiler }) => profiler === 'cdp')
  if (!launch) throw new Error('there is no profiled launch')
  return launch.id
}
