import { formatCount } from './format.js'

/** @import { Unread, UnreadReason } from '../../runs/types.js' */

/** @type {Record<UnreadReason, string>} */
const reasons = {
  'not-json': 'not JSON, or cut off',
  'wrong-value': 'a wrong value',
  'cut-off': 'its last line is cut off and is skipped',
  duplicate: 'recorded twice, and counted once',
  'other-launch': 'another launch than that of its record',
  'unknown-variant': 'a variant that the run does not have',
  'bad-name': 'a name that leads out of the run folder',
  'bad-tree': 'its nodes form no call tree',
  missing: 'missing',
  outside: 'a link that leads out of the run folder',
  'not-a-file': 'not a file',
  'not-plain': 'a link or a special file; beside one the profiles that a run left are not read',
  'foreign-library': 'a library that is no file of this machine',
  'bad-table': 'the results of its load generator in slices.jsonl are damaged',
  'too-large': 'too large to be read',
  unreadable: 'it cannot be read'
}

/**
 * Returns what of a damaged run folder is in no figure, as a sentence.
 * @param {Unread} unread
 */
export function unreadInWords({ file, reason, lines, place }) {
  const why = `${reasons[reason]}${place ? ` at ${place}` : ''}`
  if (lines === null) {
    if (reason === 'cut-off') return `${file}: ${why}.`
    return `${file} is not ${reason === 'bad-table' ? 'written' : 'used'}: ${why}.`
  }
  const first = `line ${formatCount(lines.first)}`
  if (lines.count === 1) return `${file}: ${first} is skipped: ${why}.`
  return `${file}: ${formatCount(lines.count)} lines are skipped, the first one is ${first}: ${why}.`
}
