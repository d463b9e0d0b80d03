import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@jest/globals'
import { workshop } from './workshop.js'

/**
 * Expects that the command `report` prints the run of a lab as it was printed when it was measured, and writes the same summary.
 * @param {string} root the run folder
 * @param {string} stdout of the command that measured it
 * @param {string} command that the summary says to repeat it
 */
export async function expectPrintedAgain(root, stdout, command) {
  const readSummary = () => readFileSync(path.join(root, 'summary.md'), 'utf8')
  const summary = readSummary()
  expect(summary).toContain(command)
  const again = await workshop(['report', root])
  expect(again.code).toBe(0)
  expect(again.stdout.trimEnd()).toBe(stdout.trimEnd())
  expect(readSummary()).toBe(summary)
}
