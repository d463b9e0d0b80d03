import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { commitOf, commitOfTree, pruneCheckouts, withCheckout } from './golden/checkouts.js'
import { compareFolders } from './golden/compare.js'
import { playAll } from './golden/play.js'
import { savedRuns, unpackRun } from './golden/saved-runs.js'

const HELP = `Usage: node scripts/golden.js <commit> [--page bytes|text] [--runs name,name] [--keep]

Reports the same run folders with a commit and with the working tree, both from the command line, and prints each
difference as a line of a diff, by artefact: all files of the run folders (analysis.json, summary.md, CSV, report.html),
the index, the text on terminals of 80 and 100 columns and with --quiet, every export, list and trend, --dry-run of every
experiment and lab, the texts of the labs, --help, completion, schemas, and wrong uses with their exit codes.
The run folders are profiles/sample, docs/labs/*-run and test/fixtures/golden. About four minutes on two cores.

  --page text   compare of each page its visible text, the numbers of its charts, and the data that it carries;
                default bytes
  --runs names  these run folders only
  --keep        leave the folder with the outputs of both, and print where it is

Exit codes: 0 nothing differs, 1 something differs, 2 invalid arguments.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    page: { type: 'string', default: 'bytes' },
    runs: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
})
const [commit] = positionals
const chosen = savedRuns().filter(({ name }) => values.runs === undefined || values.runs.split(',').includes(name))

if (values.help) console.log(HELP)
else if (commit === undefined || !['bytes', 'text'].includes(values.page) || chosen.length === 0) {
  console.error(HELP)
  process.exitCode = 2
} else process.exitCode = await compareWith(commit)

/** Compares the working tree with a commit. @param {string} commit @returns {Promise<number>} exit code */
async function compareWith(commit) {
  // The real path is what the commands print: the temporary folder of macOS is a link.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'golden-')))
  process.on('exit', function removeFolder() {
    if (!values.keep) rmSync(folder, { recursive: true, force: true })
    pruneCheckouts()
  })
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(name, () => process.exit(130))

  const sides = { old: commitOf(commit), new: commitOfTree() }
  for (const [side, revision] of Object.entries(sides)) await playSide(folder, side, revision)
  const isSame = await compareFolders(folder, { isPageText: values.page === 'text' })
  if (values.keep) console.log(folder)
  return isSame ? 0 : 1
}

/**
 * Plays everything with a revision, and keeps its files in a folder named after the side. Both sides find their checkout and their run
 * folders at the same place: what they print of it is the same.
 * @param {string} folder @param {string} side @param {string} revision
 */
async function playSide(folder, side, revision) {
  const work = path.join(folder, 'work')
  await Promise.all(chosen.map(run => unpackRun(run, path.join(work, 'profiles'))))
  await withCheckout(path.join(folder, 'checkout'), revision, checkout =>
    playAll({ checkout, work, runs: chosen.map(({ name }) => name) })
  )
  await rename(work, path.join(folder, side))
}
