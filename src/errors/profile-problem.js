/** @import { FileKind, NodeFault, ProfileFault, ProfileValue } from './types.js' */

/** @type {Record<FileKind, string>} */
const kinds = {
  file: 'a file',
  folder: 'a folder',
  pipe: 'a pipe',
  socket: 'a socket',
  device: 'a device',
  'dangling-link': 'a link to a file that does not exist',
  missing: 'missing'
}

/** @type {Record<ProfileValue, string>} */
const values = {
  object: 'an object',
  array: 'an array',
  'filled-array': 'an array with an element',
  text: 'text',
  count: 'a whole number from 0 on',
  counts: 'an array of whole numbers from 0 on',
  amount: 'a number from 0 on',
  time: 'a number, with no sample before the start of the clock',
  position: 'a whole number from -1 on',
  stack: 'pairs of a code and an offset'
}

/** @type {Record<NodeFault, (id: number) => string>} */
const nodeFaults = {
  'unknown-id': id => `names node ${id}, which the file does not have`,
  'repeated-id': id => `has the id ${id} of another node`,
  'second-parent': id => `gives node ${id} a second parent`,
  'second-root': id => `is a second root (id ${id})`,
  cycle: id => `is in a cycle (id ${id})`
}

/**
 * Returns what is wrong in the file of a profile, as a part of a sentence.
 * @param {ProfileFault} fault @returns {string}
 */
export function profileProblem(fault) {
  switch (fault.code) {
    case 'unreadable':
      return fault.problem
    case 'not-a-file':
      return fault.kind === 'missing' ? 'it is missing' : `it is ${kinds[fault.kind]}, not a file`
    case 'too-large':
      return `it has ${megabytes(fault.bytes)} MB, more than the limit of ${megabytes(fault.limitBytes)} MB; WORKSHOP_PROFILE_MB=${megabytes(fault.bytes)} in the environment allows it`
    case 'not-json':
      return `it is not JSON (${fault.problem})`
    case 'wrong-value':
      return `${fault.at === '' ? 'its content' : fault.at} is not ${values[fault.expected]}`
    case 'unknown-code':
      return `a tick names code ${fault.index}, which the file does not have`
    case 'unknown-function':
      return `its code names function ${fault.index}, which the file does not have`
    case 'other-length':
      return `it has ${fault.samples} samples and ${fault.times} times between them`
    case 'no-samples':
      return 'it has no samples'
    case 'cut-off':
      return `it ends before its ${fault.missing.join(' and ')}`
    default:
      return `${fault.at} ${nodeFaults[fault.code](fault.id)}`
  }
}

/**
 * Returns why a file is not imported, and what would be.
 * @param {{ words: string, fault: ProfileFault | null }} about @returns {string}
 */
export function importProblem({ words, fault }) {
  const seems = words === '' ? [] : [`it seems to be ${words}`]
  const why = fault ? [profileProblem(fault)] : []
  return `${[...seems, ...why].join(', but ')}; import reads CPU and heap profiles of V8 (.cpuprofile, .heapprofile), logs of node --prof, profiles of pprof and speedscope, folded stacks, and the JSON of autocannon and artillery`
}

/** @param {number} bytes */
function megabytes(bytes) {
  return Math.ceil(bytes / 1e6)
}
