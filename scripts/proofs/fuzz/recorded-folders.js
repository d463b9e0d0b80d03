import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { workshopRoot } from '../../../src/system/workshop-root.js'

/** Of the committed run: two rounds without profilers, and two with them. */
const ROUNDS = [0, 1, 7, 8]

/**
 * The files of recorded run folders, by path: a part of the committed run, and the runs of the labs. Their bytes are read as Latin-1, one
 * character each, so that a damage can change any of them.
 * @type {Record<string, Map<string, string>>}
 */
export const recordedFolders = {
  sample: fewRounds(textsIn(path.join(workshopRoot, 'profiles/sample'))),
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
function fewRounds(texts) {
  const kept = [...texts].filter(
    ([name]) =>
      /^(run\.json|sources\.json|ticks|slices|launches)/.test(name) &&
      (!name.startsWith('launches/') || ROUNDS.includes(Number(name.slice(9, 11)) - 1))
  )
  return new Map(kept.map(([name, text]) => [name, name.endsWith('.jsonl') ? linesOfRounds(text) : text]))
}

/** @param {string} text */
function linesOfRounds(text) {
  const lines = text.split('\n').filter(line => line !== '' && ROUNDS.includes(JSON.parse(line).round))
  return `${lines.join('\n')}\n`
}
