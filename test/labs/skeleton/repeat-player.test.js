import { expect, jest, test } from '@jest/globals'
import { WorkshopError } from '../../../src/errors/errors.js'
import { repeatPlayer } from '../../../src/labs/skeleton/repeat-player.js'

/** @import { FailedRepeat } from '../../../src/runs/lab-types.js' */

const lost = () => new WorkshopError('ERR_SYSTEM', { problem: 'the disk is full', systemCode: 'ENOSPC' })

/** Returns a player, and what it saved and told. @param {AbortSignal} [signal] */
function player(signal = new AbortController().signal) {
  /** @type {FailedRepeat[][]} */
  const saved = []
  /** @type {unknown[]} */
  const told = []
  const run = {
    update: (/** @type {{ failedRepeats: FailedRepeat[] }} */ { failedRepeats }) => void saved.push(failedRepeats)
  }
  return { saved, told, playRepeat: repeatPlayer({ run, signal, notify: event => void told.push(event) }) }
}

/** Returns what fails so often before it succeeds. @param {number} failures @param {() => Error} makeError */
function failing(failures, makeError = lost) {
  const play = jest.fn(async () => {
    if (play.mock.calls.length <= failures) throw makeError()
  })
  return play
}

test('a repeat that fails is named and played again', async () => {
  const { saved, told, playRepeat } = player()
  const play = failing(1)
  await playRepeat(() => 0, play)
  const failed = { repeat: 0, problem: { code: 'ERR_SYSTEM', details: { systemCode: 'ENOSPC' } }, isLeftOut: false }
  expect(play).toHaveBeenCalledTimes(2)
  expect(saved).toMatchObject([[failed]])
  expect(told).toMatchObject([{ type: 'failed-repeat', ...failed }])
})

test('after three failures a repeat is left out, and the next one is played', async () => {
  const { saved, playRepeat } = player()
  await playRepeat(() => 0, failing(0))
  const [third, next] = [failing(9), failing(0)]
  await playRepeat(() => 1, third)
  await playRepeat(() => 2, next)
  expect(third).toHaveBeenCalledTimes(3)
  expect(next).toHaveBeenCalledTimes(1)
  expect(saved.at(-1)?.map(({ repeat, isLeftOut }) => [repeat, isLeftOut])).toEqual([
    [1, false],
    [1, false],
    [1, true]
  ])
})

test('where the first repeat fails three times the run ends with its error', async () => {
  const { playRepeat } = player()
  const play = failing(9)
  await expect(playRepeat(() => 0, play)).rejects.toMatchObject({ code: 'ERR_SYSTEM' })
  expect(play).toHaveBeenCalledTimes(3)
})

test('the plays of each repeat are counted apart where one call plays several', async () => {
  const { saved, playRepeat } = player()
  let repeat = 1
  const play = jest.fn(async () => {
    if (play.mock.calls.length % 2 === 0) repeat++
    if (repeat < 4) throw lost()
  })
  await playRepeat(() => repeat, play)
  expect(saved.at(-1)?.map(failed => [failed.repeat, failed.isLeftOut])).toEqual([
    [1, false],
    [2, false],
    [2, false],
    [3, false],
    [3, false]
  ])
})

test('an interruption and an error of the workshop itself are not played again', async () => {
  const controller = new AbortController()
  const interrupted = player(controller.signal)
  const play = failing(9, () => {
    controller.abort()
    return lost()
  })
  await expect(interrupted.playRepeat(() => 1, play)).rejects.toMatchObject({ code: 'ERR_SYSTEM' })
  const { playRepeat, saved } = player()
  const broken = failing(9, () => new RangeError('a defect'))
  await expect(playRepeat(() => 1, broken)).rejects.toThrow('a defect')
  for (const played of [play, broken]) expect(played).toHaveBeenCalledTimes(1)
  expect(saved).toEqual([])
})
