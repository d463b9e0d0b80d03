import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setOutput } from './set-output.js'

/**
 * The step "Name" of action.yml: names this use of the action after its job, leg of a matrix, and folder, and makes a folder of that name
 * for its runs. Where a job uses the action again in the same folder, the name gets a number.
 */
const { env } = process
const place = path.relative('', env.WORKSHOP_WORKING_DIRECTORY ?? '')
const words = ['profiling-workshop', env.GITHUB_JOB, env.WORKSHOP_JOB_INDEX, place].filter(Boolean)
// What the name of an artifact or a folder may not have is left out.
const first = words.join('-').replace(/[^\w.-]+/g, '-')

const { name, folder } = firstFree()
setOutput('name', name)
setOutput('folder', folder)

/** The runner empties its temporary folder before each job. */
function firstFree() {
  for (let use = 1; ; use++) {
    const name = use === 1 ? first : `${first}-${use}`
    const folder = path.join(env.RUNNER_TEMP ?? '', name)
    if (isMade(folder)) return { name, folder }
  }
}

/** @param {string} folder */
function isMade(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}
