import { WorkshopError } from '../errors/errors.js'
import { lastLines } from '../errors/words.js'
import { readTail } from '../system/files/files.js'
import { runProgram } from '../system/processes.js'

/** @import { ToolProblem } from '../errors/types.js' */

/** @typedef {{ tool: string, what: string }} About the tool as a message names it, and what it works on */

/**
 * Runs a program that reads or draws what a profiler left.
 * @param {About} about @param {string} program @param {string[]} args @param {Parameters<typeof runProgram>[2]} bounds
 * @returns {Promise<{ stdout: string, stderr: string }>}
 * @throws {WorkshopError} ERR_TOOL where it does not end with 0
 */
export async function runTool(about, program, args, bounds) {
  const { stdout, stderr, ...exit } = await runProgram(program, args, bounds)
  if (exit.code !== 0) throw toolError(about, { code: 'exited', exit }, stderr)
  return { stdout, stderr }
}

/** @param {About} about @param {ToolProblem} problem @param {string | null} output of the tool; null where it does not explain the problem */
export function toolError(about, problem, output) {
  return new WorkshopError('ERR_TOOL', { ...about, problem, tail: output === null ? null : lastLines(output) })
}

/**
 * Returns the error of a launch that left nothing to read.
 * @param {string} what folder or file @param {ToolProblem} problem
 * @param {string} stderr file whose last lines may explain it
 */
export function emptyProfile(what, problem, stderr) {
  return new WorkshopError('ERR_EMPTY_PROFILE', { what, problem, tail: lastLines(readTail(stderr)) })
}
