import { isAmount } from '../../errors/type-guards.js'
import { ForeignStacks, foreignUnit } from './foreign-stacks.js'
import { ProfileError, wrongValue } from './profile-error.js'

/** @import { Call, ForeignProfile } from './foreign-stacks.js' */

/** @typedef {{ stack: unknown[], weight: unknown, at: string }} Sample `at`: its place in the file */

/**
 * Reads a file in speedscope's own format, of samples or of events (src/lib/file-format-spec.ts there).
 * @param {any} content the parsed JSON
 * @returns {ForeignProfile[]} one per profile of the file
 * @throws {ProfileError}
 */
export function readSpeedscope(content) {
  const { profiles, shared, exporter } = Object(content)
  if (!Array.isArray(profiles)) throw wrongValue('profiles', 'array')
  if (!Array.isArray(shared?.frames)) throw wrongValue('shared.frames', 'array')
  // The export of a run has a profile per variant: together they are the profile of nothing.
  if (exporter === 'profiling-workshop' && profiles.length > 1) {
    const problem = `it has ${profiles.length} variants of a run: export one of them with --variant`
    throw new ProfileError({ code: 'unreadable', problem })
  }
  return profiles.map((profile, index) => readProfile(Object(profile), shared.frames, `profiles[${index}]`))
}

/** @param {Record<string, any>} profile @param {unknown[]} shared @param {string} place @returns {ForeignProfile} */
function readProfile(profile, shared, place) {
  const stacks = new ForeignStacks()
  const frames = shared.map(function frameOf(frame, index) {
    const { name, file = '', line = null, col = null } = Object(frame)
    if (typeof name !== 'string' || typeof file !== 'string') throw wrongValue(`shared.frames[${index}].name`, 'text')
    return { frame: stacks.frame({ name, file, line, column: col }) }
  })
  const unit = foreignUnit(String(profile.unit))
  for (const { stack, weight, at } of profile.type === 'evented'
    ? ofEvents(profile, place)
    : ofSamples(profile, place)) {
    if (!Array.isArray(stack)) throw wrongValue(at, 'array')
    if (!isAmount(weight)) throw wrongValue(at, 'amount')
    const calls = stack.map(index => frames[Number(index)])
    if (calls.includes(undefined)) throw wrongValue(at, 'count')
    stacks.add(/** @type {Call[]} */ (calls), weight * unit.scale)
  }
  return stacks.toProfile(unit, String(profile.name ?? place))
}

/** @param {Record<string, any>} profile @param {string} place @returns {Sample[]} */
function ofSamples({ samples, weights }, place) {
  if (!Array.isArray(samples) || !Array.isArray(weights)) throw wrongValue(`${place}.samples`, 'array')
  return samples.map((stack, index) => ({ stack, weight: weights[index], at: `${place}.samples[${index}]` }))
}

/** @param {Record<string, any>} profile @param {string} place @returns {Generator<Sample>} what was open before each event */
function* ofEvents({ events, startValue = 0 }, place) {
  if (!Array.isArray(events)) throw wrongValue(`${place}.events`, 'array')
  const open = []
  let last = startValue
  for (const [index, event] of events.entries()) {
    const { type, frame, at } = Object(event)
    yield { stack: open, weight: at - last, at: `${place}.events[${index}]` }
    if (type === 'O') open.push(frame)
    else open.pop()
    last = at
  }
}
