import { expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { renderPage } from '../../src/page/render-page.js'
import { shortReport } from '../../src/report/print/short-report.js'
import { cardSections } from '../../src/report/sections/card-sections.js'
import { cardView, notesOfCard } from '../../src/report/words/card-words.js'
import { makeMeasured, makeRounds } from '../helpers/make-run.js'
import { makeLaunch } from '../helpers/make-trees.js'

/**
 * @import { ProfilerName } from '../../src/profile/types.js'
 * @import { Verdict } from '../../src/verdict/types.js'
 */

const answering = { 'app:answer:3': 6000, gc: 1000 }
const filling = { 'app:answer:3': 6000, gc: 2400 }
const kept = { 'app:answer:3': 20e6, 'app:answer:3 > app:fill:9': 1e6 }
const filled = { 'app:answer:3': 20e6, 'app:answer:3 > app:fill:9': 81e6, 'app:answer:3 > app:name:15': 11e6 }

/** Requests that cost 14 µs more on the main thread, and a tenth more under a profiler, all of it for garbage: 8 kB by `fill`, 1.1 kB by `name`. */
function measured() {
  const launches = [0, 1, 2, 3].flatMap(round => [
    ...['prof', 'cdp'].flatMap(name => {
      const usual = { round, profiler: /** @type {ProfilerName} */ (name), completed: 10_000 }
      return [
        makeLaunch({ ...usual, variant: 'log=off', stacks: answering, mainMicros: 77 }),
        makeLaunch({ ...usual, variant: 'log=sync', stacks: filling, mainMicros: 92.4 })
      ]
    }),
    ...['log=off', 'log=sync'].map(variant =>
      makeLaunch({
        variant,
        round: round + 4,
        profiler: 'heap',
        unit: 'bytes',
        completed: 10_000,
        stacks: variant === 'log=off' ? kept : filled
      })
    )
  ])
  const slices = [...makeRounds({ rounds: 6, costRatio: 1.2 }), ...launches.map(({ slice }) => slice)]
  return makeMeasured({ slices, trees: launches.map(({ tree }) => tree) })
}

const run = measured()
const { analysis, graphs } = analyse(run)
const heading = 'bytes allocated, by function: an estimate of the split'

test('below the garbage collector the card has the functions that allocate, with their bytes, as an estimate', () => {
  const [{ code } = { code: [] }] = cardSections(analysis)
  expect(code?.slice(0, 4).map(line => line.trim())).toEqual([
    expect.stringMatching(/^\+14\.0 µs ± [\d.]+ +█+ +\(garbage collector\)$/),
    heading,
    'server.js:9  fill (from answer)  +8.00 kB ± 0.00',
    'server.js:15  name (from answer)  +1.10 kB ± 0.00'
  ])
  const [card] = analysis.cards
  const notes = card && notesOfCard(cardView(card, analysis))
  expect(notes?.join(' ')).toContain('A line beside bytes is where the function begins.')
})

test('in a terminal without room for all of them, their heading never stands alone', () => {
  const crowded = {
    ...analysis,
    verdicts: Array.from({ length: 6 }, () => /** @type {Verdict} */ (analysis.verdicts[0]))
  }
  const lines = shortReport(crowded, { columns: 100, places: [], folder: 'profiles/run' }).split('\n')
  const after = lines.flatMap((line, index) => (line.includes(heading) ? (lines[index + 1] ?? '') : []))
  expect(after.length).toBeLessThan(6)
  for (const line of after) expect(line).toContain('fill (from answer)')
  const whole = shortReport(crowded, { columns: 100, places: [], folder: 'profiles/run', isWhole: true })
  expect(whole.split(heading)).toHaveLength(7)
})

test('so has its page', async () => {
  const page = await renderPage({ run, analysis, graphs: graphs(), tickTexts: [] })
  expect(page).toContain(`<span>${heading}</span>`)
  expect(page).toMatch(
    /<span>\+8\.00 kB ± 0\.00<\/span><\/span><span class="number"><\/span><span>server\.js:9 {2}fill \(from answer\)</
  )
})
