import { appendFileSync } from 'node:fs'

/**
 * Sets an output of a step of the action.
 * @param {string} name
 * @param {string} value in one line
 */
export function setOutput(name, value) {
  const { GITHUB_OUTPUT: file } = process.env
  if (file) appendFileSync(file, `${name}=${value}\n`)
}
