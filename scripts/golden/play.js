import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterReports, exportsOf, reportsOf, withoutRuns } from './commands.js'
import { writeConfigs, wrongUses } from './wrong-uses.js'

/**
 * @typedef {object} Side
 * @property {string} checkout of the revision to play
 * @property {string} work where its commands run; `profiles` in it has the run folders
 * @property {string[]} runs their names
 */
/** @typedef {{ group: string, args: string[], columns?: number, script?: string }} Command `script`: other than the command line */

const AT_ONCE = 2
const LIMIT_MS = 60_000
const columnsModule = pathToFileURL(path.join(import.meta.dirname, 'columns.js')).href

/** Plays every command, and writes what each printed into `output` of the work folder, by group. @param {Side} side */
export async function playAll(side) {
  await writeConfigs(side.work)
  const exported = await Promise.all(side.runs.map(name => exportsOf(side.work, name)))
  await playEach(side, side.runs.flatMap(reportsOf))
  await playEach(side, [...exported.flat(), ...afterReports])
  await playEach(side, [...withoutRuns, ...wrongUses.map(args => ({ group: 'wrong uses', args }))])
  await playLabTexts(side)
}

/** Plays commands, two at a time. @param {Side} side @param {Command[]} commands */
async function playEach(side, commands) {
  const open = [...commands]
  await Promise.all(Array.from({ length: AT_ONCE }, playNext))

  /** @returns {Promise<void>} */
  async function playNext() {
    const command = open.shift()
    if (command === undefined) return
    await playOne(side, command)
    return playNext()
  }
}

/** Plays a command, and writes its exit code and what it printed. @param {Side} side @param {Command} command */
async function playOne({ checkout, work }, { group, args, columns, script = 'scripts/workshop.js' }) {
  const folder = path.join(work, 'output', group)
  const name = `${args
    .join(' ')
    .replaceAll(/[^\w.,=%-]+/g, ' ')
    .slice(0, 150)}${columns ? `, ${columns} columns` : ''}`
  const width = columns ? ['--import', columnsModule] : []
  const ended = await run([...width, path.join(checkout, script), ...args], {
    cwd: script.includes('workshop') ? work : checkout,
    // Variables of the caller, such as FORCE_COLOR or CI, would change what is printed.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: 'UTC',
      ...(columns && { GOLDEN_COLUMNS: String(columns) })
    }
  })
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${name}.txt`), ended)
}

/** Writes the texts of the labs again, and keeps them beside the output. @param {Side} side */
async function playLabTexts(side) {
  const labs = ['copy', 'gateway', 'store', 'upload']
  await playEach(side, [
    { group: 'texts of labs', script: 'scripts/write-lab.js', args: [] },
    ...labs.map(name => ({
      group: 'texts of labs',
      script: 'scripts/write-measured-lab.js',
      args: [`docs/labs/${name}-run`]
    }))
  ])
  const folder = path.join(side.checkout, 'docs/labs')
  for (const page of (await readdir(folder)).filter(name => name.endsWith('.md')))
    await copyFile(path.join(folder, page), path.join(side.work, 'output/texts of labs', page))
}

/**
 * Returns the exit code of a Node.js program and what it printed, as one text.
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 */
function run(args, options) {
  return new Promise(function start(resolve) {
    const limits = { maxBuffer: 2 ** 30, timeout: LIMIT_MS, encoding: /** @type {const} */ ('utf8') }
    execFile(process.execPath, args, { ...options, ...limits }, function ended(error, stdout, stderr) {
      resolve(`exit code ${error?.code ?? error?.signal ?? 0}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`)
    })
  })
}
