/** Returns at most so many round numbers. @type {(from: number, to: number, most: number) => number[]} */
export function ticksIn(from, to, most) {
  const rough = (to - from) / Math.max(1, most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find(each => each * power >= rough) ?? 10)
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * step)
}
