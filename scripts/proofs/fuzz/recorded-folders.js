import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'

/** Of the committed run: two rounds without profilers, and two with them. */
const ROUNDS = [0, 1, 7, 8]
/** One of each. */
const UNREAD_ROUNDS = [0, 7]

const sample = textsIn(path.join(workshopRoot, 'profiles/sample'))

/**
 * The files of recorded run folders, by path: a part of the committed run, the same as if it had ended before it read some profiles, and
 * the runs of the labs. Their bytes are read as Latin-1, one character each, so that a damage can change any of them.
 * @type {Record<string, Map<string, string>>}
 */
export const recordedFolders = {
  sample: fewRounds(sample),
  interrupted: withUnreadProfiles(fewRounds(sample, UNREAD_ROUNDS)),
  ...Object.fromEntries(
    ['copy', 'upload', 'gateway', 'store'].map(lab => [lab, textsIn(path.join(workshopRoot, `docs/labs/${lab}-run`))])
  )
}

/** @param {string} root @returns {Map<string, string>} */
function textsIn(root) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(path.join(root, name)).isFile()
  )
  return new Map(files.sort().map(name => [name, readFileSync(path.join(root, name), 'latin1')]))
}

/** @param {Map<string, string>} texts what is made from the measurements is left out */
function fewRounds(texts, rounds = ROUNDS) {
  const kept = [...texts].filter(
    ([name]) =>
      /^(run\.json|sources\.json|ticks|slices|launches)/.test(name) &&
      (!name.startsWith('launches/') || rounds.includes(Number(name.slice(9, 11)) - 1))
  )
  return new Map(kept.map(([name, text]) => [name, name.endsWith('.jsonl') ? linesOfRounds(text, rounds) : text]))
}

/** @param {string} text @param {number[]} rounds */
function linesOfRounds(text, rounds) {
  const lines = text.split('\n').filter(line => line !== '' && rounds.includes(JSON.parse(line).round))
  return `${lines.join('\n')}\n`
}

/**
 * Returns the run as interrupted before it read the profiles of the launches under cdp in one round, which are as the profiler left them.
 * @param {Map<string, string>} texts
 */
function withUnreadProfiles(texts) {
  const left = new Map(texts)
  for (const [name, text] of texts) {
    const [, folder, variant] = /^(launches\/08-(.*)-cdp\/)profile\.json$/.exec(name) ?? []
    if (folder === undefined) continue
    const [{ path: file }] = JSON.parse(text).artifacts
    left.set(
      file,
      profileInWindow(
        sample.get(`profiles/${variant}.cdp.cpuprofile`) ?? '',
        startOf(texts, folder.split('/')[1] ?? '')
      )
    )
    for (const read of ['profile.json', 'call-trees.json']) left.delete(folder + read)
  }
  return left.set('run.json', (texts.get('run.json') ?? '').replace('"status": "complete"', '"status": "interrupted"'))
}

/** @type {(texts: Map<string, string>, launch: string) => number} microseconds at the start of its first slice */
function startOf(texts, launch) {
  const lines = (texts.get('slices.jsonl') ?? '')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  return lines.find(slice => slice.launch === launch).server.threads[0].startMicros
}

/** Returns a profile of another launch as if it had been recorded at a time. @type {(json: string, startMicros: number) => string} */
function profileInWindow(json, startMicros) {
  const profile = JSON.parse(json)
  const endTime = startMicros + profile.endTime - profile.startTime
  return JSON.stringify({ ...profile, startTime: startMicros, endTime })
}
