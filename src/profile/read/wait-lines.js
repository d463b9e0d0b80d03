import { getOrAdd, groupBy } from '../../stats/group-by.js'
import { mergeOrders } from '../../stats/merge-orders.js'

/** @import { WaitPart } from '../types.js' */
/** @import { Booking, Moment, RecordedRequest, StackPlace, Wait } from './read-waits.js' */

/** @typedef {Pick<StackPlace, 'file' | 'line'>} Place */
/** @typedef {WaitPart & { durations: number[] }} Sums */

/** Of waits without a line of the app. @type {Place} */
const NOWHERE = { file: '', line: 0 }

/** Returns what sums the waits of requests by line, in their order. @param {StackPlace[][]} stacks as the sources have them */
export function waitSums(stacks) {
  /** By kind and place. @type {Map<string, Sums>} */
  const parts = new Map()
  /** Parts of what an `await` above waits for, whose line has the latency. @type {Set<WaitPart>} */
  const awaited = new Set()
  /** The parts of each request. @type {Set<Sums>[]} */
  const orders = []
  /** @type {Map<string, Place>} */
  const places = new Map()
  const placesOf = stacks.map(stack =>
    stack.map(({ file, line }) => getOrAdd(places, `${file}:${line}`, () => ({ file, line })))
  )
  return { ofRequest, result }

  /**
   * Adds the waits of a request.
   * @param {RecordedRequest} request
   * @returns {(booking: Booking, micros: number, moment: Moment) => void} which adds a moment of it
   */
  function ofRequest({ durationMicros, events }) {
    const waits = events.map(waitOf)
    const awaits = groupBy(waits.filter(isAwait), placeOf)
    for (const [place, own] of groupBy(waits, placeOf)) addWaits(place, awaits.get(place) ?? together(own))
    const begun = new Set()
    orders.push(begun)
    let last = NOWHERE
    return function addMoment(booking, micros, { since, underWay, resourceOf }) {
      const isWait = 'wait' in booking
      const booked = (isWait && placesOf[booking.wait.stack]) || []
      const place = (isWait && booked[booking.depth]) || NOWHERE
      if (isWait) last = place
      add(isWait ? 'waiting' : booking.place, last, isWait ? booking.resource : undefined)
      // What an `await` has begun goes on without it.
      const isLeft = awaits.get(place)?.every(({ from, to }) => since < from || to <= since)
      if (isLeft) partOf('waiting', place).waitingMicros += micros
      if (booked[0] && place !== booked[0]) awaited.add(partOf('waiting', booked[0]))
      const callers = new Set([...underWay].flatMap(({ stack }) => placesOf[stack]?.slice(1) ?? []))
      // Code that runs may be what a promise waits for, and what ends with the wait or later its caller.
      const isOther = (/** @type {Wait} */ { type, ready }) =>
        isWait ? ready < booking.wait.ready : type !== 'PROMISE' && type !== 'AWAIT'
      for (const [each, all] of groupBy(underWay, placeOf)) {
        const own = awaits.has(each) ? all.filter(isAwait) : all.slice(0, 1)
        const others = own.length - Number(isWait && (each === place || each === booked[0]))
        if (others <= 0 || (each !== place && (callers.has(each) || !own.some(isOther)))) continue
        add('concurrent', each, own[0] && resourceOf(own[0]))
        partOf('waiting', each).concurrentMicros += others * micros
      }

      /** @param {WaitPart['kind']} kind @param {Place} at @param {string} [resource] */
      function add(kind, at, resource) {
        const part = partOf(kind, at)
        part.micros += micros
        if (resource) part.resources[resource] = (part.resources[resource] ?? 0) + micros
        if (begun.has(part)) return
        begun.add(part)
        part.requests++
        part.startMicros += since
      }
    }

    /** @param {Place} place @param {Wait[]} own */
    function addWaits(place, own) {
      const part = partOf('waiting', place)
      for (const { from, ...ends } of own) {
        const [ready = from, to = from] = [ends.ready, ends.to].map(end => Math.min(end, durationMicros))
        part.times++
        part.waitingMicros += ready - from
        part.queueingMicros += to - ready
        part.durations.push(to - from)
      }
    }
  }

  /** @returns {WaitPart[]} */
  function result() {
    const inOrder = new Set([...mergeOrders(orders.map(begun => [...begun])), ...parts.values()])
    const shown = [...inOrder].filter(part => part.micros + part.concurrentMicros > 0 || !awaited.has(part))
    return shown.map(({ durations, ...part }) => ({
      ...part,
      p50Micros: quantile(durations, 0.5),
      p99Micros: quantile(durations, 0.99)
    }))
  }

  /** @param {WaitPart['kind']} kind @param {Place} place */
  function partOf(kind, place) {
    const none = { requests: 0, startMicros: 0, micros: 0, times: 0, waitingMicros: 0, queueingMicros: 0 }
    const more = { concurrentMicros: 0, p50Micros: 0, p99Micros: 0, resources: {}, durations: [] }
    return getOrAdd(parts, `${kind} ${place.file}:${place.line}`, () => ({ kind, ...place, ...none, ...more }))
  }

  /** @param {Wait} wait */
  function placeOf({ stack }) {
    return placesOf[stack]?.[0] ?? NOWHERE
  }
}

/** Returns a wait of a record. @param {RecordedRequest['events'][0]} event @returns {Wait} */
export function waitOf([type, stack, from, ready, to]) {
  return { type, stack, from, ready, to }
}

/** @param {Wait} wait */
export function isAwait({ type }) {
  return type === 'AWAIT'
}

/** Returns what overlaps as one wait: what a call begins has no end of its own. @param {Wait[]} waits */
function together(waits) {
  /** @type {Wait[]} */
  const merged = []
  for (const wait of waits.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (!last || wait.from >= last.to) merged.push({ ...wait })
    else if (wait.to > last.to) Object.assign(last, { ready: wait.ready, to: wait.to })
  }
  return merged
}

/** @param {number[]} values @param {number} share that is not larger @returns {number} 0 without values */
function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0
}
