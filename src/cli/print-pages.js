import path from 'node:path'
import { writeIndex } from '../page/write-index.js'
import { runLayout } from '../runs/run-layout.js'

/** @import { Told } from './report-run.js' */

/**
 * Puts a run that was told into the page of all runs, and says where its own page is. What cannot be written is told on
 * stderr and no reason to fail: the figures are there.
 * @param {string} root the run folder
 * @param {Pick<Told, 'isSaved' | 'pageProblem'>} told
 * @returns {Promise<string>} lines for the terminal
 */
export async function tellPages(root, { isSaved, pageProblem }) {
  const folder = path.relative('', root) || '.'
  if (!isSaved) {
    console.error(
      `${folder} cannot be written: its analysis.json, flames.json, summary.md and report.html are as they were.`
    )
    return `Run folder: ${folder}`
  }
  if (pageProblem !== null) console.error(`report.html could not be written: ${pageProblem}`)
  const index = await addToIndex(path.dirname(path.resolve(root)))
  if (pageProblem !== null) return `Run folder: ${folder}`
  const own = `Report: ${path.relative('', runLayout(root).page)}`
  return index ? `${own}\nAll runs: ${path.relative('', index)}` : own
}

/** @param {string} profilesFolder */
async function addToIndex(profilesFolder) {
  try {
    return await writeIndex(profilesFolder)
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    return null
  }
}
