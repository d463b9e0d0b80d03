import { performance } from 'node:perf_hooks'
import { expect, jest, test } from '@jest/globals'
import { WorkshopError } from '../../../src/errors/errors.js'
import { repeatPlayer } from '../../../src/labs/skeleton/repeat-player.js'

/** @import { FailedRepeat } from '../../../src/runs/lab-types.js' */

const lost = () => new WorkshopError('ERR_SYSTEM', { problem: 'the disk is full', systemCode: 'ENOSPC' })

/**
 * Returns a player, and what it saved and told.
 * @param {{ signal?: AbortSignal, length?: 'usual' | 'quick', dropped?: number, othersMicros?: number[] }} [options] `othersMicros`: the
 *   CPU of other processes in each play; none after the last
 */
function player({ signal = new AbortController().signal, length = 'usual', dropped = 0, othersMicros = [] } = {}) {
  /** @type {FailedRepeat[][]} */
  const saved = []
  /** @type {unknown[]} */
  const told = []
  const run = {
    /** @type {number | undefined} */
    play: undefined,
    update: (/** @type {{ failedRepeats: FailedRepeat[] }} */ { failedRepeats }) => void saved.push(failedRepeats)
  }
  const plan = { part: 'table', length, seed: 1, repeats: 9, dropped }
  const session = {
    run,
    manifest: { plan },
    plannedMs: 200_000,
    signal,
    notify: (/** @type {unknown} */ event) => void told.push(event)
  }
  const left = [...othersMicros]
  const watch = () => () => left.shift() ?? 0
  return { run, saved, told, playRepeat: repeatPlayer(session, { watch }) }
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
  await playRepeat(0, () => play)
  const failed = {
    repeat: 0,
    problem: { code: 'ERR_SYSTEM', details: { systemCode: 'ENOSPC' } },
    isLeftOut: false,
    discardedPlays: []
  }
  expect(play).toHaveBeenCalledTimes(2)
  expect(saved).toMatchObject([[failed]])
  expect(told).toMatchObject([{ type: 'failed-repeat', ...failed }])
})

test('after three failures a repeat is left out, and the next one is played', async () => {
  const { saved, playRepeat } = player()
  await playRepeat(0, () => failing(0))
  const [third, next] = [failing(9), failing(0)]
  await playRepeat(1, () => third)
  await playRepeat(2, () => next)
  expect(third).toHaveBeenCalledTimes(3)
  expect(next).toHaveBeenCalledTimes(1)
  expect(saved.at(-1)?.map(({ repeat, isLeftOut }) => [repeat, isLeftOut])).toEqual([
    [1, false],
    [1, false],
    [1, true]
  ])
})

test('a repeat is left out after one play where the run would not end in time', async () => {
  const { saved, playRepeat } = player()
  await playRepeat(0, () => failing(0))
  // Of 300 s the planned 200 leave 100 for what is played again.
  const now = jest.spyOn(performance, 'now')
  for (const [atMs, plays] of [
    [60_000, 2],
    [110_000, 1]
  ]) {
    now.mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValueOnce(Number(atMs))
    const play = failing(1)
    await playRepeat(1, () => play)
    expect(play).toHaveBeenCalledTimes(Number(plays))
  }
  now.mockRestore()
  expect(saved.at(-1)?.map(({ isLeftOut }) => isLeftOut)).toEqual([false, true])
})

test('where the first repeat fails three times the run ends with its error', async () => {
  const { playRepeat } = player()
  const play = failing(9)
  await expect(playRepeat(0, () => play)).rejects.toMatchObject({ code: 'ERR_SYSTEM' })
  expect(play).toHaveBeenCalledTimes(3)
})

test('a repeat that is left out has none of its records, and one that was played again has all', async () => {
  const { run, saved, playRepeat } = player()
  /** @type {(number | undefined)[]} */
  const plays = []
  const noted = (/** @type {() => Promise<void>} */ play) => () => () => {
    plays.push(run.play)
    return play()
  }
  await playRepeat(0, noted(failing(1)))
  await playRepeat(1, noted(failing(9)))
  await playRepeat(2, noted(failing(0)))
  expect(plays).toEqual([0, 1, 2, 3, 4, 5])
  expect(run.play).toBeUndefined()
  expect(saved.at(-1)?.map(({ discardedPlays }) => discardedPlays)).toEqual([[], [], [], [2, 3, 4]])
})

/** CPU that passes the limit, whatever the duration of a play. */
const MUCH = 1e12

test('a repeat that other processes disturb is played again from its start, without what was measured', async () => {
  const { saved, playRepeat } = player({ othersMicros: [0, MUCH] })
  const begin = jest.fn(() => failing(0))
  await playRepeat(0, begin)
  await playRepeat(1, begin)
  expect(begin).toHaveBeenCalledTimes(3)
  expect(saved).toMatchObject([
    [{ repeat: 1, problem: { code: 'ERR_DISTURBED' }, isLeftOut: false, discardedPlays: [1] }]
  ])
})

test('one that is disturbed three times is left out; where it is the first, the run ends', async () => {
  const { saved, playRepeat } = player({ othersMicros: [0, MUCH, MUCH, MUCH] })
  for (const repeat of [0, 1, 2]) await playRepeat(repeat, () => failing(0))
  expect(saved.at(-1)?.map(({ discardedPlays }) => discardedPlays)).toEqual([[1], [2], [3]])
  const busy = player({ othersMicros: [MUCH, MUCH, MUCH, MUCH], dropped: 1 })
  await busy.playRepeat(0, () => failing(0))
  await expect(busy.playRepeat(1, () => failing(0))).rejects.toMatchObject({ code: 'ERR_DISTURBED' })
})

test('quick runs are not watched for other processes', async () => {
  const { saved, playRepeat } = player({ length: 'quick', othersMicros: [MUCH] })
  await playRepeat(0, () => failing(0))
  expect(saved).toEqual([])
})

test('an interruption and an error of the workshop itself are not played again', async () => {
  const controller = new AbortController()
  const interrupted = player({ signal: controller.signal })
  const play = failing(9, () => {
    controller.abort()
    return lost()
  })
  await expect(interrupted.playRepeat(1, () => play)).rejects.toMatchObject({ code: 'ERR_SYSTEM' })
  const { playRepeat, saved } = player()
  const broken = failing(9, () => new RangeError('a defect'))
  await expect(playRepeat(1, () => broken)).rejects.toThrow('a defect')
  for (const played of [play, broken]) expect(played).toHaveBeenCalledTimes(1)
  expect(saved).toEqual([])
})
