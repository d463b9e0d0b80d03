import { expect, test } from '@jest/globals'
import { createAdmission } from '../../../../src/labs/store/app/admission.js'

/** @import { Limits } from '../../../../src/labs/store/app/admission.js' */

test('hand-over: as many as there may be threads run, the others are refused', () => {
  const { admission, running } = admissionOf({ min: 1, capacity: 0, max: 3 })
  const accepted = submitAll(admission, 5)
  expect(accepted).toEqual([true, true, true, false, false])
  expect(running()).toEqual([0, 1, 2])
  expect(admission.counts()).toMatchObject({ submitted: 5, refused: 2, running: 3, waiting: 0 })
})

test('an unbounded queue never runs more than the smallest number of threads', async () => {
  const { admission, running, end } = admissionOf({ min: 2, capacity: 1000, max: 8 })
  expect(submitAll(admission, 500)).not.toContain(false)
  expect(running()).toEqual([0, 1])
  await end(1)
  expect(running()).toEqual([0, 2])
  expect(admission.counts()).toMatchObject({ refused: 0, running: 2, waiting: 497, mostRunning: 2, mostWaiting: 498 })
})

test('a bounded queue fills first, then further tasks run, and then they are refused', () => {
  const { admission, running } = admissionOf({ min: 2, capacity: 3, max: 4 })
  expect(submitAll(admission, 10)).toEqual([...Array(7).fill(true), ...Array(3).fill(false)])
  // As in Java, a task that comes when the queue is full overtakes those that wait.
  expect(running()).toEqual([0, 1, 5, 6])
  expect(admission.counts()).toMatchObject({ submitted: 10, refused: 3, running: 4, waiting: 3 })
})

test('tasks that wait start in the order in which they were submitted', async () => {
  const { admission, started, end } = admissionOf({ min: 1, capacity: 10, max: 1 })
  submitAll(admission, 6)
  for (const task of [0, 1, 2, 3, 4, 5]) await end(task)
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(admission.counts()).toMatchObject({ completed: 6, running: 0, waiting: 0 })
})

test('a thread above the smallest number goes on while tasks wait, and then ends', async () => {
  const { admission, running, end } = admissionOf({ min: 1, capacity: 1, max: 2 })
  submitAll(admission, 3)
  expect(running()).toEqual([0, 2])
  await end(0)
  expect(running()).toEqual([1, 2])
  await end(1)
  expect(submitAll(admission, 1)).toEqual([true])
  expect(admission.counts()).toMatchObject({ running: 1, waiting: 1 })
})

test('every accepted task is answered exactly once, also when it fails', async () => {
  const { admission, end, fail, started } = admissionOf({ min: 1, capacity: 2, max: 1 })
  /** @type {string[]} */
  const answers = []
  for (const task of [0, 1, 2, 3])
    admission.submit(task)?.then(
      result => answers.push(`${task} ${result}`),
      error => answers.push(`${task} ${error.message}`)
    )
  await fail(0)
  await end(1)
  await end(2)
  expect(answers).toEqual(['0 failed', '1 done', '2 done'])
  expect(started).toEqual([0, 1, 2])
  expect(admission.counts()).toMatchObject({
    submitted: 4,
    completed: 2,
    failed: 1,
    refused: 1,
    running: 0,
    waiting: 0
  })
})

test('the counts add up after a restart too', async () => {
  const { admission, end } = admissionOf({ min: 1, capacity: 2, max: 1 })
  submitAll(admission, 4)
  await end(0)
  admission.restartCounts()
  expect(admission.counts()).toMatchObject({ submitted: 2, completed: 0, refused: 0, running: 1, waiting: 1 })
  submitAll(admission, 3)
  await end(1)
  const { submitted, completed, failed, refused, running, waiting } = admission.counts()
  expect({ submitted, completed, refused }).toEqual({ submitted: 5, completed: 1, refused: 2 })
  expect(completed + failed + refused + running + waiting).toBe(submitted)
})

test('the sum of the waits is their mean times the tasks that started, and counts again after a restart', async () => {
  const { admission, end } = admissionOf({ min: 1, capacity: 2, max: 1 })
  submitAll(admission, 3)
  expect(admission.counts().waitedMicros).toBe(0)
  await end(0)
  await end(1)
  const { waitedMicros, waitMicros } = admission.counts()
  expect(waitedMicros).toBeGreaterThan(0)
  // The histogram has whole microseconds, with three digits.
  expect(Math.abs(waitedMicros - 3 * waitMicros.mean)).toBeLessThan(3 + waitedMicros / 100)
  admission.restartCounts()
  expect(admission.counts().waitedMicros).toBe(0)
})

test('without a task all figures are 0', () => {
  const { admission } = admissionOf({ min: 1, capacity: 0, max: 1 })
  expect(admission.counts()).toMatchObject({ submitted: 0, waitMicros: { mean: 0, p50: 0, p99: 0, max: 0 } })
})

/**
 * Creates an admission whose tasks, numbers from 0, run until the test ends them.
 * @param {Limits} limits
 */
function admissionOf(limits) {
  /** @type {Map<number, { resolve: (result: string) => void, reject: (error: Error) => void }>} */
  const open = new Map()
  /** @type {number[]} */
  const started = []
  return { admission: createAdmission(limits, run), running, started, end, fail }

  /** @param {number} task @returns {Promise<string>} */
  function run(task) {
    started.push(task)
    return new Promise((resolve, reject) => open.set(task, { resolve, reject }))
  }

  function running() {
    return [...open.keys()].toSorted((a, b) => a - b)
  }

  /** @param {number} task */
  async function end(task) {
    open.get(task)?.resolve('done')
    await settled(task)
  }

  /** @param {number} task */
  async function fail(task) {
    open.get(task)?.reject(new Error('failed'))
    await settled(task)
  }

  /** @param {number} task */
  async function settled(task) {
    open.delete(task)
    // After all promises that follow from it.
    await new Promise(setImmediate)
  }
}

/**
 * Submits the next tasks, and returns which were accepted.
 * @param {ReturnType<typeof admissionOf>['admission']} admission
 * @param {number} count
 */
function submitAll(admission, count) {
  const { submitted } = admission.counts()
  return Array.from({ length: count }, (_, index) => admission.submit(submitted + index) !== null)
}
