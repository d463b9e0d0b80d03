import { expect, test } from '@jest/globals'
import { analyseCopies } from '../../../src/labs/copy/analysis.js'
import { isWrong } from '../../../src/labs/skeleton/paper.js'
import { makeLab } from '../../helpers/make-lab.js'

const KIB = 1024
const MIB = KIB * KIB
const analysis = analyseCopies(makeLab())
const { lab } = analysis

test('means are of the repeats that count', () => {
  const cell = lab.cells.find(({ variant, sizeBytes }) => variant === '1 byte' && sizeBytes === MIB)
  expect(cell).toMatchObject({ copies: 5, expected: { reads: MIB + 1, writes: MIB } })
  // The repeats 3 to 7 are 1% below, at, and above the truth: 2,000 ms x (0.99, 1, 1.01, 0.99, 1) / 5.
  expect(cell?.ms.value).toBeCloseTo(1996, 6)
  expect(cell?.ms.low).toBeLessThan(2000)
  expect(cell?.ms.high).toBeGreaterThan(2000)
})

test('the speed-up is the ratio within a repeat, so a swing that both strategies share does not widen it', () => {
  const { speedUp } = lab
  expect(speedUp.rows.map(({ sizeBytes }) => sizeBytes / KIB)).toEqual([64, 128, 256, 512, 1024, 2048, 4096, 8192])
  for (const { ratio } of [...speedUp.rows, { ratio: speedUp.overall }, { ratio: speedUp.ofLargeFiles }]) {
    expect(ratio?.value).toBeCloseTo(2000 / 6, 6)
    expect((ratio?.high ?? 0) - (ratio?.low ?? 0)).toBeLessThan(1e-6)
  }
})

test('the mean over the sizes is arithmetic, as that of the paper', () => {
  const slowAt64 = makeLab({
    change: ({ variant, sizeBytes, durationMs }) =>
      variant === '8 KiB buffer' && sizeBytes === 64 * KIB ? { durationMs: 2 * durationMs } : {}
  })
  const { overall } = analyseCopies(slowAt64).lab.speedUp
  expect(overall?.value).toBeCloseTo(((7 + 0.5) / 8) * (2000 / 6), 6)
})

test('a call costs the difference of the times divided by that of the calls', () => {
  const calls = 2 * MIB + 1 - (256 + 1 / 64)
  expect(lab.speedUp.microsPerCall?.value).toBeCloseTo((1994e3 * 0.998) / calls, 6)
})

test('the time of the byte strategy is extrapolated to the sizes of the paper that are not measured', () => {
  const growth = lab.growths.find(({ variant }) => variant === '1 byte')
  const extrapolated = growth?.trend.filter(({ isExtrapolated }) => isExtrapolated)
  expect(extrapolated?.map(({ sizeBytes }) => sizeBytes / MIB)).toEqual([16, 32, 64])
  expect(growth?.trend.find(({ sizeBytes }) => sizeBytes === MIB)?.ms.value).toBeCloseTo(0.998 * 2000, 6)
  expect(extrapolated?.at(-1)?.ms.value).toBeCloseTo(0.998 * 128_000, 3)
  expect(growth?.fixedMs.value).toBeCloseTo(0, 6)
  expect(growth?.exponent.value).toBeCloseTo(1, 9)
  const full = analyseCopies(makeLab({ length: 'full' })).lab.growths.find(({ variant }) => variant === '1 byte')
  expect(full?.trend.some(({ isExtrapolated }) => isExtrapolated)).toBe(false)
})

test('finds where the arithmetic of the paper is wrong, and what is right', () => {
  const wrong = lab.claims.filter(isWrong)
  expect(wrong.map(({ id, claimed, right }) => ({ id, claimed, right }))).toEqual([
    { id: 'cores', claimed: 8, right: 4 },
    { id: 'buffer-formula', claimed: 16_256, right: 128 },
    { id: 'buffer-total', claimed: 2_064_512, right: 32_512 },
    { id: 'call-ratio', claimed: 129, right: 8192 },
    { id: 'fewer-calls', claimed: 8192, right: 1_048_448 }
  ])
  const right = lab.claims.filter(row => row.right !== null && !isWrong(row))
  expect(right.map(({ id }) => id)).toEqual(['byte-reads', 'byte-formula', 'other-formula'])
})

test('counted calls are beside those figures', () => {
  const measured = new Map(lab.claims.map(({ id, measured }) => [id, measured?.value]))
  // One read and one write per buffer, and a last read per file: 2 x 16,256 + 7.
  expect(measured.get('buffer-total')).toBe(32_519)
  expect(measured.get('buffer-formula')).toBeCloseTo(128 + 1 / 64, 9)
  expect(measured.get('byte-formula')).toBe(MIB + 1 / 8)
})

test('checks each conclusion with the intervals', () => {
  expect(lab.conclusions).toMatchObject([
    { id: 'buffer-faster', outcome: 'holds', values: { sizes: { all: 7, measured: 4 }, faster: 7, slower: 0 } },
    {
      id: 'linear',
      outcome: 'holds',
      values: { sizes: { all: 7, measured: 4 }, fromBytes: MIB, toBytes: 8 * MIB }
    },
    { id: 'speed-up', outcome: 'does not hold', values: { claimed: 322 } },
    {
      id: 'fewer-calls',
      outcome: 'does not hold',
      values: { against: { fewer: 'whole file', more: '8 KiB buffer', fewerCalls: 2, moreCalls: 16_385 } }
    }
  ])
})

test('with all sizes of the paper measured, nothing is taken from a line and the growth is decided', () => {
  const { conclusions } = analyseCopies(makeLab({ length: 'full' })).lab
  expect(conclusions.slice(0, 3)).toMatchObject([
    { id: 'buffer-faster', outcome: 'holds', values: { sizes: { all: 7, measured: 7 } } },
    { id: 'linear', outcome: 'holds', values: { fromBytes: MIB, toBytes: 64 * MIB } },
    { id: 'speed-up', values: { sizes: { all: 7, measured: 7 } } }
  ])
})

test('three sizes of the paper do not decide whether the time grows linearly', () => {
  const saved = makeLab({ length: 'full' })
  const cells = saved.cells.filter(({ variant, sizeBytes }) => variant !== '1 byte' || sizeBytes <= 4 * MIB)
  const found = analyseCopies({ ...saved, cells }).lab.conclusions.find(({ id }) => id === 'linear')
  expect(found).toMatchObject({ outcome: 'cannot tell', values: { sizes: { all: 7, measured: 3 }, toBytes: 4 * MIB } })
})

test('lines alone decide nothing: a quick run measures no size of the paper with both strategies', () => {
  const { conclusions } = analyseCopies(makeLab({ length: 'quick' })).lab
  expect(conclusions.slice(0, 3)).toMatchObject([
    { id: 'buffer-faster', outcome: 'cannot tell', values: { sizes: { all: 7, measured: 0 }, faster: 7 } },
    { id: 'linear', outcome: 'cannot tell', values: { sizes: { all: 7, measured: 0 } } },
    { id: 'speed-up', outcome: 'cannot tell', values: { sizes: { all: 7, measured: 0 } } }
  ])
})

test('the speed-up of the paper is compared at its sizes: files below 1 MiB change it by the line alone', () => {
  // 1 ms per file without a buffer: the speed-up of 64 KiB rises, that of 64 MiB hardly does.
  const perFile = makeLab({
    change: ({ variant, durationMs }) => (variant === '8 KiB buffer' ? { durationMs: durationMs + 1 } : {})
  })
  const { overall, atPaperSizes } = analyseCopies(perFile).lab.speedUp
  const truth = [1, 2, 4, 8, 16, 32, 64].map(mib => (2000 * mib) / (6 * mib + 1))
  const mean = truth.reduce((sum, ratio) => sum + ratio, 0) / 7
  expect(atPaperSizes?.rows.map(({ isMeasured }) => isMeasured)).toEqual([
    ...Array(4).fill(true),
    ...Array(3).fill(false)
  ])
  expect((atPaperSizes?.overall.value ?? 0) / mean).toBeCloseTo(1, 2)
  expect(overall?.value).toBeLessThan(0.8 * mean)
})

test('a pair that only an interval of its own would decide does not refute a conclusion about all pairs', () => {
  // t = 4 with 4 degrees of freedom: p = 0.016 alone, and not below 0.05 among the pairs together.
  const factors = [-1, -1, 0, 1, 1].map(sign => Math.exp((sign * Math.log(1.5) * Math.sqrt(5)) / 4))
  const noisy = makeLab({
    change: ({ variant, repeat, durationMs }) =>
      variant === 'whole file' ? { durationMs: durationMs * (factors[repeat - 3] ?? 1) } : {}
  })
  const found = analyseCopies(noisy).lab.conclusions.at(-1)
  expect(found).toMatchObject({ id: 'fewer-calls', outcome: 'cannot tell', values: { slower: 0, against: null } })
})

test('a repeat counts when it has every planned cell', () => {
  const { manifest, cells } = makeLab({ manifest: { status: 'interrupted' } })
  const until = cells.findIndex(({ repeat }) => repeat === 6)
  const cut = analyseCopies({ manifest, cells: cells.slice(0, until + 40), otherRequests: [] })
  expect(cut.rounds).toBe(3)
  expect(analysis.rounds).toBe(5)
})

test('a p-value is below 0.05 where the interval of all verdicts excludes no change', () => {
  const changes = analysis.verdicts.flatMap(({ change }) => change ?? [])
  expect(changes).toHaveLength(6)
  for (const { low, high, pValue } of changes) expect(pValue < 0.05).toBe(low > 0 || high < 0)
})

test('one conclusion is not decided where the interval contains both answers', () => {
  const noisy = makeLab({
    change: ({ variant, repeat, durationMs }) =>
      variant === '1 byte' ? { durationMs: (durationMs / 333) * (repeat % 2 ? 0.5 : 2) } : {}
  })
  const [first] = analyseCopies(noisy).lab.conclusions
  expect(first).toMatchObject({ id: 'buffer-faster', outcome: 'cannot tell', values: { faster: 0 } })
})

test('verdicts compare each strategy with the buffer, over the sizes that both have', () => {
  expect(analysis.verdicts.map(({ candidate, baseline, verdict }) => [candidate, baseline, verdict])).toEqual([
    ['1 byte', '8 KiB buffer', 'slower'],
    ['stream 16 KiB', '8 KiB buffer', 'no difference'],
    ['stream 64 KiB', '8 KiB buffer', 'no difference'],
    ['stream 1 MiB', '8 KiB buffer', 'no difference'],
    ['whole file', '8 KiB buffer', 'slower'],
    ['copyFile', '8 KiB buffer', 'no difference']
  ])
  expect(analysis.verdicts[0]?.change?.relative).toBeCloseTo(2000 / 6 - 1, 6)
  expect(analysis.verdicts[4]?.change?.relative).toBeCloseTo(0.5, 9)
})

test('a copy that differs from its source counts in no figure', () => {
  const corrupted = makeLab({
    change: ({ variant, sizeBytes, repeat }) =>
      variant === '1 byte' && sizeBytes === MIB && repeat === 4 ? { isVerified: false, durationMs: 1e9 } : {}
  })
  const { lab: found } = analyseCopies(corrupted)
  expect(found.corrupted).toBe(1)
  const cell = found.cells.find(({ variant, sizeBytes }) => variant === '1 byte' && sizeBytes === MIB)
  expect(cell).toMatchObject({ copies: 4 })
  expect(cell?.ms.value).toBeLessThan(2100)
})

test.each([0, 1, 300, 500])('a run that was interrupted after %i copies is analysed as far as it goes', copies => {
  const { manifest, cells } = makeLab({ manifest: { status: 'interrupted' } })
  const { lab: found, verdicts } = analyseCopies({ manifest, cells: cells.slice(0, copies), otherRequests: [] })
  expect(found.copies).toBe(copies)
  expect(verdicts).toHaveLength(6)
  if (copies < 300) expect(verdicts.every(({ refusal }) => refusal?.code === 'too-few-repeats')).toBe(true)
})

test('has what a copy on a server does to another request, by strategy', () => {
  expect(lab.otherRequests.map(({ variant, longestMs, answered }) => [variant, longestMs.value, answered])).toEqual([
    ['8 KiB buffer', 40, 1],
    ['stream 64 KiB', 2, 30],
    ['whole file', 40, 1],
    ['copyFile', 2, 30]
  ])
})

test('without counts of the system there is no figure of calls', () => {
  const { lab: found } = analyseCopies(makeLab({ change: () => ({ calls: null }) }))
  expect(found.speedUp.microsPerCall).toBeNull()
  expect(found.cells.every(({ reads }) => reads === null)).toBe(true)
  expect(found.conclusions.map(({ id }) => id)).toEqual(['buffer-faster', 'linear', 'speed-up'])
  expect(found.claims.find(({ id }) => id === 'call-ratio')).toMatchObject({ measured: null, right: 8192 })
})
