import { getOrAdd } from '../../stats/group-by.js'
import { mergeOrders } from '../../stats/merge-orders.js'

/** @import { WaitPart } from '../types.js' */
/** @import { Booking, Moment, RecordedRequest, StackPlace, Wait } from './read-waits.js' */

/** @typedef {RecordedRequest['events'][0]} Event */
/** @typedef {Pick<StackPlace, 'file' | 'line'>} Place */

/** Indexes of an event. */
const [FROM, TO] = /** @type {const} */ ([2, 4])
/** Of waits without a line of the app. @type {Place} */
const NOWHERE = { file: '', line: 0 }

/** Returns what sums the waits of requests by line, in their order. @param {StackPlace[][]} stacks as the sources have them */
export function waitSums(stacks) {
  /** By kind and place. @type {Map<string, WaitPart & { durations: number[] }>} */
  const parts = new Map()
  /** Parts of what an `await` above waits for, whose line has the latency. @type {Set<WaitPart>} */
  const awaited = new Set()
  /** The parts of each request. @type {Set<WaitPart & { durations: number[] }>[]} */
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
    const standing = events.filter(([type]) => type === 'AWAIT')
    const awaits = new Set(standing.map(placeOf))
    for (const place of new Set(events.map(placeOf))) addWaits(place)
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
      const isLeft = !standing.some(each => placeOf(each) === place && each[FROM] <= since && since < each[TO])
      if (isLeft && awaits.has(place)) partOf('waiting', place).waitingMicros += micros
      if (booked[0] && place !== booked[0]) awaited.add(partOf('waiting', booked[0]))
      const callers = new Set([...underWay].flatMap(({ stack }) => placesOf[stack]?.slice(1) ?? []))
      // Code that runs may be what a promise waits for, and what ends with the wait or later its caller.
      const isOther = (/** @type {Wait} */ { type, ready }) =>
        isWait ? ready < booking.wait.ready : type !== 'PROMISE' && type !== 'AWAIT'
      for (const [each, waits] of waitsAt(underWay)) {
        const others = waits.length - Number(isWait && (each === place || each === booked[0]))
        if (others <= 0 || (each !== place && (callers.has(each) || !waits.some(isOther)))) continue
        add('concurrent', each, waits[0] && resourceOf(waits[0]))
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

    /** Returns the waits of each line that are under way. @param {Moment['underWay']} underWay */
    function waitsAt(underWay) {
      /** @type {Map<Place, Wait[]>} */
      const waits = new Map()
      for (const wait of underWay) {
        const place = placesOf[wait.stack]?.[0] ?? NOWHERE
        const own = getOrAdd(waits, place, () => [])
        if (awaits.has(place) ? wait.type === 'AWAIT' : own.length === 0) own.push(wait)
      }
      return waits
    }

    /** @param {Place} place */
    function addWaits(place) {
      const part = partOf('waiting', place)
      const own = (awaits.has(place) ? standing : events).filter(event => placeOf(event) === place)
      for (const [, , from, ...ends] of awaits.has(place) ? own : together(own)) {
        const [ready = from, to = from] = ends.map(end => Math.min(end, durationMicros))
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

  /** @param {Event} event */
  function placeOf([, stack]) {
    return placesOf[stack]?.[0] ?? NOWHERE
  }
}

/** Returns what overlaps as one wait: what a call begins has no end of its own. @param {Event[]} events */
function together(events) {
  /** @type {Event[]} */
  const waits = []
  for (const event of events.toSorted((a, b) => a[FROM] - b[FROM])) {
    const last = waits.at(-1)
    if (!last || event[FROM] >= last[TO]) waits.push(event)
    else if (event[TO] > last[TO]) waits[waits.length - 1] = [last[0], last[1], last[FROM], event[3], event[TO]]
  }
  return waits
}

/** @param {number[]} values @param {number} share that is not larger @returns {number} 0 without values */
function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0
}
