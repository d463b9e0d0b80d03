import * as pprof from 'pprof-format'
import { ForeignStacks, foreignUnit } from './foreign-stacks.js'
import { ProfileError, wrongValue } from './profile-error.js'

/** @import { Call, ForeignProfile } from './foreign-stacks.js' */

/**
 * Reads a profile of pprof, not compressed (https://github.com/google/pprof/blob/main/proto/profile.proto). Of several values per sample
 * CPU time counts, or else the last one whose unit is of time or bytes, or else the last one, as pprof shows it.
 * @param {Uint8Array} bytes @param {{ label?: string }} [options] @returns {ForeignProfile}
 * @throws {ProfileError}
 */
export function readPprof(bytes, { label = 'main' } = {}) {
  const file = decode(bytes)
  const text = (/** @type {number | bigint} */ index) => file.stringTable.strings[Number(index)] ?? ''
  const units = file.sampleType.map(({ unit, type }) => foreignUnit(text(unit), text(type)))
  const cpu = units.findIndex(({ counts }) => counts === 'cpu')
  const known = cpu === -1 ? units.findLastIndex(({ unit }) => unit !== 'samples') : cpu
  const chosen = known === -1 ? units.length - 1 : known
  const unit = units[chosen] ?? foreignUnit('')
  const stacks = new ForeignStacks()
  const callsAt = callsByLocation(file, text, stacks)
  for (const [index, { locationId, value }] of file.sample.entries()) {
    const weight = Number(value[chosen])
    if (!(weight >= 0)) throw wrongValue(`sample[${index}].value`, 'amount')
    const calls = locationId.toReversed().flatMap(id => callsAt.get(Number(id)) ?? [])
    stacks.add(calls, weight * unit.scale)
  }
  return stacks.toProfile(unit, label)
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  try {
    const file = pprof.Profile.decode(bytes)
    const { sampleType, sample, function: functions, stringTable } = file
    const isWhole = functions.every(({ name }) => Number(name) < stringTable.strings.length)
    if (isWhole && sampleType.length > 0 && sample.every(({ value }) => value.length === sampleType.length)) return file
  } catch {
    // As any file that is none.
  }
  throw new ProfileError({ code: 'unreadable', problem: 'it is no profile of pprof, or cut off' })
}

/**
 * Returns the calls of each location, the outermost first: several where functions are inlined. Where the file has no line of a function,
 * it begins at the first line that a location has of it.
 * @param {pprof.Profile} file @param {(index: number | bigint) => string} text @param {ForeignStacks} stacks
 * @returns {Map<number, Call[]>}
 */
function callsByLocation({ location, function: functions }, text, stacks) {
  const byId = new Map(functions.map(each => [Number(each.id), each]))
  /** @type {Map<number, number>} */
  const firstLines = new Map()
  for (const { line } of location)
    for (const { functionId, line: number } of line.filter(each => Number(each.line) > 0)) {
      const first = firstLines.get(Number(functionId)) ?? Number(number)
      firstLines.set(Number(functionId), Math.min(first, Number(number)))
    }
  return new Map(location.map(({ id, line }) => [Number(id), line.toReversed().map(callOf)]))

  /** @param {pprof.Line} line @returns {Call} */
  function callOf({ functionId, line }) {
    const id = Number(functionId)
    const { name = 0, filename = 0, startLine = 0 } = byId.get(id) ?? {}
    const begin = Number(startLine) || firstLines.get(id) || null
    const frame = stacks.frame({ name: text(name), file: text(filename), line: begin, column: null })
    return { frame, line: Number(line) }
  }
}
